import FoundationEssentials
import SessionCore

extension Experiment {
    /// What a refresh token does that is used twice.
    static let reuse = [
        Experiment(
            "spent-token", "a spent refresh token is refused", .rfc(9700, "4.14.2"),
            "A client that lost the answer may send the token once more within this time, and never later.",
            announcing: "sends a spent refresh token after 0, 1, 5 and 30 s, until it is refused", endsSession: true
        ) { (ward) async throws(Halt) in
            guard ward.rotates == true else { return nil }
            var session = try await ward.live()
            guard let spent = session.refreshToken else { return nil }
            let first = try await ward.refresh(spent)
            guard let response = first.granted else { return .unknown(first.words) }
            session.take(response)
            ward.session = session
            let start = ward.provider.channel.clock.uptime
            var accepted: Duration?
            for delay in Self.delays {
                try await ward.wait(until: start + delay)
                let outcome = try await ward.refreshAtOnce(spent)
                if let response = outcome.granted {
                    accepted = delay
                    session.take(response)
                    ward.session = session
                } else if outcome.isRefusal {
                    ward.robbed = session
                    guard let accepted else { return .sound("refused at once") }
                    return .note("accepted after \(accepted.inWords), refused after \(delay.inWords)")
                } else {
                    return .unknown("after \(delay.inWords): \(outcome.words)")
                }
            }
            return .fault("accepted for \(Self.delays.last?.inWords ?? "") and longer")
        },

        Experiment(
            "family", "a spent token ends the whole session", .rfc(9700, "4.14.2"),
            "After a theft the newest token must not live on; a client that sends a token twice signs its user out.",
            announcing: "sends the newest refresh token after that", endsSession: true
        ) { (ward) async throws(Halt) in
            guard var session = ward.robbed, let newest = session.refreshToken else { return nil }
            let outcome = try await ward.refresh(newest)
            if let response = outcome.granted {
                session.take(response)
                (ward.session, ward.robbed) = (session, nil)
                return .note("the newest token lives on")
            }
            ward.session = nil
            guard outcome.isRefusal else {
                ward.robbed = nil
                return .unknown(outcome.words)
            }
            return .sound("the newest token is dead: \(outcome.words)")
        },

        Experiment(
            "family-access-token", "the access token ends with the session", .rfc(9700, "4.14.2"),
            "An access token that lives on is a thief's until it expires.",
            announcing: "uses the newest access token after that"
        ) { (ward) async throws(Halt) in
            guard let session = ward.robbed else { return nil }
            guard let isDead = await ward.isDead(session.tokens) else { return .unknown("nothing tells") }
            return isDead ? .sound("dead at once") : .note("still accepted")
        },

        Experiment(
            "refresh-twice", "two refreshes at once", .rfc(9700, "4.14.2"),
            "Processes that share a session must refresh one at a time, unless both are granted.",
            announcing: "signs in and sends one refresh token twice at once", endsSession: true
        ) { (ward) async throws(Halt) in
            var session = try await ward.live()
            guard let token = session.refreshToken else { return nil }
            let outcomes = try await ward.refreshTwice(token)
            ward.session = nil
            let granted = outcomes.compactMap(\.granted)
            guard let last = granted.last else {
                return outcomes.allSatisfy(\.isRefusal)
                    ? .fault("both refused") : .unknown(outcomes.map(\.words).listed)
            }
            session.take(last)
            let after = try await ward.refresh(session.refreshToken ?? token)
            if let response = after.granted {
                session.take(response)
                ward.session = session
            }
            let count = granted.count == 2 ? "both granted" : "one granted"
            let life = after.granted != nil ? "the session lives on" : "the session is dead: \(after.words)"
            return Sight(granted.count == 2 && after.granted != nil ? .sound : .note, "\(count); \(life)")
        },
    ]

    private static let delays: [Duration] = [.zero, .seconds(1), .seconds(5), .seconds(30)]
}
