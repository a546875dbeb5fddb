import FoundationEssentials
import JOSE

extension AuthorizationCodeFlow {
    /// The URL that the browser opens, after pushing the request if the provider or the configuration requires that.
    func authorizationURL(
        for attempt: AuthorizationAttempt, provider: ProviderChannel, metadata: ProviderMetadata
    ) async throws(SessionError) -> URL {
        var parameters = authorizationParameters(
            for: attempt, configuration: provider.configuration, metadata: metadata)
        // RFC 9449 §10: the code can be redeemed with the key only.
        parameters["dpop_jkt"] = provider.directory.proofs?.thumbprint
        if metadata.requiresPushedAuthorization || provider.configuration.pushesAuthorizationRequests {
            parameters = [
                "client_id": provider.configuration.clientID, "request_uri": try await push(parameters, to: provider),
            ]
        }
        let endpoint = try await provider.url(of: .authorization)
        guard let url = endpoint.adding(parameters, insteadOf: Self.reservedParameters) else {
            throw .unintelligible("\(ProviderEndpoint.authorization.rawValue) takes no parameters", during: .discovery)
        }
        return url
    }

    private func authorizationParameters(
        for attempt: AuthorizationAttempt, configuration: ClientConfiguration, metadata: ProviderMetadata
    ) -> FormParameters {
        var parameters: FormParameters = [
            "response_type": "code", "client_id": configuration.clientID, "redirect_uri": attempt.redirectURI,
        ]
        let scope = metadata.scope(of: configuration, adding: additionalScope)
        if !scope.isEmpty { parameters["scope"] = scope.joined(separator: " ") }
        parameters["state"] = attempt.state
        parameters["nonce"] = attempt.nonce
        parameters["code_challenge"] = attempt.verifier.challenge
        parameters["code_challenge_method"] = "S256"
        if !attempt.prompt.isEmpty { parameters["prompt"] = attempt.prompt.joined(separator: " ") }
        parameters["max_age"] = maxAge.map { String($0.components.seconds) }
        if !acrValues.isEmpty { parameters["acr_values"] = acrValues.joined(separator: " ") }
        parameters["login_hint"] = loginHint
        parameters["audience"] = configuration.audience
        for resource in configuration.resources { parameters.add("resource", resource) }
        let own = Self.reservedParameters.union(parameters.items.map(\.name))
        for item in extraParameters.items where !own.contains(item.name) { parameters.add(item.name, item.value) }
        return parameters
    }

    /// The `prompt` values of each attempt, in order: some providers know one value alone and call two invalid.
    func prompts(for scope: [String], metadata: ProviderMetadata) -> [[String]] {
        let isKnown = { (value: String) in metadata.promptValues?.contains(value) ?? true }
        if let prompt { return [prompt.filter { $0 != "consent" || isKnown("consent") }] }
        let login = asksAgain && isKnown("login") ? ["login"] : []
        let consent = scope.contains("offline_access") && isKnown("consent") ? ["consent"] : []
        return login.isEmpty || consent.isEmpty ? [login + consent] : [login + consent, login]
    }

    /// RFC 9126 §2: the provider keeps the request and gives a name for it.
    private func push(_ parameters: FormParameters, to provider: ProviderChannel) async throws(SessionError) -> String {
        let response = try await provider.post(parameters, to: .pushedAuthorization, for: .pushedAuthorization)
        guard response.isSuccess else {
            throw response.failure(during: .pushedAuthorization, now: provider.channel.clock.now)
        }
        guard let requestURI = try response.jsonObject(for: .pushedAuthorization)["request_uri"]?.string else {
            throw .unintelligible("request_uri is missing", during: .pushedAuthorization)
        }
        return requestURI
    }
}

extension ProviderMetadata {
    /// The configured scope without what is optional and not listed, and what is asked for besides.
    func scope(of configuration: ClientConfiguration, adding more: [String]) -> [String] {
        let isListed = { (name: String) in
            guard let scopes, !scopes.isEmpty else { return true }
            return scopes.contains(name)
        }
        let scope = configuration.scope.filter { !configuration.optionalScope.contains($0) || isListed($0) }
        return scope + more.filter { !scope.contains($0) }
    }
}
