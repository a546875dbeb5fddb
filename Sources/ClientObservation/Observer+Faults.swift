import SessionHTTP

// What clients make of faults that are injected into their messages.

extension Observer {
    private static let strikeLimit = 1_000
    /// How many may be open at once: each is asked again at each message.
    private static let openLimit = 16

    /// Takes in that a fault has struck a message that has begun.
    package mutating func take(_ fault: ClientFault, in message: Int) {
        guard strikes.count < Self.strikeLimit else { return }
        if openStrikes.count == Self.openLimit { strikes[openStrikes.removeFirst()].verdict = .undecided(.tooMany) }
        openStrikes.append(strikes.count)
        strikes.append(FaultStrike(id: strikes.count + 1, fault: fault, message: message))
    }

    /// Observes a message that has begun, where its program has met a fault.
    mutating func observeAfterStrikes(_ sighting: Sighting) {
        for place in openStrikes where strikes[place].later.count < FaultStrike.laterLimit {
            let struck = ledger.sightings[strikes[place].message]
            // The answer to a sign-in goes to a browser.
            let isOfAny = strikes[place].fault.target == .authorizationResponse
            guard isOfAny || struck?.caller?.name == sighting.caller?.name else { continue }
            strikes[place].later.append(sighting.id)
        }
    }

    /// Looks for what shows a correct client.
    mutating func judgeStrikes() {
        guard !openStrikes.isEmpty else { return }
        for place in openStrikes {
            guard let inquiry = FaultInquiry(strikes[place], ledger) else { continue }
            let fault = strikes[place].fault
            // A client may refuse the claims before it fetches the keys.
            guard let conduct = fault.conduct(inquiry), !fault.effect.needsKey || inquiry.knowsKey else { continue }
            strikes[place].verdict = .passed(conduct)
        }
        openStrikes.removeAll { strikes[$0].verdict != .open }
    }

    /// Records that a rule was broken, where that is what a fault asks for: also where it seemed to be kept before.
    mutating func recordBroken(_ rule: FindingRule, _ messages: [Int], _ session: Int?) {
        for place in strikes.indices where strikes[place].fault.rules.contains(rule.name) {
            let strike = strikes[place]
            if case .broken = strike.verdict { continue }
            // A sign-in passes as soon as it begins, and may turn out to break a rule.
            let isOpen =
                strike.verdict == .open
                || strike.verdict == .passed(.signedIn) && messages.contains(where: strike.later.contains)
            let isOfSession = session != nil && isOpen && session == ledger.sightings[strike.message]?.session
            if messages.contains(strike.message) || isOfSession { strikes[place].verdict = .broken(rule: rule.name) }
        }
        openStrikes.removeAll { strikes[$0].verdict != .open }
    }

    /// What only the end of the watch decides.
    mutating func closeStrikes() {
        judgeStrikes()
        for place in openStrikes {
            strikes[place].verdict =
                FaultInquiry(strikes[place], ledger).map { $0.verdictAtEnd(of: strikes[place].fault) }
                ?? .undecided(.stillWaiting)
        }
        openStrikes = []
    }
}

extension FaultInquiry {
    fileprivate func verdictAtEnd(of fault: ClientFault) -> FaultVerdict {
        if fault.effect.needsKey, fault.conduct(self) != nil { return .undecided(.keysFromBefore) }
        if later.isEmpty { return .undecided(.nothingCame) }
        let isRepeated = sendsAgain != nil || isRepeatedAtOnce || later.contains { $0.isSameRequest(as: struck) }
        return fault.endsWithSilence && !isRepeated ? .passed(.didNotRepeat) : .undecided(.unclear)
    }
}
