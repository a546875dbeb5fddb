import SessionCore

/// What `--only` lets pass: a method, and a path with all below it.
package struct ProxyRule: Sendable, Equatable {
    private let method: String
    private let path: JudgedPath?

    /// Reads `GET` or `GET:/orders`.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let method = parts.first, !method.isEmpty, method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            return nil
        }
        self.method = String(method)
        path = parts.count > 1 ? JudgedPath(String(parts[1])) : nil
        if let path, parts[1].first != "/" || !path.isUnambiguous { return nil }
    }

    func admits(_ method: String, _ path: JudgedPath) -> Bool {
        method == self.method && self.path.map { path.lies(within: $0) } ?? true
    }
}
