import FoundationEssentials
import SessionCore

extension Experiment {
    /// What a refresh token does that is used twice.
    static let reuse = [
        Experiment(
            "spent-token", "a spent refresh token", .rfc(9700, "4.14.2"),
            "A client that lost the answer may send the token once more within this time, and never later.",
            mend: "Refuse a spent refresh token, at once or after a few seconds of grace.",
            announcing: "uses the new tokens, and sends the spent refresh token after 0, 1, 5 and 30 s, until it is "
                + "refused",
            endsSession: true
        ) { (ward) async throws(Halt) in
            guard ward.rotates == true else { return nil }
            var session = try await ward.live()
            guard let spent = session.refreshToken else { return nil }
            let first = try await ward.refresh(spent)
            guard let response = first.granted else { return .unknown(first.words) }
            session.take(response)
            ward.session = session
            let start = ward.provider.channel.clock.uptime
            // Some providers keep the old token until the new ones are used, as every client does at once.
            let isUsed = await ward.accepts(session.tokens.accessToken) == true
            let use = isUsed ? "; the new access token was used before" : "; the new access token was not used"
            var accepted: Duration?
            for delay in Self.delays {
                try await ward.wait(until: start + delay)
                let outcome = try await ward.refreshAtOnce(spent)
                if let response = outcome.granted {
                    accepted = delay
                    session.take(response)
                    ward.session = session
                    _ = await ward.accepts(session.tokens.accessToken)
                } else if outcome.isRefusal {
                    ward.robbed = session
                    ward.refusesSpentAtOnce = accepted == nil
                    guard let accepted else { return .sound("refused at once\(use)") }
                    return .remark("accepted after \(accepted.inWords), refused after \(delay.inWords)\(use)")
                } else {
                    return .unknown("after \(delay.inWords): \(outcome.words)")
                }
            }
            ward.refusesSpentAtOnce = false
            let words = "accepted for \(Self.delays.last?.inWords ?? "") and longer\(use)"
            return isUsed ? .fault(words) : .unknown(words)
        },

        Experiment(
            "family", "the newest token after a spent one", .rfc(9700, "4.14.2"),
            "After a theft the newest token must not live on; a client that sends a token twice signs its user out.",
            mend: "End the whole session where a spent refresh token comes back.",
            announcing: "sends the newest refresh token after that", endsSession: true
        ) { (ward) async throws(Halt) in
            guard var session = ward.robbed, let newest = session.refreshToken else { return nil }
            let outcome = try await ward.refresh(newest)
            if let response = outcome.granted {
                session.take(response)
                (ward.session, ward.robbed) = (session, nil)
                return .remark("it lives on")
            }
            ward.session = nil
            guard outcome.isRefusal else {
                ward.robbed = nil
                return .unknown(outcome.words)
            }
            return .sound("it is dead: \(outcome.words)")
        },

        Experiment(
            "family-access-token", "the access token after a spent one", .rfc(9700, "4.14.2"),
            "An access token that lives on is a thief's until it expires.",
            mend: "End the session's access tokens with it, or keep them short.",
            announcing: "uses the newest access token after that"
        ) { (ward) async throws(Halt) in
            guard let session = ward.robbed else { return nil }
            guard let isDead = await ward.isDead(session.tokens) else { return .unknown("nothing tells") }
            return isDead ? .sound("dead at once") : .remark("still accepted")
        },

        Experiment(
            "refresh-twice", "two refreshes at once", .rfc(9700, "4.14.2"),
            "Processes that share a session must refresh one at a time, unless both can go on.",
            mend: "Allow some seconds of grace in which both refreshes are granted.",
            announcing: "sends one refresh token twice at once and uses each token that comes, up to five times",
            endsSession: true
        ) { (ward) async throws(Halt) in
            for round in 1...Self.rounds {
                guard let token = try await ward.live().refreshToken else { return nil }
                let race = try await ward.race(with: token)
                if race.isUndecided { return .unknown(race.words) }
                let before = round > 1 ? " (after \(round - 1) times in which both could go on)" : ""
                guard race.isHarmless else { return .remark(race.words + before) }
            }
            switch (ward.rotates, ward.refusesSpentAtOnce) {
            case (true, true):
                return .remark("both granted \(Self.rounds) times, by chance: a spent token is refused at once")
            case (true, nil): return .unknown("both granted \(Self.rounds) times, which may be chance")
            default: return .sound("both granted; the session lives on")
            }
        },
    ]

    private static let delays: [Duration] = [.zero, .seconds(1), .seconds(5), .seconds(30)]
    /// One that went well may be chance.
    private static let rounds = 5
}
