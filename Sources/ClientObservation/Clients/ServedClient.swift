package import FoundationEssentials
package import SessionCore
import SessionHTTP

/// A client of a server that is watched from the server's side, and how far it has come on its way to a first call.
package struct ServedClient: Sendable, Hashable, Identifiable {
    /// What a client does until it calls and afterwards, in this order.
    package enum Step: String, Sendable, Hashable, CaseIterable {
        /// A call without a token, by which the client learns that it needs one.
        case challenge
        case metadata, registration, authorization, redemption, call, refresh
    }

    /// What was seen of a step.
    package struct Progress: Sendable, Hashable {
        /// How it ended last.
        package enum Outcome: String, Sendable, Hashable, CaseIterable {
            case passed, failed
            /// No answer has come yet.
            case pending
        }

        package let step: Step
        package var outcome: Outcome
        /// `nil` where no answer came.
        package var status: Int?
        /// When it ended so first, in a row; of one without an answer, when it began.
        package var moment: Date
        /// How often it passed.
        package var count: Int

        package init(step: Step, outcome: Outcome, status: Int?, moment: Date, count: Int) {
            (self.step, self.outcome, self.status) = (step, outcome, status)
            (self.moment, self.count) = (moment, count)
        }
    }

    /// Counts the clients in the order in which they were seen first, from 1.
    package let id: Int
    /// The product that it calls itself; `nil` while only a browser has come for it.
    package var name: String?
    /// Where it came from last.
    package var address: String?
    package var clientID: String?
    /// Those that were seen, each once.
    package var steps: [Progress]
    /// Whether a redirect has brought it a code.
    package var hasCode: Bool
    /// Its latest access token, and when that was delivered here; without that time it comes from elsewhere.
    package var token: Fingerprint?
    package var delivered: Date?
    package var lifetime: Duration?
    /// The numbers of those that it was taken for before.
    package var earlier: [Int]
    package var first: Date
    package var latest: Date
    /// The one that it has turned out to be, where it was taken for another.
    package var successor: Int?

    package init(
        id: Int, name: String? = nil, address: String? = nil, clientID: String? = nil, steps: [Progress] = [],
        hasCode: Bool = false, token: Fingerprint? = nil, delivered: Date? = nil, lifetime: Duration? = nil,
        earlier: [Int] = [], first: Date, latest: Date, successor: Int? = nil
    ) {
        (self.id, self.name, self.address, self.clientID, self.steps) = (id, name, address, clientID, steps)
        (self.hasCode, self.token, self.delivered, self.lifetime) = (hasCode, token, delivered, lifetime)
        (self.earlier, self.first, self.latest, self.successor) = (earlier, first, latest, successor)
    }

    package subscript(step: Step) -> Progress? { steps.first { $0.step == step } }

    mutating func take(_ progress: Progress) {
        if let place = steps.firstIndex(where: { $0.step == progress.step }) {
            steps[place] = progress
        } else {
            steps.append(progress)
        }
    }

    /// Whether a message of this client is its.
    package func has(_ client: Int?) -> Bool { client.map { $0 == id || earlier.contains($0) } ?? false }

    /// Whether it is shown as another state of itself: times and counts alone are no news.
    package func isShown(as other: ServedClient) -> Bool {
        var other = other
        other.latest = latest
        for place in other.steps.indices where steps.indices.contains(place) {
            let own = steps[place]
            guard own.step == other.steps[place].step, own.outcome == other.steps[place].outcome else { return false }
            other.steps[place].count = own.count
        }
        return self == other
    }
}

extension ServedClient {
    /// Whether it has a token that no answer here has brought: what came before was not seen.
    package var signsInElsewhere: Bool { token != nil && delivered == nil }

    /// How it stands: what came last, and what never came.
    package enum Stand: String, Sendable, Hashable, CaseIterable {
        /// The client was told to bring a token, and has not come back.
        case neverReturned = "never_returned"
        /// The metadata were read, and nothing has come that needs them.
        case neverRegistered = "never_registered"
        case registrationFailed = "registration_failed"
        case neverAuthorized = "never_authorized"
        case authorizationFailed = "authorization_failed"
        /// The code has gone to the client, or the browser stays at a page.
        case neverRedeemed = "never_redeemed"
        case redemptionFailed = "redemption_failed"
        case neverCalled = "never_called"
        case callFailed = "call_failed"
        case refreshFailed = "refresh_failed"
        case calls
    }

    /// By the furthest step that has shown anything.
    package var stand: Stand {
        if let refresh = self[.refresh], refresh.outcome == .failed,
            refresh.moment > self[.call]?.moment ?? .distantPast
        {
            return .refreshFailed
        }
        if let call = self[.call] { return call.outcome == .failed ? .callFailed : .calls }
        if let redemption = self[.redemption] {
            return redemption.outcome == .failed ? .redemptionFailed : .neverCalled
        }
        if let authorization = self[.authorization] {
            return authorization.outcome == .failed ? .authorizationFailed : .neverRedeemed
        }
        if let registration = self[.registration] {
            return registration.outcome == .failed ? .registrationFailed : .neverAuthorized
        }
        return self[.metadata]?.outcome == .passed ? .neverRegistered : .neverReturned
    }

    /// The step by which it stands so.
    package var furthest: Progress? {
        switch stand {
        case .neverReturned: self[.challenge] ?? self[.metadata]
        case .neverRegistered: self[.metadata]
        case .registrationFailed, .neverAuthorized: self[.registration]
        case .authorizationFailed, .neverRedeemed: self[.authorization]
        case .redemptionFailed, .neverCalled: self[.redemption]
        case .callFailed, .calls: self[.call]
        case .refreshFailed: self[.refresh]
        }
    }

    /// Since when it stands so.
    package var since: Date { furthest?.moment ?? latest }

    /// Whether it stands so for longer than a client needs for its next step; a person takes longer.
    package func isStuck(at moment: Date) -> Bool {
        let patience: Double =
            switch stand {
            case .calls: .infinity
            case .registrationFailed, .authorizationFailed, .redemptionFailed, .callFailed, .refreshFailed: 0
            case .neverReturned, .neverRegistered, .neverCalled: 30
            case .neverRedeemed: hasCode ? 30 : 600
            case .neverAuthorized: 600
            }
        return moment.timeIntervalSince(since) >= patience
    }

    /// Who has to act, from what was seen alone; `nil` where that does not say.
    package var side: FindingRule.Side? {
        let isServerError = furthest?.status.map { $0 >= 500 } == true
        switch stand {
        case .neverCalled: return .client
        case .neverRedeemed: return hasCode ? .client : nil
        case .registrationFailed, .authorizationFailed, .redemptionFailed, .refreshFailed:
            return isServerError ? .authorizationServer : nil
        case .callFailed: return isServerError ? .resourceServer : nil
        case .neverReturned, .neverRegistered, .neverAuthorized, .calls: return nil
        }
    }
}
