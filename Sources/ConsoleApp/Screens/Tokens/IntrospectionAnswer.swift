import ConsoleKit
import FoundationEssentials
import SessionCore

/// What the provider said of a token, and when it did.
struct IntrospectionAnswer: Sendable, Hashable {
    let introspection: Introspection
    let date: Date

    init(_ introspection: Introspection, at date: Date) { (self.introspection, self.date) = (introspection, date) }

    var isActive: Bool { introspection.isActive }
    var words: String { isActive ? "active" : "not active" }

    /// Said at once, because the pane has the answer below all claims.
    func notice(of token: Fingerprint, in scene: Scene) -> Notice {
        guard isActive else { return Notice(.bad, "introspection of \(token): not active", of: token) }
        let end = introspection.expiresAt.map { scene.status.localTime($0).timeIntervalSince(date) }
        let left = end.flatMap { $0 > 0 ? ", \(DurationText.left(.seconds($0))) left" : nil }
        return Notice(.good, "introspection of \(token): active\(left ?? "")", of: token)
    }
}
