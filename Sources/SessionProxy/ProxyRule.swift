/// What `--only` lets pass: a method, and a path with all below it.
package struct ProxyRule: Sendable, Equatable {
    private let method: String
    private let path: String?

    /// Reads `GET` or `GET:/orders`.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let method = parts.first, !method.isEmpty, method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            return nil
        }
        self.method = String(method)
        path = parts.count > 1 ? String(parts[1]) : nil
        if let path, !path.hasPrefix("/") || path.hasDotSegments { return nil }
    }

    func admits(_ method: String, _ path: String) -> Bool {
        guard method == self.method else { return false }
        guard let allowed = self.path else { return true }
        guard !path.hasEncodedSeparators else { return false }
        return path == allowed || path.hasPrefix(allowed.hasSuffix("/") ? allowed : allowed + "/")
    }
}

extension String {
    /// Whether a server may see more or fewer segments in it than we do.
    fileprivate var hasEncodedSeparators: Bool {
        let path = lowercased()
        return path.contains("%2f") || path.contains("%5c") || path.contains("//")
    }
}
