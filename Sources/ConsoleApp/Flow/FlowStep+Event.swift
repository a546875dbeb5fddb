import FoundationEssentials
import SessionCore

extension FlowStep {
    /// The rows of an event: none where another event's rows tell the same.
    static func steps(of event: SessionEvent) -> [FlowStep] {
        lazy var text = EventText(event)
        func note(_ kind: String, tone: Tone? = nil, token: String? = nil, detail: String? = nil) -> FlowStep {
            FlowStep(
                .note(at: .console), kind, text.label, detail ?? text.detail, token: token ?? text.fingerprint,
                otherTokens: event.kind.tokens, tone: tone ?? text.tone, mark: text.mark)
        }
        switch event.kind {
        case .exchange(let exchange): return steps(of: exchange)
        case .authorizationRequested(let message):
            return [
                FlowStep(
                    .message(from: .console, to: .browser), "authorization", "GET \(RequestPath.of(message.url))",
                    message.parameters.joined(separator: ", "))
            ]
        case .authorizationAnswered(let message):
            let names = message.parameters.joined(separator: ", ")
            return [
                FlowStep(
                    .message(from: .browser, to: .console), "authorization", "redirect \(RequestPath.of(message.url))",
                    names, reason: message.error ?? "", tone: message.error == nil ? .plain : .bad)
            ]
        case .strayRedirect:
            return [
                FlowStep(
                    .message(from: .browser, to: .console), "authorization", "redirect", reason: text.detail,
                    tone: .warning,
                    mark: .failure)
            ]
        case .configured, .signInStarted, .signedIn, .signInFailed, .idTokenRejected:
            return [note("session")]
        case .refreshStarted(let trigger, _, let refresh):
            return [
                note(
                    "refresh", token: refresh.map { "\($0)" } ?? "",
                    detail: "because \(SessionEvent.words(for: trigger))")
            ]
        case .refreshed, .refreshFailed, .refreshRejected, .suspected: return [note("refresh")]
        case .adoptedFromStore:
            return [
                FlowStep(
                    .message(from: .otherProcess, to: .console), "refresh", "newer token",
                    reason: text.detail.dropping(prefix: "new tokens from another process").dropping(prefix: " · "),
                    token: text.fingerprint, otherTokens: event.kind.tokens, tone: .good, mark: .success)
            ]
        case .requestFailed(let facts, _):
            return [
                FlowStep(
                    .note(at: .console), "call", facts.name, text.detail.dropping(prefix: facts.name + ": "),
                    token: text.fingerprint, tone: text.tone, mark: text.mark)
            ]
        case .signedOut(let end), .forcedOut(let end):
            return [
                FlowStep(
                    .line, "session", text.label, text.detail, reason: end.shortDescription, tone: text.tone,
                    mark: text.mark)
            ]
        case .endedElsewhere(let ending):
            let arrow = FlowStep(
                .message(from: .otherProcess, to: .console), "session", "session ended", reason: text.detail,
                tone: text.tone,
                mark: text.mark)
            let line = FlowStep(
                .line, "session", text.label, text.detail, reason: ending.shortDescription, tone: text.tone,
                mark: text.mark)
            return ending.end.isForced ? [arrow, line] : [arrow]
        case .revocationNotOffered, .revocationRefused, .revocationPending: return [note("revocation")]
        case .storeFailed, .storeWarning: return [note("store")]
        case .ignoredLateAnswer: return [note("session")]
        // The row of the message that it struck is marked.
        case .injected(let fault): return fault.exchange == nil ? [note("fault", detail: fault.words)] : []
        default: return []
        }
    }
}

extension SessionEvent.Kind {
    /// The fingerprints of the tokens that came or were replaced with it.
    fileprivate var tokens: [String] {
        let tokens: [Fingerprint?] =
            switch self {
            case .signedIn(_, let tokens), .adoptedFromStore(let tokens): tokens.fingerprints
            case .refreshed(let tokens, let access, let refresh): tokens.fingerprints + [access, refresh]
            case .refreshStarted(_, let access, _): [access]
            default:
                []
            }
        return tokens.compactMap { $0?.description }
    }
}

extension SessionTokens {
    fileprivate var fingerprints: [Fingerprint?] { [access.fingerprint, refresh?.fingerprint, idToken?.fingerprint] }
}

extension InjectedFault {
    /// The fault's name, what happened to it, and what was done: `rotate keys: struck · the provider was made to …`.
    fileprivate var words: String {
        let start = "\(Fault.words(for: name)): "
        let name = text.hasPrefix(start) ? start : ""
        let what = text.dropFirst(name.count)
        return what.hasPrefix(step.rawValue) ? text : "\(name)\(step.rawValue) · \(what)"
    }
}

extension EventText {
    /// The tag where it is a token's.
    fileprivate var fingerprint: String { tagsSignIn ? "" : tag }
}

extension String {
    fileprivate func dropping(prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
