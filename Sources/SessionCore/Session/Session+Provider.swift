public import FoundationEssentials

/// What else the provider can be asked about the present session; none of it changes the session.
extension Session {
    /// Gets a separate token, for a narrower audience or scope, in return for the session's access token (RFC 8693).
    ///
    /// Refreshes the access token first where that is due. A refusal, `invalid_grant` included, is thrown as
    /// ``SessionError/refused(_:during:)``: it says nothing about the session.
    public func exchangeAccessToken(for exchange: TokenExchange) async throws(SessionError) -> TokenResponse {
        let bearer = try await bearer(.none(minimumValidity: nil))
        let endpoint = TokenEndpoint(provider(scope(generation: bearer.generation, cause: nil)))
        return try response(in: await endpoint.exchange(bearer.token, for: exchange))
    }

    /// Sends a token request of the caller's own, with the client's authentication; the session is as before.
    ///
    /// For grants beside the session, such as one of the provider's own: the parameters are sent as they are,
    /// `grant_type` among them. The tokens belong to the caller; ``TokenResponse/decode(_:by:)`` reads members that
    /// have no property. A refusal is thrown as ``SessionError/refused(_:during:)``. Not for the session's refresh
    /// token, which another request would spend.
    public func requestTokens(with grant: FormParameters) async throws(SessionError) -> TokenResponse {
        if case .unknown = machine.phase { throw .notConfigured }
        let endpoint = TokenEndpoint(provider(scope(generation: machine.generation, cause: nil)))
        return try response(in: await endpoint.requestForCaller(grant))
    }

    private func response(in outcome: TokenOutcome) throws(SessionError) -> TokenResponse {
        switch outcome.mapTexts(journal.secrets) {
        case .granted(let response): return response
        case .rejected(let error), .refused(let error): throw .refused(error, during: .token)
        case .doubtful(let refusal, let manner): throw refusal.sessionError(retryAfter: manner.retryAfter)
        case .failed(let error), .unusable(let error, _): throw error
        }
    }

    /// Asks the provider what it knows of the access token (RFC 7662); many providers answer confidential clients only.
    ///
    /// The token is asked about as it is, expired or not.
    public func introspectAccessToken() async throws(SessionError) -> Introspection {
        guard let active = machine.active else { throw machine.absence }
        return try await introspect(active.credentials.access, kind: .access)
    }

    /// Asks the provider what it knows of the refresh token (RFC 7662), which stays as it is.
    ///
    /// Throws ``SessionError/unsupported(_:)`` where the session has none.
    public func introspectRefreshToken() async throws(SessionError) -> Introspection {
        guard let active = machine.active else { throw machine.absence }
        guard let token = active.credentials.refresh else {
            throw .unsupported("introspection of a refresh token: it issued none")
        }
        return try await introspect(token, kind: .refresh)
    }

    private func introspect(
        _ token: Secret, kind: TokenRevocation.Kind
    ) async throws(SessionError) -> Introspection {
        let provider = provider(scope(generation: machine.generation, cause: nil))
        do throws(SessionError) {
            return try await IntrospectionEndpoint(provider).introspect(token, kind: kind)
        } catch {
            throw masked(error)
        }
    }

    /// The page that signs the person out of the provider itself (OpenID Connect RP-Initiated Logout 1.0).
    ///
    /// To be asked for before ``signOut(force:)``, which forgets the ID token that names the provider's session, and
    /// opened afterwards. The browser goes on to `redirectURI`, which the provider must know, with `state`. Throws
    /// ``SessionError/unsupported(_:)`` where the provider has no such page.
    public func endSessionURL(redirectURI: URL? = nil, state: String? = nil) async throws(SessionError) -> URL {
        let provider = provider(scope(generation: machine.generation, cause: nil))
        do throws(SessionError) {
            return try await EndSessionEndpoint(provider).url(
                idToken: machine.active?.credentials.idToken?.token, redirectURI: redirectURI?.absoluteString,
                state: state)
        } catch {
            throw masked(error)
        }
    }

    /// The visit to that page; to be asked for before ``signOut(force:)``, and run afterwards.
    package func endSessionVisit() async throws(SessionError) -> EndSessionVisit {
        let provider = provider(scope(generation: machine.generation, cause: nil))
        do throws(SessionError) {
            return try await EndSessionVisit(provider, idToken: machine.active?.credentials.idToken?.token)
        } catch {
            throw masked(error)
        }
    }

    /// Runs the visit, and stores with the ended session that the provider's has ended too.
    package func run(
        _ visit: EndSessionVisit, _ receiver: (any RedirectReceiver)?,
        open: @escaping @Sendable (URL) async -> Bool, awaiting report: @escaping @Sendable () async -> Void
    ) async -> EndSessionVisit.Outcome {
        let generation = machine.generation
        let outcome = await visit.run(receiver, open: open, awaiting: report)
        if outcome == .ended, machine.active == nil, machine.generation == generation {
            update { $0.endAtProvider() }
            await keeper.endAtProvider(generation: generation)
        }
        return outcome
    }
}
