/// A set of scope names, in the order requested (RFC 6749 §3.3).
struct Scope: Sendable, Hashable {
    static let supported = ["openid", "profile", "email", "offline_access", "orders", "admin"]
    static let standard = Scope("openid profile email")

    let names: [String]

    /// Keeps each name once.
    init(_ text: String) {
        var seen: Set<Substring> = []
        names = text.split(separator: " ").filter { seen.insert($0).inserted }.map(String.init)
    }

    /// The scope granted for a request: the requested names that the provider knows, or the standard ones without a
    /// request.
    init(requested text: String?) {
        let requested = Scope(text ?? "")
        guard !requested.names.isEmpty else {
            self = .standard
            return
        }
        self = Scope(requested.names.filter { Scope.supported.contains($0) }.joined(separator: " "))
    }

    var text: String { names.joined(separator: " ") }

    func contains(_ name: String) -> Bool { names.contains(name) }

    func intersection(_ other: Scope) -> Scope {
        Scope(names.filter(other.contains).joined(separator: " "))
    }

    func contains(_ other: Scope) -> Bool { other.names.allSatisfy(contains) }
}
