import FoundationEssentials
import SessionCore

extension Ledger {
    /// Records that a message presents a token where it belongs.
    mutating func recordPresentation(of token: SecretID, in sighting: Sighting) {
        tokens.change(token) { record in
            record.presentations.append(sighting.id, keeping: TokenRecord.presentationLimit)
            record.users.send(by: sighting.caller)
        }
    }

    /// Records what a token request presents; returns the session that it is about.
    mutating func recordPresented(_ facts: TokenRequestFacts, in sighting: Sighting) -> Int? {
        switch facts.grant {
        case .authorizationCode:
            guard let code = facts.code, !code.isMasked else { return nil }
            if tokens[code] == nil { tokens[code] = TokenRecord(.code) }
            let attempt = attempt(of: facts, in: sighting)?.id
            tokens.change(code) { $0.attempt = $0.attempt ?? attempt }
            if let verifier = facts.verifier, verifiers[verifier] == nil { verifiers[verifier] = (code, sighting.id) }
            recordPresentation(of: code, in: sighting)
            return tokens[code]?.session
        case .deviceCode:
            guard let code = facts.deviceCode, !code.isMasked else { return nil }
            if tokens[code] == nil { tokens[code] = TokenRecord(.deviceCode) }
            recordPresentation(of: code, in: sighting)
            return nil
        case .refreshToken:
            guard let token = facts.refreshToken else { return nil }
            // Of two sessions either may be meant.
            if token.isMasked { return onlySession(of: facts.client, provider: sighting.provider) }
            if tokens[token]?.session == nil {
                // It is from before: of what it was issued for nothing is known.
                let session = ObservedSession(
                    id: sessions.total + 1, provider: sighting.provider, client: facts.client, grant: nil, began: nil)
                sessions[session.id] = session
                sessions.change(session.id) { ($0.refreshToken, $0.earlierToken) = (token, token) }
                var record = tokens[token] ?? TokenRecord(.refresh)
                record.session = session.id
                tokens[token] = record
            }
            recordPresentation(of: token, in: sighting)
            return tokens[token]?.session
        default: return nil
        }
    }

    /// Records what the token endpoint answers.
    mutating func recordTokenAnswer(_ answer: AnswerFacts, to facts: TokenRequestFacts, in sighting: Sighting) {
        let end = sighting.end ?? sighting.begin
        let deed = TokenRecord.Deed(message: sighting.id, moment: end)
        if let issued = answer.tokens {
            let session = sessionOfAnswer(to: facts, issued, in: sighting)
            sightings.change(sighting.id) { $0.session = session }
            recordIssued(issued, spending: facts, session: session, deed)
            if let token = facts.refreshToken {
                tokens.change(token) { $0.users.answer(sighting.caller, isRefused: false) }
            }
        } else if answer.verdict != .unharmed, facts.grant == .refreshToken, let token = facts.refreshToken {
            tokens.change(token) { record in
                record.record(answer.verdict, deed)
                record.users.answer(sighting.caller, isRefused: true)
            }
            if let session = sighting.session {
                sessions.change(session) { $0.takeRefusal(of: token, in: sighting.id) }
            }
        } else if answer.refusal == .slowDown, let code = facts.deviceCode {
            tokens.change(code) { $0.interval += .seconds(5) }
        }
    }

    /// The session that an answer with tokens belongs to; a new one for all grants but a refresh.
    private mutating func sessionOfAnswer(
        to facts: TokenRequestFacts, _ issued: IssuedTokens, in sighting: Sighting
    ) -> Int {
        if facts.grant == .refreshToken, let session = sighting.session, let known = sessions[session] {
            // Not by a refusal that came while this refresh was under way: only one of the two was in time.
            if case .refused(_, let message) = known.end, sightings[message]?.hasEnded(before: sighting) != false {
                sessions.change(session) { $0.end = nil }
            }
            return session
        }
        if let session = renewedSession(by: facts, in: sighting) { return session }
        let attempt = facts.grant == .authorizationCode ? attempt(of: facts, in: sighting) : nil
        var session = ObservedSession(
            id: sessions.total + 1, provider: sighting.provider, client: facts.client,
            grant: facts.grant == .refreshToken ? nil : facts.grant,
            began: facts.grant == .refreshToken ? nil : sighting.id)
        session.attempt = attempt?.id
        session.purpose = TokenPurpose(of: facts, attempt?.facts)
        session.scope = session.purpose.scope
        session.messages = [sighting.id]
        if let caller = sighting.caller { session.callers = [caller] }
        sessions[session.id] = session
        if let attempt { attempts.change(attempt.id) { $0.completion = $0.completion ?? sighting.id } }
        if let code = facts.code { tokens.change(code) { $0.session = session.id } }
        return session.id
    }

