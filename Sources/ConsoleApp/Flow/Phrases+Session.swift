import ConsoleFaults
import SessionCore

extension SessionEnd {
    /// Why there is no session: `the refresh was rejected with invalid_grant: session revoked`.
    ///
    /// Where it stays without words before it, what ended it weighs more than what the provider says of that.
    func phrases(standsAlone: Bool = false) -> [Phrase] {
        let subject: UInt8 = standsAlone ? .most : 4
        switch self {
        case .forcedOut(let request): return Self.answered401(Phrase(request, .outside))
        case .userInfoRejected: return Self.answered401(Phrase("userinfo"))
        case .refreshRejected(let refusal):
            let words = [
                Phrase("the", .verb, 1), Phrase("refresh", .verb, subject), Phrase("was", .verb, 1),
                Phrase("rejected", .verb, subject),
            ]
            let with = if case .named = refusal { [Phrase("with", .verb, 1, after: .space)] } else { [Phrase]() }
            return words + with + refusal.phrases.after(.colon)
        case .loggedOutByProvider:
            return [
                Phrase("the provider", .verb, 1), Phrase("ended the session", .verb, subject),
                Phrase("(back-channel logout)", .reason, .most),
            ]
        case .expiredWithoutRefreshToken:
            return [
                Phrase("the access token", .verb, 1), Phrase("expired", .verb, subject),
                Phrase("and there is", .verb, 1, after: .space), Phrase("no refresh token", .reason, .most, .comma),
            ]
        case .storeLost: return [Phrase("the", .verb, 1), Phrase("stored session was lost", .reason)]
        case .foreignRecord, .noStoredSession, .signedOut, .otherProcess: return [Phrase(description, .outside)]
        }
    }

    private static func answered401(_ request: Phrase) -> [Phrase] {
        [request, Phrase("was answered", .verb, 1), Phrase("401", .reason, 8)]
    }
}

extension EndedSession {
    /// Why the session ended, and by whom.
    func phrases(standsAlone: Bool = false) -> [Phrase] {
        end.phrases(standsAlone: standsAlone)
            + [Phrase("\(end.isForced ? "noticed by" : "by") process \(process)", .verb, 3, .comma)]
            + (program.map { [Phrase("(\($0))", .outside, 2)] } ?? [])
    }
}

extension RefreshRefusal {
    var phrases: [Phrase] {
        switch self {
        case .named(let error): error.phrases
        case .unexplained: [Phrase(description, .reason)]
        }
    }
}

extension OAuthError {
    fileprivate var phrases: [Phrase] {
        let clause = detail?.asClause ?? ""
        let scope = listedScope.isEmpty ? [] : [Phrase("(it lists \(listedScope.joined(separator: " ")))", .outside, 5)]
        return [Phrase(code, .outside)] + (clause.isEmpty ? [] : [Phrase(clause, .outside, 6, .colon)]) + scope
    }
}

extension StrayRedirect {
    var phrases: [Phrase] {
        let what: [Phrase] =
            switch (source, flaw) {
            case (_, .posted): [Phrase(description, .outside)]
            case (.browser, .stateOfAnotherAttempt):
                [Phrase("a browser came back with", .verb, 1), Phrase("another sign-in's answer", .reason)]
            case (.browser, .stateMissing):
                [Phrase("a browser came back", .verb, 1), Phrase("without this sign-in's state", .reason)]
            case (.pasted, .stateOfAnotherAttempt):
                [Phrase("this URL belongs to", .verb, 1), Phrase("another attempt", .reason)]
            case (.pasted, .stateMissing):
                [
                    Phrase("this URL", .verb, 1), Phrase("has no state", .reason),
                    Phrase("so it can't be this sign-in's answer", .reason, 2, .comma),
                ]
            }
        return flaw == .posted ? what : what + [Phrase(content.words, .outside, 5, .colon)]
    }
}

extension RefreshTrigger {
    /// Why a refresh began.
    var phrases: [Phrase] {
        switch self {
        case .unauthorized(let token): [Phrase("\(token)", .token), Phrase("was answered 401", .reason)]
        case .expired, .expiringSoon, .requestedByUser, .userInfo:
            [Phrase(SessionEvent.words(for: self), .reason)]
        }
    }
}

extension InjectedFault {
    /// The fault's name, what happened to it, and what was done: `rotate keys: struck · the provider was made to …`.
    var phrases: [Phrase] {
        let name = LabFault.words(for: name)
        let start = "\(name): "
        // The text of a fault of the Lab begins with its name.
        let isNamed = text.hasPrefix(start)
        let what = isNamed ? String(text.dropFirst(start.count)) : text
        let step = step.rawValue
        let continues = what.hasPrefix(step)
        let rest = Phrase(
            continues ? String(what.dropFirst(step.count)) : what, .outside, isNamed ? 2 : .most,
            continues ? Phrase.Joint.none : .dot)
        let steps = [Phrase(step, .reason)] + (rest.text.isEmpty ? [] : [rest])
        return (isNamed ? [Phrase(name, after: .colon)] : []) + steps
    }
}

extension SessionEvent {
    /// The tokens that a refresh replaced and those that it brought, and how long they live.
    func rotation(_ tokens: SessionTokens, replaced: Fingerprint?, spent: Fingerprint?) -> [Phrase] {
        func tokenPhrases(_ name: String, _ old: Fingerprint?, _ new: Fingerprint) -> [Phrase] {
            [
                Phrase(name, .verb, 2, .comma, after: .space), Phrase("token", .verb, 1, after: .space),
                Phrase(old.map { "\($0) → \(new)" } ?? "\(new)", .token, .most, .comma),
            ]
        }
        var phrases = tokenPhrases("access", replaced, tokens.access.fingerprint)
        if let spent, let new = tokens.refresh?.fingerprint, new != spent {
            phrases += tokenPhrases("refresh", spent, new)
        }
        return phrases + lifetimePhrases(of: tokens, 0)
    }

    /// How long tokens live, where that is known.
    func lifetimePhrases(of tokens: SessionTokens, _ weight: UInt8) -> [Phrase] {
        let words = lifetimes(of: tokens)
        return words.isEmpty ? [] : [Phrase(words, .reason, weight, .dot)]
    }
}
