import ConsoleApp
import SessionCore

extension SignInOffers {
    /// Reads the provider's metadata, which the session may have fetched already.
    static func ask(_ session: Session) async -> SignInOffers {
        do throws(SessionError) {
            let metadata = try await session.metadata(with: ProviderEndpoint.unknownToOpenID)
            return .known(
                SignInFlowKind.obstacles { $0.obstacle(in: metadata, for: session.client) },
                introspection: IntrospectionOffer(in: metadata, for: session.client))
        } catch {
            return .unavailable("\(error)")
        }
    }
}

extension SignInFlowKind {
    /// Why a client can't take some of the ways at any provider.
    static func obstacles(for client: ClientAuthentication) -> [SignInFlowKind: SignInObstacle] {
        obstacles { $0.obstacle(for: client) }
    }

    fileprivate static func obstacles(
        _ obstacle: (SignInFlowName) -> SignInObstacle?
    ) -> [SignInFlowKind: SignInObstacle] {
        let pairs = allCases.compactMap { kind in obstacle(SignInFlowName(kind)).map { (kind, $0) } }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}

extension IntrospectionOffer {
    init(in metadata: ProviderMetadata, for client: ClientConfiguration) {
        if metadata.endpoints[.introspection] == nil {
            self = .refused("the provider publishes no introspection_endpoint")
        } else if let service = metadata.introspectionRuledOut(for: client) {
            self = .refused("\(SessionError.unsupported(service))")
        } else {
            self = .offered
        }
    }
}

extension ProviderMetadata {
    /// What the provider does not offer to a public client, if its metadata says so (RFC 7662 §2.1).
    func introspectionRuledOut(for client: ClientConfiguration) -> String? {
        let methods = introspectionAuthenticationMethods
        guard !Self.isIntrospectionOpen(to: client, methods: methods), let methods, let last = methods.last else {
            return nil
        }
        let others = methods.dropLast().joined(separator: ", ")
        return "introspection to public clients, only to those with \(others.isEmpty ? "" : "\(others) or ")\(last)"
    }
}

extension SignInFlowName {
    init(_ kind: SignInFlowKind) {
        self =
            switch kind {
            case .browser: .code
            case .device: .device
            case .password: .password
            case .client: .clientCredentials
            case .imported: .import
            }
    }

    /// Why the client can't take this way at any provider; `nil` if it can.
    fileprivate func obstacle(for client: ClientAuthentication) -> SignInObstacle? {
        guard case .clientCredentials = self, case .none = client else { return nil }
        return SignInObstacle("it needs a client with a secret, a key or a certificate", isFinal: true)
    }

    /// Why this flow is not available; `nil` if nothing is known against it.
    func obstacle(in metadata: ProviderMetadata, for client: ClientConfiguration) -> SignInObstacle? {
        func missing(_ endpoint: ProviderEndpoint) -> SignInObstacle? {
            guard metadata.endpoints[endpoint] == nil else { return nil }
            return SignInObstacle("the provider publishes no \(endpoint.rawValue)", isFinal: true)
        }
        func unlisted(_ grant: String) -> SignInObstacle? {
            guard metadata.isDiscovered else { return nil }
            // RFC 8414 §2: without a list these two are meant; only the first is supported here.
            let grants = metadata.grantTypes ?? ["authorization_code", "implicit"]
            guard !grants.contains(grant) else { return nil }
            return SignInObstacle(
                "the provider does not list the grant \(grant), but may support it", isFinal: false)
        }
        if let own = obstacle(for: client.authentication) { return own }
        switch self {
        case .code: return missing(.authorization) ?? missing(.token) ?? unlisted("authorization_code")
        case .device: return missing(.deviceAuthorization) ?? missing(.token)
        case .password: return missing(.token) ?? unlisted("password")
        case .clientCredentials: return missing(.token) ?? unlisted("client_credentials")
        case .jwtBearer: return missing(.token) ?? unlisted(JWTBearerFlow.grantType)
        case .tokenExchange: return missing(.token) ?? unlisted(TokenExchange.grantType)
        case .import: return nil
        }
    }
}
