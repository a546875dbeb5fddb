/// An event in words.
package struct EventWords: Sendable, Hashable {
    /// The kind of event, in one or two words.
    package let label: String
    /// The facts, in one line; may contain text from outside.
    package let detail: String

    init(_ label: String, _ detail: String) {
        self.label = label
        self.detail = detail
    }
}

extension SessionEvent: CustomStringConvertible {
    /// The event in one line, such as `refreshed: access token 09F2 → 7C31 · access 60 s`; not meant to be parsed.
    ///
    /// It may contain text from servers, without secrets but with its control characters.
    public var description: String {
        let words = words
        return "\(words.label): \(words.detail)"
    }

    /// The event as the console and the commands show it.
    package var words: EventWords {
        func title(_ flow: String) -> String { SignInFlowName.title(of: flow) }
        return switch kind {
        case .configured(let state): EventWords("configured", Self.words(for: state))
        case .signInStarted(let flow): EventWords("sign-in", "\(title(flow)) started")
        case .signedIn(let flow, let tokens):
            EventWords("signed in", "\(title(flow))\(afterDot(lifetimes(of: tokens)))")
        case .signInFailed(let flow, .cancelled): EventWords("sign-in", "\(title(flow)) cancelled")
        case .signInFailed(let flow, let error): EventWords("sign-in", "\(error.cause) · \(title(flow)) failed")
        case .devicePollPending(let delay, let slowDown):
            EventWords(
                "device poll",
                "\(slowDown ? "the provider asks to slow down" : "not approved yet"); next check in \(delay.inWords)")
        case .authorizationRequested(let message):
            EventWords("sign-in", "browser to \(message.url) with \(message.parameters.joined(separator: ", "))")
        case .authorizationAnswered(let message):
            EventWords(
                "sign-in",
                "browser came back with \(message.refusal?.description ?? message.parameters.joined(separator: ", "))")
        case .strayRedirect(let stray): EventWords("sign-in", "\(stray)")
        case .idTokenRejected(let rejected): EventWords("ID token", "rejected: \(rejected.reason)")
        case .requestStarted(let facts): EventWords("request", "\(facts.title) started")
        case .requestFinished(let facts): EventWords("request", Self.finished(facts))
        case .requestFailed(let facts, let error): EventWords("request", "\(facts.title): \(error)")
        case .exchangeStarted(let start): EventWords("exchange", "\(start.name) started")
        case .exchange(let exchange): EventWords("exchange", Self.words(for: exchange))
        case .unauthorized(let facts, let challenge):
            EventWords("401", "\(ChallengeWords.of(challenge)) · \(facts.title)")
        case .forbidden(let facts, []): EventWords("403", "\(facts.title): forbidden")
        case .forbidden(let facts, let scope):
            EventWords("403", "\(facts.title) needs the scope \(scope.joined(separator: " "))")
        case .stepUpRequired(let facts, let acrValues, let maxAge, let claims):
            EventWords("step-up", "\(facts.title) asks for \(ChallengeWords.stepUp(acrValues, maxAge, claims))")
        case .refreshStarted(let trigger, _, _): EventWords("refresh", "started because \(Self.words(for: trigger))")
        case .refreshed(let tokens, let replaced, let spent):
            EventWords("refreshed", refreshed(tokens, replaced: replaced, spent: spent))
        case .refreshFailed(let error, let delay):
            EventWords(
                "refresh",
                "\(error.cause); session kept" + (delay > .zero ? ", no retry for \(delay.asWait)" : ""))
        case .refreshRejected(let refusal, _): EventWords("refresh", refusal.answer)
        case .suspected(let suspicion, _):
            EventWords("suspect", "\(suspicion.cause); \(suspicion.prospect)")
        case .adoptedFromStore(let tokens):
            EventWords("adopted", "new tokens from another process\(afterDot(lifetimes(of: tokens)))")
        case .userInfoFetched(let info):
            EventWords("user info", Self.words(for: info))
        case .verified: EventWords("verified", "the token was answered 2xx: if it was checked, the session is live")
        case .signedOut(.signedOut): EventWords(SessionEnd.signedOut.word, "as you asked")
        case .signedOut(let end): EventWords(end.word, "\(end)")
        case .forcedOut(let end): EventWords(end.word.uppercased(), end.cause)
        case .endedElsewhere(let ended):
            ended.end.isForced
                ? EventWords(ended.end.word.uppercased(), ended.cause) : EventWords(ended.end.word, "\(ended)")
        case .revoked: EventWords("revoked", "the provider revoked the token, as this program asked")
        case .revocationNotOffered:
            EventWords("not revoked", "the provider has no revocation endpoint; the token lives until it expires")
        case .revocationRefused(_, let error) where error.isOfUnsupportedTokenType:
            EventWords("not revoked", "the provider does not revoke this kind of token; it lives until it expires")
        case .revocationRefused(_, let error): EventWords("not revoked", "\(error); the token lives until it expires")
        case .revocationPending(_, let error): EventWords("not revoked", "\(error); it will be retried")
        case .storeFailed(let error): EventWords("store", "\(error)")
        case .storeWarning(let warning): EventWords("store", warning)
        case .tokenGiven(_, let label):
            EventWords("given", "the token, to \(label.caller.map { "\($0)" } ?? "another program"), which asked")
        case .ignoredLateAnswer(let what): EventWords("ignored", "\(what) after the session had ended; nothing changed")
        case .injected(let fault): EventWords("injected", fault.text)
        }
    }
}
