import CCommit

/// The version that `--version` prints, the demo provider's pages show and requests carry in `User-Agent`.
enum Version {
    static let current = "0.2.0"

    /// The commit, where the build knew it; see `Package.swift`.
    private static var commit: String? {
        let commit = String(cString: console_commit())
        return commit.isEmpty ? nil : commit
    }

    /// `0.2.0`, or with the commit: `0.2.0 (0123456789ab)`.
    static var withCommit: String { current + (commit.map { " (\($0))" } ?? "") }
}
