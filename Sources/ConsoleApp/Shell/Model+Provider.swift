import FoundationEssentials

extension Model {
    mutating func apply(_ message: ProviderMessage) -> [Effect] {
        switch message {
        case .revoked(let revocation): shell.notice = revocation.notice
        }
        return []
    }

    /// Looks at the demo's provider once a second, while the lab is shown.
    mutating func lookAtProviderIfDue() -> [Effect] {
        guard screens.shown == .lab, scene.context.hasOwnProvider else { return [] }
        if let last = shell.lookedAtProviderAt, abs(scene.now.timeIntervalSince(last)) < 0.5 { return [] }
        shell.lookedAtProviderAt = scene.now
        return [.provider(.look)]
    }
}
