import SessionCore
import TerminalUI

extension TokensScreen {
    /// What works in every pane of the screen.
    enum Action: String, KeyAction {
        case paste = "paste-token"
        case verify = "verify-token"
        case introspect = "introspect-token"
        case compare = "compare-token"
        case reveal = "reveal-token"
        case forget = "forget-token"

        var binding: Binding {
            switch self {
            case .paste: Binding([.character("p")], "paste", "read a pasted token; nothing is sent", .tokens)
            case .verify:
                Binding([.character("V")], "verify", "verify the signature with keys that are fetched now", .tokens)
            case .introspect:
                Binding(
                    [.character("I")], "introspect", "ask the provider about an access or refresh token (RFC 7662)",
                    .tokens)
            case .compare:
                Binding(
                    [.character("c")], "compare", "compare the others with this token; again: with ancestors", .tokens)
            case .reveal: Binding([.character("m")], "reveal", "show the selected token for 5 s", .tokens)
            case .forget: Binding([.character("X")], "forget", "forget the selected pasted token", .tokens)
            }
        }
    }

    mutating func perform(_ action: Action, in scene: Scene) -> [PaneOutput] {
        if let obstacle = obstacle(to: action, in: scene) {
            return [.notice(Notice(.muted, obstacle.capitalizedFirst))]
        }
        switch action {
        case .paste: pasteField = TextField(kind: .secret)
        case .verify: return verify()
        case .introspect: return introspect(in: scene)
        case .compare: list.toggleMark()
        case .reveal: return list.selected?.kind.map { [.effect(.session(.reveal($0)))] } ?? []
        case .forget: list.forget()
        }
        return []
    }

    /// Asks for what the provider offers as well, as long as that is not known.
    private func introspect(in scene: Scene) -> [PaneOutput] {
        guard let token = list.selected, let kind = token.kind else { return [] }
        let asked: [PaneOutput] = scene.introspection == .unknown ? [.effect(.signIn(.askOffers))] : []
        return [.effect(.session(.introspect(kind, token.fingerprint)))] + asked
    }

    private mutating func verify() -> [PaneOutput] {
        guard let token = list.selected else { return [] }
        list.noteChecking(token.fingerprint)
        if let pasted = list.pasted.first(where: { $0.contents.fingerprint == token.fingerprint }) {
            return [.effect(.session(.verifyPasted(pasted.secret)))]
        }
        return token.kind.map { [.effect(.session(.verify($0, token.fingerprint)))] } ?? []
    }

    func obstacle(to action: Action, in scene: Scene) -> String? {
        guard action != .paste else { return nil }
        guard let token = list.selected else { return "there is no token" }
        switch action {
        case .paste: return nil
        case .verify:
            if token.role == .pasted || token.isPresent {
                if case .cut(let cut) = token.contents?.form { return "\(token.fingerprint) was cut: \(cut.reason)" }
                if let flaw = token.contents?.signatureFlaw { return "\(token.fingerprint) can't be verified: \(flaw)" }
                return token.contents?.jwt == nil ? "\(token.fingerprint) is not a signed JWT" : nil
            }
            return "of earlier tokens the signature is not kept"
        case .introspect:
            switch token.role {
            case .present(.access), .present(.refresh): return scene.introspection.obstacle
            case .present(.identity): return "only access and refresh tokens are introspected (RFC 7662)"
            case .past: return "of earlier tokens the signature is not kept, so the provider can't be asked"
            case .pasted: return "a pasted or carried token is not sent to the provider"
            }
        case .compare: return token.contents?.jwt == nil ? "\(token.fingerprint) has no claims to compare" : nil
        case .reveal:
            switch token.role {
            case .present: return nil
            case .past: return "of earlier tokens the signature is not kept, so they can't be shown whole"
            case .pasted: return "a token of your own is not shown again"
            }
        case .forget: return token.role == .pasted ? nil : "only pasted tokens can be forgotten"
        }
    }
}
