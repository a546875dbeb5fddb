import HTTPServer
import JOSE

extension DemoProvider {
    /// OpenID Connect Discovery 1.0 §3, RFC 8414 §2.
    func discovery(leavingOut members: Set<String> = []) -> ServerResponse {
        func url(_ endpoint: Endpoint) -> JSONValue { .string(issuer + endpoint.path) }
        let proofs: [JSONValue] = ["client_secret_basic", "client_secret_post", "private_key_jwt"]
        let algorithms = ReceivedAssertion.algorithms.map(\.rawValue).sorted().map { JSONValue.string($0) }
        var document: JSONObject = [
            "issuer": .string(flaws.chain.contains(.issuerSlash) ? issuer + "/" : issuer),
            "authorization_endpoint": url(.authorization),
            "token_endpoint": url(.token),
            "userinfo_endpoint": url(.userInfo),
            "jwks_uri": url(.jwks),
            "device_authorization_endpoint": url(.deviceAuthorization),
            "revocation_endpoint": url(.revocation),
            "introspection_endpoint": url(.introspection),
            "end_session_endpoint": url(.endSession),
            "pushed_authorization_request_endpoint": url(.pushedAuthorizationRequest),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": .array(GrantType.allCases.map { .string($0.rawValue) }),
            "scopes_supported": .array(Scope.supported.map { .string($0) }),
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": .array(
                ([.es256] + [tokenStyle.algorithm].compactMap(\.self)).map { .string($0.rawValue) }),
            "token_endpoint_auth_methods_supported": .array(["none"] + proofs),
            "token_endpoint_auth_signing_alg_values_supported": .array(algorithms),
            "revocation_endpoint_auth_methods_supported": .array(["none"] + proofs),
            "introspection_endpoint_auth_methods_supported": .array(proofs),
            "code_challenge_methods_supported": flaws.chain.contains(.plainPKCE) ? ["plain"] : ["S256"],
            "acr_values_supported": [.string(AuthorizationRequest.stepUpContextClass)],
            "prompt_values_supported": ["none", "login", "consent"],
            "claims_supported": [
                "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "at_hash", "sid", "name",
                "preferred_username", "email", "email_verified",
            ],
            "authorization_response_iss_parameter_supported": true,
            "request_uri_parameter_supported": false,
            "backchannel_logout_supported": true,
            "backchannel_logout_session_supported": true,
        ]
        if configuration.proofs != nil {
            document["dpop_signing_alg_values_supported"] = .array(
                KeyProof.algorithms.map(\.rawValue).sorted().map { .string($0) })
        }
        if registrations.policy != .closed { document["registration_endpoint"] = url(.registration) }
        if flaws.chain.contains(.noPKCE) { document["code_challenge_methods_supported"] = nil }
        for name in members { document[name] = nil }
        return .json(document)
    }
}
