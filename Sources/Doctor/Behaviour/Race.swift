import SessionCore

/// Two refreshes with one token at the same moment, and what came of the tokens that they brought.
struct Race: Sendable {
    let outcomes: [TokenOutcome]
    /// How many of the access tokens are refused.
    let deadAccessTokens: Int
    /// The refreshes with the refresh tokens that came, each once; with the one that was sent where none came.
    let afterwards: [TokenOutcome]

    /// Whether either process could go on with what it got.
    var isHarmless: Bool {
        deadAccessTokens == 0 && (outcomes + afterwards).allSatisfy { $0.granted != nil }
    }

    /// Whether neither was granted, for whatever reason: the token may have been dead before.
    var isUndecided: Bool { outcomes.allSatisfy { $0.granted == nil } }

    /// A clause on the two, and one on the session.
    var words: String {
        let failures = outcomes.filter { $0.granted == nil && !$0.isRefusal }.map(\.words)
        let count = outcomes.count { $0.granted != nil }
        let first = count == 2 ? "both granted" : count == 1 ? "one granted" : "none granted"
        let others = failures.isEmpty ? "" : count == 0 ? ": \(failures.listed)" : ", the other one: \(failures.listed)"
        let livesOn = afterwards.contains { $0.granted != nil }
        let access =
            deadAccessTokens == 0 || !livesOn ? "" : ", \(deadAccessTokens) of \(count) access tokens dead at once"
        return "\(first)\(others)\(access); \(life)"
    }

    private var life: String {
        let refused = afterwards.filter { $0.granted == nil }
        guard let end = refused.first else { return "the session lives on" }
        return refused.count == afterwards.count
            ? "the session is dead: \(end.words)" : "the session lives on with one of the tokens alone: \(end.words)"
    }
}

extension Ward {
    /// Refreshes twice at once, and uses each token that comes; the session goes on with what is good afterwards.
    mutating func race(with token: Secret) async throws(Halt) -> Race {
        guard var session else { throw .cancelled }
        let outcomes = try await refreshTwice(token)
        let granted = outcomes.compactMap(\.granted)
        var dead = 0
        for tokens in granted { dead += await isDead(tokens) == true ? 1 : 0 }
        let came = granted.map { $0.refreshToken ?? token }
        let next = came.isEmpty ? [token] : came.count == 2 && came[0] == came[1] ? [came[0]] : came
        var afterwards: [TokenOutcome] = []
        self.session = nil
        for token in next {
            let outcome = try await refresh(token)
            afterwards.append(outcome)
            guard let tokens = outcome.granted else { continue }
            session.take(tokens)
            if tokens.refreshToken == nil { session.refreshToken = token }
            self.session = session
        }
        return Race(outcomes: outcomes, deadAccessTokens: dead, afterwards: afterwards)
    }
}
