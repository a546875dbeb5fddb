extension String {
    /// The path with the home folder in the place of `~`.
    func withHome(_ environment: [String: String]) -> String {
        let home = environment["HOME"] ?? ""
        return hasPrefix("~/") && !home.isEmpty ? home + dropFirst() : self
    }
}
