import ConsoleKit
import SessionCore
import TerminalUI

extension TokensScreen {
    /// What works in every pane of the screen.
    enum Action: String, OwnAction {
        case paste = "paste-token"
        case verify = "verify-token"
        case introspect = "introspect-token"
        case compare = "compare-token"
        case reveal = "reveal-token"
        case forget = "forget-token"

        var entry: OwnKey<TokensScreen> {
            switch self {
            case .paste:
                OwnKey(["p"], "paste", "read a pasted token; nothing is sent", .tokens) {
                    $0.pasteField = TextField(kind: .secret)
                }
            case .verify:
                OwnKey(
                    ["V"], "verify", "verify the signature with newly fetched keys", .tokens,
                    obstacle: { screen, _ in screen.obstacle(\.obstacleToVerifying) },
                    handler: { screen, _ in screen.verify() })
            case .introspect:
                OwnKey(
                    ["I"], "introspect", "ask the provider about an access or refresh token (RFC 7662)", .tokens,
                    obstacle: { screen, scene in screen.obstacle { $0.obstacleToIntrospecting(in: scene) } },
                    handler: { $0.introspect(in: $1) })
            case .compare:
                OwnKey(
                    ["c"], "compare", "compare other tokens with this one; again: with ancestors", .tokens,
                    obstacle: { screen, _ in screen.obstacle(\.obstacleToComparing) },
                    change: { $0.list.toggleMark() })
            case .reveal:
                OwnKey(
                    ["m"], "reveal", "show the selected token for 5 s", .tokens,
                    obstacle: { screen, _ in screen.obstacle(\.obstacleToRevealing) },
                    handler: { screen, _ in screen.list.selected?.kind.map { [.effect(.session(.reveal($0)))] } ?? [] })
            case .forget:
                OwnKey(
                    ["X"], "forget", "forget the selected pasted token", .tokens,
                    obstacle: { screen, _ in
                        screen.obstacle { $0.role == .pasted ? nil : "only pasted tokens can be forgotten" }
                    },
                    change: { $0.list.forget() })
            }
        }
    }

    /// Why something can't be done with the selected token.
    private func obstacle(_ reason: (InspectedToken) -> String?) -> String? {
        guard let token = list.selected else { return "no token is selected" }
        return reason(token)
    }

    /// Asks for what the provider offers as well, as long as that is not known.
    private func introspect(in scene: Scene) -> [PaneOutput] {
        guard let token = list.selected, let kind = token.kind else { return [] }
        let asked: [PaneOutput] = scene.introspection == .unknown ? [.effect(.signIn(.askOffers))] : []
        return [.effect(.session(.introspect(kind, token.fingerprint)))] + asked
    }

    private mutating func verify() -> [PaneOutput] {
        guard let token = list.selected else { return [] }
        list.markChecking(token.fingerprint)
        if let pasted = list.pasted.first(where: { $0.contents.fingerprint == token.fingerprint }) {
            return [.effect(.session(.verifyPasted(pasted.secret)))]
        }
        return token.kind.map { [.effect(.session(.verify($0, token.fingerprint)))] } ?? []
    }
}

extension InspectedToken {
    fileprivate var obstacleToVerifying: String? {
        guard role == .pasted || isPresent else { return "the signatures of earlier tokens are not kept" }
        if case .cut(let cut) = contents?.form { return "\(fingerprint) was cut: \(cut.reason)" }
        if let flaw = contents?.signatureFlaw { return "\(fingerprint) can't be verified: \(flaw)" }
        return contents?.jwt == nil ? "\(fingerprint) is not a signed JWT" : nil
    }

    fileprivate func obstacleToIntrospecting(in scene: Scene) -> String? {
        switch role {
        case .present(.access), .present(.refresh): scene.introspection.obstacle
        case .present(.identity): "only access and refresh tokens are introspected (RFC 7662)"
        case .past: "the signatures of earlier tokens are not kept, so the provider can't be asked"
        case .pasted: "a pasted or carried token is not sent to the provider"
        }
    }

    fileprivate var obstacleToComparing: String? {
        contents?.jwt == nil ? "\(fingerprint) has no claims to compare" : nil
    }

    fileprivate var obstacleToRevealing: String? {
        switch role {
        case .present: nil
        case .past: "the signatures of earlier tokens are not kept, so they can't be shown whole"
        case .pasted: "a pasted or carried token is not shown"
        }
    }
}
