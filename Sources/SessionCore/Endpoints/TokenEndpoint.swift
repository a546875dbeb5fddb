import JOSE

/// The token endpoint (RFC 6749 §3.2).
package struct TokenEndpoint: Sendable {
    private let provider: ProviderChannel

    package init(_ provider: ProviderChannel) {
        self.provider = provider
    }

    /// Asks for new tokens by the refresh token (RFC 6749 §6), which may be spent by this.
    ///
    /// A `scope` of `nil` asks for what was granted.
    package func refresh(_ refreshToken: Secret, scope: [String]? = nil) async -> TokenOutcome {
        var parameters: FormParameters = ["grant_type": "refresh_token", "refresh_token": refreshToken.reveal()]
        parameters["scope"] = scope?.joined(separator: " ")
        return await request(parameters).ofRefresh
    }

    /// Sends a token request for the configured `audience` and `resource`.
    package func request(_ grant: FormParameters) async -> TokenOutcome {
        var grant = grant
        grant["audience"] = provider.configuration.audience
        for resource in provider.configuration.resources { grant.add("resource", resource) }
        guard let signInWork = provider.signInWork else { return await send(grant) }
        do throws(SessionError) { try await signInWork.begin() } catch { return .failed(error) }
        let outcome = await send(grant)
        // Tokens that have come are out of danger only when they are stored.
        if case .granted = outcome {} else { signInWork.end() }
        return outcome
    }

    /// Exchanges the session's access token for what `exchange` names, and for nothing else.
    ///
    /// The outcome says nothing about the session: `invalid_grant` can only mean the token that was given.
    package func exchange(_ accessToken: Secret, for exchange: TokenExchange) async -> TokenOutcome {
        await requestForCaller(exchange.parameters(subjectToken: accessToken))
    }

    /// Sends a grant as it is, for tokens that belong to the caller and not to the session.
    package func requestForCaller(_ grant: FormParameters) async -> TokenOutcome {
        await send(grant, isForCaller: true)
    }

    /// Sends a token request and decides what its answer says about the grant.
    ///
    /// A caller may be given a token that can't be presented, to pass it on.
    private func send(_ grant: FormParameters, isForCaller: Bool = false) async -> TokenOutcome {
        do throws(SessionError) {
            // Fetched before the moment that lifetimes count from.
            _ = try await provider.metadata(with: .token)
            let requestedAt = provider.channel.clock.now
            let requestedAtUptime = provider.channel.clock.uptime
            let response = try await provider.post(grant, to: .token, for: .token)
            let answer = Result { () throws(SessionError) in try response.jsonObject(for: .token) }
            if let refusal = refusal(in: response, try? answer.get()) { return refusal }
            guard response.isSuccess else { return .failed(response.failure(during: .token, now: requestedAt)) }
            let object = try answer.get()
            do throws(SessionError) {
                var tokens = try TokenResponse(
                    object, requestedAt: requestedAt, requestedAtUptime: requestedAtUptime,
                    providerDate: response.date)
                tokens.scope = tokens.scope.map(provider.channel.facts)
                if isForCaller, tokens.isNotApplicable { return .granted(tokens) }
                return .granted(try tokens.usable(by: provider.configuration.tokenScheme))
            } catch {
                let rest = TokenResponse(
                    refreshTokenOf: object, requestedAt: requestedAt, requestedAtUptime: requestedAtUptime)
                return rest.map { .unusable(error, $0) } ?? .failed(error)
            }
        } catch {
            return .failed(error)
        }
    }

    /// The outcome by the OAuth error in the answer; `nil` where there is none, or the status makes it meaningless.
    ///
    /// Providers differ in the status that goes with an error: RFC 6749 §5.2 has 400 and 401, others 403, or 200.
    private func refusal(in response: HTTPResponse, _ object: JSONObject?) -> TokenOutcome? {
        guard response.isSuccess || StatusMeaning(response.status) == .refusal,
            let error = object.flatMap({ OAuthError(in: $0, status: response.status) })
        else { return nil }
        return error.code == "invalid_grant" ? .rejected(error) : .refused(error)
    }
}
