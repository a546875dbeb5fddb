import ConsoleKit
import FoundationEssentials
import SessionCore

extension FlowStep {
    /// The rows of an event: none where another event's rows tell the same.
    static func steps(of event: SessionEvent) -> [FlowStep] {
        let own = ownSteps(of: event)
        return event.caller.map { caller in own.map { $0.sent(by: caller) } } ?? own
    }

    private static func ownSteps(of event: SessionEvent) -> [FlowStep] {
        lazy var text = EventText(event)
        func besides(_ kind: Kind, _ more: [Phrase]? = nil, what: [Phrase]? = nil, token: String? = nil) -> FlowStep {
            FlowStep(
                .note(at: .console), kind, what ?? [Phrase(text.label)], more ?? text.phrases,
                token: token ?? text.fingerprint, otherTokens: event.kind.tokens, tone: text.tone, mark: text.mark)
        }
        func row(
            _ path: Path, _ kind: Kind, _ what: [Phrase], _ more: [Phrase] = [], why: [Phrase] = []
        ) -> FlowStep {
            FlowStep(path, kind, what, more, why: why, tone: text.tone, mark: text.mark)
        }
        switch event.kind {
        case .exchange(let exchange): return steps(of: exchange)
        case .authorizationRequested(let message):
            return [
                FlowStep(
                    .message(from: .console, to: .browser), .message(.authorization),
                    .request("GET", RequestPath.of(message.url)), message.names)
            ]
        case .authorizationAnswered(let message):
            return [
                FlowStep(
                    .message(from: .browser, to: .console), .message(.authorization),
                    .request("redirect", RequestPath.of(message.url)), message.names,
                    why: message.error.map { [Phrase($0, .outside)] } ?? [],
                    tone: message.error == nil ? .plain : .bad)
            ]
        case .strayRedirect(let stray):
            return [
                row(
                    .message(from: .browser, to: .console), .message(.authorization), [Phrase("redirect")],
                    why: stray.phrases)
            ]
        case .signedIn(let flow, let tokens):
            let title = Phrase(SignInFlowName.title(of: flow), .verb, 3)
            return [besides(.session, [title] + event.lifetimePhrases(of: tokens, 5))]
        case .configured, .signInStarted, .signInFailed, .idTokenRejected, .ignoredLateAnswer:
            return [besides(.session)]
        case .refreshStarted(let trigger, _, let refresh):
            return [besides(.refresh, Phrase.because + trigger.phrases, token: refresh.map { "\($0)" } ?? "")]
        case .refreshed(let tokens, let access, let refresh):
            return [besides(.refresh, event.rotation(tokens, replaced: access, spent: refresh))]
        case .refreshFailed(let error, let delay):
            let wait = delay > .zero ? [Phrase("no retry for \(delay.asWait)", .reason, 1, .comma)] : []
            return [
                besides(
                    .refresh,
                    [Phrase("\(error)".inProfileTerms, .outside), Phrase("session kept", .reason, 2, .semicolon)] + wait
                )
            ]
        case .refreshRejected, .suspected: return [besides(.refresh)]
        case .adoptedFromStore(let tokens):
            var step = row(
                .message(from: .otherProcess, to: .console), .refresh, [Phrase("newer token")],
                why: event.lifetimePhrases(of: tokens, 5))
            (step.token, step.otherTokens) = (text.fingerprint, event.kind.tokens)
            return [step]
        case .requestFailed(let facts, let error):
            return [besides(.call, [Phrase("\(error)".inProfileTerms, .outside)], what: facts.phrases)]
        case .signedOut(let end):
            let more = if case .signedOut = end { text.phrases } else { end.phrases() }
            return [row(.line, .session, [Phrase(text.label)], more)]
        case .forcedOut(let end): return [row(.line, .session, end.line, Phrase.because + end.phrases())]
        case .endedElsewhere(let ended):
            let because = ended.end.isForced ? Phrase.because : []
            let arrow = row(
                .message(from: .otherProcess, to: .console), .session, [Phrase("session ended")],
                why: because + ended.phrases(standsAlone: true))
            let line = row(.line, .session, ended.end.line, because + ended.phrases())
            return ended.end.isForced ? [arrow, line] : [arrow]
        case .revocationNotOffered, .revocationRefused, .revocationPending: return [besides(.message(.revocation))]
        case .storeFailed, .storeWarning: return [besides(.store)]
        case .tokenGiven: return [besides(.call, [], what: [Phrase("was given the token")])]
        // The row of the message that it struck is marked.
        case .injected(let fault):
            guard fault.exchange == nil else { return [] }
            // Where programs are watched, this one has no lane.
            let isOwn = event.watched == nil
            return [isOwn ? besides(.fault, fault.phrases) : row(.line, .fault, [Phrase(text.label)], fault.phrases)]
        default: return []
        }
    }
}

extension SessionEnd {
    /// Its state; where there is less room, the colour says as well that it was forced.
    fileprivate var line: [Phrase] {
        let words = word.uppercased().split(separator: " ").map(String.init)
        return words.enumerated().map { $0 == 0 ? Phrase($1, .verb, 8) : Phrase($1) }
    }
}

extension Phrase {
    fileprivate static let because = [Phrase("because", .verb, 0, after: .space)]
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

extension RequestFacts {
    /// The name of the call.
    var phrases: [Phrase] { .request(method, RequestPath.of(url)) }
}

extension SessionEvent {
    /// The program that it is of: one that is watched, or whose call the session sends.
    var caller: Caller? {
        if let watched { return watched.sender.isEmpty ? nil : Caller(name: watched.sender) }
        return switch kind {
        case .exchange(let exchange): exchange.caller
        case .requestStarted(let facts), .requestFinished(let facts), .requestFailed(let facts, _): facts.label?.caller
        case .tokenGiven(_, let label): label.caller
        default: nil
        }
    }
}

extension AuthorizationMessage {
    fileprivate var names: [Phrase] { Phrase(parameters: parameters).map { [$0] } ?? [] }
}

extension EventText {
    fileprivate var phrases: [Phrase] { detail.isEmpty ? [] : [Phrase(detail, .outside)] }

    /// The tag where it is a token's.
    fileprivate var fingerprint: String { tagsSignIn ? "" : tag }
}
