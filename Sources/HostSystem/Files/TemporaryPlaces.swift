/// Where files go that nobody needs after the machine's next start, the best place first.
package enum TemporaryPlaces {
    /// `TMPDIR` if that is a path, and /tmp.
    package static func of(_ environment: [String: String]) -> [String] { paths(["TMPDIR"], environment) }

    /// Before them `XDG_RUNTIME_DIR`, a file system in memory that is emptied after the user's last logout.
    package static func inMemory(_ environment: [String: String]) -> [String] {
        paths(["XDG_RUNTIME_DIR", "TMPDIR"], environment)
    }

    private static func paths(_ names: [String], _ environment: [String: String]) -> [String] {
        names.compactMap { environment[$0] }.filter { $0.hasPrefix("/") } + ["/tmp"]
    }
}