    /// The session that a client's own credentials go on with: there is one for all that it asks for alike.
    private func renewedSession(by facts: TokenRequestFacts, in sighting: Sighting) -> Int? {
        guard facts.grant == .clientCredentials else { return nil }
        return sessions.values.filter {
            $0.grant == .clientCredentials && $0.client == facts.client && $0.provider == sighting.provider
                && $0.purpose == TokenPurpose(of: facts, nil) && $0.end == nil
        }.map(\.id).max()
    }

    private mutating func recordIssued(
        _ issued: IssuedTokens, spending facts: TokenRequestFacts, session: Int, _ deed: TokenRecord.Deed
    ) {
        if let access = issued.access, !access.isMasked {
            var record = TokenRecord(.access, session: session, issued: deed)
            record.expiry = issued.expiresIn.map { deed.moment + $0 / .seconds(1) }
            (record.isBound, record.audiences) = (issued.isBound, issued.audiences)
            tokens[access] = record
        }
        for other in issued.others where tokens[other] == nil && !other.isMasked {
            tokens[other] = TokenRecord(.access, session: session, issued: deed)
        }
        if let id = issued.id, id != issued.access, !id.isMasked {
            tokens[id] = TokenRecord(.id, session: session, issued: deed)
        }
        if let refresh = issued.refresh, refresh != facts.refreshToken, !refresh.isMasked {
            if tokens[refresh]?.use != .refresh || tokens[refresh]?.issued == nil {
                var record = TokenRecord(.refresh, session: session, issued: deed)
                record.predecessor = facts.refreshToken
                record.expiry = issued.refreshExpiresIn.map { deed.moment + $0 / .seconds(1) }
                record.isBound = issued.isBound
                record.presentations = tokens[refresh]?.presentations ?? []
                tokens[refresh] = record
            }
            if let spent = facts.refreshToken {
                tokens.change(spent) { $0.successors.append((refresh, deed), keeping: 4) }
            }
        }
        let sender = sightings[deed.message]?.sender
        let published = sessions[session]?.provider.flatMap { providers[$0]?.issuer }
        sessions.change(session) { session in
            let isSignIn = session.generations.isEmpty && facts.grant != .refreshToken
            session.add(
                .init(
                    message: deed.message, delivered: deed.moment, access: issued.access, refresh: issued.refresh,
                    lifetime: issued.expiresIn, sender: sender,
                    purpose: isSignIn ? session.purpose : TokenPurpose(of: facts, after: session.purpose)))
            session.scope = issued.scope ?? session.scope
            session.subject = session.subject ?? issued.subject
            // Without an ID token it is the one whose metadata name the endpoint.
            session.issuer = issued.issuer ?? session.issuer ?? published
        }
    }

    private func onlySession(of client: String?, provider: Int?) -> Int? {
        let known = sessions.values.filter { $0.client == client && $0.provider == provider }
        return known.count == 1 ? known.first?.id : nil
    }

    mutating func recordRevocation(of token: SecretID, in sighting: Sighting) {
        let deed = TokenRecord.Deed(message: sighting.id, moment: sighting.end ?? sighting.begin)
        tokens.change(token) { $0.revoked = $0.revoked ?? deed }
        // A client that revokes the token that it has replaced goes on with the new one.
        guard let session = tokens[token]?.session, sessions[session]?.refreshToken == token else { return }
        sessions.change(session) { $0.end = .revoked(message: sighting.id) }
    }
}
