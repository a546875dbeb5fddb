/// The version that `--version` prints, the demo provider's pages show and requests carry in `User-Agent`.
enum Version {
    static let current = "0.1.0"
}
