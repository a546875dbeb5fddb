import FoundationEssentials

extension String {
    /// The path with the home folder in the place of `~`.
    func withHome(_ environment: [String: String]) -> String {
        let home = environment["HOME"] ?? ""
        return hasPrefix("~/") && !home.isEmpty ? home + dropFirst() : self
    }

    /// Whether there is a file of that path; a folder is none.
    var isPathOfFile: Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: self, isDirectory: &isFolder) && !isFolder
    }
}
