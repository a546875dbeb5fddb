import FoundationEssentials
import SessionCore

/// The verdicts on faults that say nothing about the session, which is kept.
extension Aftermath {
    /// Something failed for a while; the server may have asked for a pause.
    func judgeKept(pause asked: Duration? = nil) -> Ruling {
        if let ended { return ended }
        if isTooEarly { return .notHeld("the token endpoint was asked again before the announced pause ended") }
        guard let struck else { return .waiting(for: "the end of the message") }
        guard struck.purpose == .token else { return judgeKeptCall(struck) }
        guard before.refresh != nil else { return judgeKeptSignIn }
        if renewals > 0, refreshFailures.isEmpty { return .held("the refresh succeeded anyway") }
        guard let pause else { return .waiting(for: "the end of the refresh") }
        if let asked, pause < asked - .seconds(1) {
            return .notHeld("the next try is in \(pause.inWords), but the provider asked for \(asked.inWords)")
        }
        if renewals > 0 {
            let calls = heldBackWords.map { "; before it \($0)" } ?? ""
            return .held("the session was kept, and a later refresh succeeded\(calls)")
        }
        let next = pause < .milliseconds(1) ? "the next try may come at once" : "no retry for \(pause.asWait)"
        let calls = heldBackWords.map { "; \($0)" } ?? ""
        return .held(untilRefresh: "the session was kept; \(next)\(calls)")
    }

    private func judgeKeptCall(_ struck: HTTPExchange) -> Ruling {
        guard struck.purpose == .request else {
            return .held("\(struck.purpose.rawValue) failed, and the session was kept", isFinal: false)
        }
        switch endOfStruckCall {
        case nil: return .waiting(for: "the end of the call")
        case .failed: return .held("\(calls(failed)) failed, and the session was kept", isFinal: false)
        case .answered(_, let attempts): return .notHeld("the session itself sent the call \(attempts) times")
        }
    }

    private var judgeKeptSignIn: Ruling {
        if hasSignedIn { return .held("the sign-in succeeded anyway") }
        if signInFailures.isEmpty { return .waiting(for: "the end of the sign-in") }
        return .held("the sign-in failed, and nothing else changed")
    }

    /// The token endpoint takes its time: all wait for the same refresh.
    var judgeSlowRefresh: Ruling {
        if let ended { return ended }
        if hasOverlap { return .notHeld("a second refresh began before the first had ended") }
        guard before.refresh != nil else { return judgeKeptSignIn }
        if renewals == 0, let failure = refreshFailures.first {
            return .held("the refresh was given up, and the session kept: \(failure)")
        }
        guard renewals > 0, running.isEmpty else { return .waiting(for: "the end of the refresh") }
        let time = struck.map { " of \(DurationText.measured($0.duration))" } ?? ""
        let waiting = waited == 0 ? "" : "; \(calls(waited)) waited for it"
        // The calls that it kept waiting end after it.
        return .held("one refresh\(time)\(waiting)", isFinal: false)
    }

    /// The provider has rotated the token, and its answer is lost: the token is sent once more.
    var judgeLostReply: Ruling {
        guard struck != nil else { return .waiting(for: "the end of the message") }
        guard before.refresh != nil else { return judgeKeptSignIn }
        if laterTokenMessages == 0 {
            if let ended { return ended }
            return .waiting(for: "the token to be sent once more")
        }
        if renewals > 0 { return .held("the token was sent once more, and the session was kept") }
        if losses.count == 1, laterTokenMessages == 1 {
            let words = "the token was sent once more; the provider took that for theft and ended the session"
            return .held(words, isFinal: hasSignedIn)
        }
        if losses.count > 1 { return .notHeld("the session ended \(losses.count) times") }
        if let failure = refreshFailures.last {
            return .undecided("the session was kept; the second try failed: \(failure)")
        }
        return .waiting(for: "the answer to the second try")
    }

    /// The new tokens come without a refresh token: a refresh keeps the one in use, and a sign-in no earlier one.
    var judgeDroppedToken: Ruling {
        if before.refresh == nil { return judgeDroppedTokenOfSignIn }
        if let ended { return ended }
        if let failure = refreshFailures.last {
            return .undecided("the session was kept; the refresh failed: \(failure)")
        }
        guard let tokens else { return .waiting(for: "the new tokens") }
        guard let refresh = tokens.refresh else { return .notHeld("the refresh token in use was dropped too") }
        return .held("the refresh token \(refresh.fingerprint) in use was kept")
    }

    private var judgeDroppedTokenOfSignIn: Ruling {
        guard hasSignedIn, let tokens else { return judgeKeptSignIn }
        guard let refresh = tokens.refresh else { return .held("the sign-in succeeded without a refresh token") }
        return .notHeld("the new session has the refresh token \(refresh.fingerprint) of an earlier one")
    }
}
