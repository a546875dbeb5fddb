import SessionCore
import SessionHTTP

/// What of a text from a message is kept as text.
enum TextOnPath {
    /// A shorter segment is never taken for a token.
    static let shortestSecret = 16
    private static let scrubber = KnownSecrets().scrubber

    /// A path without known secrets, and without what looks like one.
    static func shown(_ path: String, isKnown: (SecretID) -> Bool) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.contains(where: { $0.utf8.count >= shortestSecret }) else { return cut(path) }
        let shown = segments.map { segment in
            guard segment.utf8.count >= shortestSecret, let id = SecretID(FormParameters.decode(segment)), isKnown(id)
            else { return String(segment) }
            return "\(SecretNames.dots) \(id.fingerprint)"
        }
        return scrubber.text(shown.joined(separator: "/"), limit: 512)
    }

    /// A name, such as that of a client or a scope.
    static func cut(_ text: String) -> String { Shown.cut(text, to: 256) }

    /// The names of a list; no standard has more.
    static func cut(_ list: [String]) -> Set<String> { Set(list.prefix(32).map { cut($0) }) }
}
