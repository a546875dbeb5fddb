import FoundationEssentials
import SessionCore

extension Experiment {
    /// When a token ends by itself; unknown where that is too far off to wait for.
    static let expiry = [
        Experiment(
            "expiry", "an expired access token", .rfc(6750, "3.1"),
            "A client that uses its token until then must not be refused before; a thief should be refused after.",
            mend: "Refuse an access token from its end on, and not before.",
            announcing: "waits until an access token expires, where that is within a minute, and half a minute longer"
        ) { (ward) async throws(Halt) in
            guard ward.witness != nil, let lifetime = ward.lifetime else { return nil }
            guard lifetime <= Self.longest else { return .unknown("not waited for: it lives \(lifetime.inWords)") }
            // Those of a refresh may live longer.
            let tokens = try await ward.fresh()
            guard let lifetime = tokens.expiresIn, let end = tokens.endsAt else {
                return .unknown("a refresh does not say when")
            }
            guard lifetime <= Self.longest else {
                return .unknown("not waited for: that of a refresh lives \(lifetime.inWords)")
            }
            try await ward.wait(until: end - .seconds(2))
            guard let isAccepted = await ward.accepts(tokens.accessToken) else { return .unknown("nothing tells") }
            guard isAccepted else { return .fault("refused 2 s before its end, or earlier") }
            ward.hasSeenExpiry = true
            var accepted: Duration?
            for delay in Self.delays {
                try await ward.wait(until: end + delay)
                guard let isAccepted = await ward.accepts(tokens.accessToken) else { return .unknown("nothing tells") }
                if !isAccepted {
                    guard let accepted else { return .sound("refused within \(delay.inWords) of its end") }
                    return .remark("accepted \(accepted.inWords) after its end, refused \(delay.inWords) after")
                }
                accepted = delay
            }
            return .remark("accepted \(Self.delays.last?.inWords ?? "") after its end and longer")
        },

        Experiment(
            "refresh-late", "a refresh after the access token's end", .rfc(6749, "1.5"),
            "A client that was asleep or offline refreshes late, and must not lose its session by that.",
            mend: "Let the refresh token outlive the access token.",
            announcing: "refreshes after that, where an access token's end was waited for"
        ) { (ward) async throws(Halt) in
            guard ward.hasSeenExpiry, let token = ward.session?.refreshToken else { return nil }
            let outcome = try await ward.refresh(token)
            guard let response = outcome.granted else {
                ward.session = nil
                return outcome.isRefusal ? .fault("refused: \(outcome.words)") : .unknown(outcome.words)
            }
            ward.session?.take(response)
            return .sound("granted")
        },
    ]

    /// The lifetime of a token whose end is waited for, at most.
    private static let longest = Duration.seconds(60)
    private static let delays: [Duration] = [.seconds(1), .seconds(10), .seconds(30)]
}

extension Ward {
    /// Tokens that have only just been issued.
    fileprivate mutating func fresh() async throws(Halt) -> TokenResponse {
        var old = try await live()
        session = nil
        if let token = old.refreshToken, let response = try await refresh(token).granted {
            old.take(response)
            session = old
            return response
        }
        return try await live().tokens
    }
}
