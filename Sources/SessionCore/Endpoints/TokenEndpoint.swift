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
        return await request(parameters, by: .refreshToken)
    }

    /// Sends a token request for the configured `audience` and `resource`, with the configured further parameters.
    package func request(_ grant: FormParameters) async -> TokenOutcome { await request(grant, by: .anything) }

    /// What is given for the tokens, as far as that matters to how a refusal is read.
    private enum Given { case refreshToken, anything }

    private func request(_ grant: FormParameters, by given: Given) async -> TokenOutcome {
        var grant = grant
        grant["audience"] = provider.configuration.audience
        for resource in provider.configuration.resources { grant.add("resource", resource) }
        for item in provider.configuration.tokenParameters.items { grant.add(item.name, item.value) }
        guard let signInWork = provider.signInWork else { return await send(grant, by: given) }
        do throws(SessionError) { try await signInWork.begin() } catch { return .failed(error) }
        let outcome = await send(grant, by: given)
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
    private func send(
        _ grant: FormParameters, by given: Given = .anything, isForCaller: Bool = false
    ) async -> TokenOutcome {
        do throws(SessionError) {
            // Fetched before the moment that lifetimes count from.
            _ = try await provider.metadata(with: .token)
            let requestedAt = ClockReading(provider.channel.clock)
            let response = try await provider.post(grant, to: .token, for: .token)
            let outcome = read(response, requestedAt: requestedAt, isForCaller: isForCaller)
            return given == .refreshToken ? outcome.ofRefresh(answeredBy: response.body) : outcome
        } catch {
            return .failed(error)
        }
    }

    private func read(_ response: HTTPResponse, requestedAt: ClockReading, isForCaller: Bool) -> TokenOutcome {
        if let refusal = refusal(in: response) { return refusal }
        guard response.isSuccess else {
            return .failed(response.failure(during: .token, now: requestedAt.time))
        }
        do throws(SessionError) {
            let object = try response.jsonObject(for: .token)
            do throws(SessionError) {
                var tokens = try TokenResponse(
                    object, requestedAt: requestedAt.time, requestedAtUptime: requestedAt.uptime,
                    providerDate: response.date)
                tokens.scope = tokens.scope.map(provider.channel.facts)
                if isForCaller, tokens.isNotApplicable { return .granted(tokens) }
                return .granted(try tokens.usable(by: provider.configuration.tokenScheme))
            } catch {
                let rest = TokenResponse(
                    refreshTokenOf: object, requestedAt: requestedAt.time, requestedAtUptime: requestedAt.uptime)
                return rest.map { .unusable(error, $0) } ?? .failed(error)
            }
        } catch {
            return .failed(error)
        }
    }

    /// The outcome by the OAuth error in the answer; `nil` where there is none, or the status makes it meaningless.
    ///
    /// Providers differ in the status that goes with an error: RFC 6749 §5.2 has 400 and 401, others 403, or 200.
    private func refusal(in response: HTTPResponse) -> TokenOutcome? {
        guard response.isSuccess || StatusMeaning(response.status) == .refusal, let error = response.oauthError else {
            return nil
        }
        return error.code == "invalid_grant" ? .rejected(error) : .refused(error)
    }
}
