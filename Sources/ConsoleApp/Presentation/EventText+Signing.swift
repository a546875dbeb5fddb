import FoundationEssentials
import SessionCore

extension EventText {
    /// What begins and ends sessions.
    static func signing(_ event: SessionEvent) -> EventText {
        let generation = "generation \(event.generation)"
        switch event.kind {
        case .configured(let state):
            return EventText(.none, "configured", Self.words(for: state), tag: generation)
        case .signInStarted(let flow):
            return EventText(.none, "sign-in", "\(FlowName.words(flow)) started", tone: .muted)
        case .signedIn(let flow, let tokens):
            return EventText(
                .success, "signed in", "\(FlowName.words(flow))\(Self.lifetimes(of: tokens, at: event))",
                tag: generation, tone: .good)
        case .signInFailed(let flow, .cancelled):
            return EventText(.none, "sign-in", "\(FlowName.words(flow)) cancelled", tone: .muted)
        case .signInFailed(let flow, let error):
            return EventText(.failure, "sign-in", "\(FlowName.words(flow)) failed: \(error)", tone: .bad)
        case .devicePollPending(let delay, let slowDown):
            let reason = slowDown ? "the provider asks to slow down" : "not approved yet"
            return EventText(
                .none, "device poll", "\(reason); next in \(delay.inWords)", tone: .muted, isDetail: !slowDown)
        case .strayRedirect(let stray):
            return EventText(.failure, "sign-in", "\(stray)", tone: .warning)
        case .idTokenRejected(let rejected):
            return EventText(
                .failure, "ID token", "rejected: \(rejected.reason)", tag: "\(rejected.token.fingerprint)", tone: .bad)
        case .signedOut(let end):
            return EventText(.ended, "signed out", "\(end)", tag: generation, tone: .warning)
        case .forcedOut(let end):
            return EventText(.ended, "FORCED LOGOUT", "because \(end)", tag: generation, tone: .bad)
        case .revoked(let token):
            return EventText(.none, "revoked", "the provider was told to forget the token", tag: "\(token)")
        case .revocationPending(let token, let error):
            return EventText(
                .failure, "not revoked", "\(error); to be sent later", tag: "\(token)", tone: .warning)
        default:
            return EventText(.none, "", "")
        }
    }

    private static func words(for state: SessionState) -> String {
        switch state {
        case .unknown: "nothing is known yet"
        case .noSession(let end): "nobody is signed in: \(end)"
        case .authenticated(.restored): "session restored from the store, not verified"
        case .authenticated(.signedIn(let flow)): "signed in with \(FlowName.words(flow))"
        case .authenticated(.otherProcess): "signed in by another process"
        }
    }

    /// How long the tokens last, where that is known: ` · access 60 s, refresh 10 min`.
    static func lifetimes(of tokens: SessionTokens, at event: SessionEvent) -> String {
        let parts = [("access", tokens.access), ("refresh", tokens.refresh)].compactMap { name, token -> String? in
            guard case .at(let end, _) = token?.expiry else { return nil }
            let seconds = Int(end.timeIntervalSince(event.time).rounded())
            return "\(name) \(DurationText.short(seconds: max(0, seconds)))"
        }
        return parts.isEmpty ? "" : " · \(parts.joined(separator: ", "))"
    }
}
