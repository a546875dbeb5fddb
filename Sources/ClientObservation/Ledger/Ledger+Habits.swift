import SessionHTTP

extension Ledger {
    /// Where a program's requests go to, whichever process sends them.
    struct ProgramWay: Hashable, Sendable {
        let program: String?
        let place: SecretID
    }

    /// What a sender asks for by its client's own credentials (RFC 6749 §4.4).
    struct OwnGrant: Hashable, Sendable {
        private let sender: Caller?
        private let client: String?
        private let place: SecretID
        private let purpose: TokenPurpose

        init(_ facts: TokenRequestFacts, by message: Sighting) {
            sender = message.sender
            client = facts.client
            place = message.place
            purpose = TokenPurpose(of: facts, nil)
        }
    }

    /// No rule looks at more of them.
    private static let habitLimit = 4

    /// Remembers a request that is a fault only where it is sent again and again.
    mutating func rememberHabit(_ sighting: Sighting) {
        switch sighting.kind {
        case .token(let facts):
            if let id = facts.assertion?.id, assertions[id] == nil { assertions[id] = sighting.id }
            guard facts.grant == .clientCredentials else { break }
            ownGrants.append(sighting.id, to: OwnGrant(facts, by: sighting), keeping: Self.habitLimit)
        case .keys:
            let way = Way(sender: sighting.sender, place: sighting.place)
            keyRequests.append(sighting.id, to: way, keeping: Self.habitLimit)
        case .redirect(let facts): takeError(of: facts, in: sighting.id)
        default: break
        }
    }

    /// Records what an answer publishes, or says for a sign-in.
    mutating func takePublication(_ answer: AnswerFacts, of sighting: Sighting) {
        if let set = answer.keys, let provider = sighting.provider { keys[provider] = set }
        if let issuer = answer.misplacedIssuer { misplaced[issuer] = sighting.id }
        if let resource = answer.resource?.resource {
            let known = described[sighting.origin] ?? []
            if !known.contains(resource) { described[sighting.origin] = (known + [resource]).suffix(16) }
        }
        for server in answer.resource?.servers ?? [] { resources[server] = sighting.id }
        if let redirect = answer.location?.redirect, case .authorization = sighting.kind {
            takeError(of: redirect, in: sighting.id)
        }
        if case .registration = sighting.kind, sighting.isSuccess {
            let way = ProgramWay(program: sighting.caller?.name, place: sighting.place)
            registrations.append(sighting.id, to: way, keeping: Self.habitLimit)
        }
        if let subject = answer.subject, let session = sighting.session, let known = sessions[session]?.subject,
            subject != known
        {
            sessions.change(session) { $0.foreignUserInfo = $0.foreignUserInfo ?? sighting.id }
        }
    }

    /// Records an error for a sign-in that comes from another issuer than its provider (RFC 9207 §2.4).
    private mutating func takeError(of facts: RedirectFacts, in message: Int) {
        guard facts.code == nil, let named = facts.issuer, let state = facts.state,
            let attempt = attempts.values.filter({ $0.facts.state == state }).max(by: { $0.id < $1.id }),
            let issuer = attempt.provider.flatMap({ providers[$0]?.issuer }),
            URLPlace.normalized(url: named) != URLPlace.normalized(url: issuer)
        else { return }
        foreignError = (message, attempt.id)
    }
}

extension Bounded where Value == [Int] {
    /// Appends a number to those of a key, and drops the first of more than the limit.
    mutating func append(_ number: Int, to key: Key, keeping limit: Int) {
        var numbers = self[key] ?? []
        numbers.append(number, keeping: limit)
        self[key] = numbers
    }
}

extension Ledger {
    /// Whether no message has presented a token.
    func isUnused(_ token: SecretID?) -> Bool {
        token.flatMap { tokens[$0] }?.presentations.isEmpty ?? true
    }
}
