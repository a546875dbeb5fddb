import FoundationEssentials
import JOSE
import SessionCore

extension Check {
    /// What only a profile demands.
    package static func demanded(by demands: Demands?) -> [Check] {
        switch demands {
        case .fapi2: fapi2
        case .oauth21: oauth21
        case .mcp, .newMCP: mcp(.newest)
        case .oldMCP: mcp(.earlier)
        case .oidc, nil: []
        }
    }

    private static let fapi2 = [
        Check(
            "fapi-par", "FAPI 2.0: pushed authorization requests", .fapi("5.3.2.2"),
            "A client of the profile pushes each request, and the server refuses those that come by the browser.",
            mend: "Offer pushed authorization requests, and refuse all others."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            guard metadata[ProviderEndpoint.pushedAuthorization.rawValue]?.string != nil else {
                return .fault("there is no endpoint")
            }
            return metadata["require_pushed_authorization_requests"]?.bool == true
                ? .sound("required") : .unknown("offered; that it is required of a client can't be seen")
        },

        Check(
            "fapi-client-authentication", "FAPI 2.0: how clients authenticate", .fapi("5.3.2.1"),
            "A client of the profile authenticates by a key: private_key_jwt or mutual TLS.",
            mend: "Offer private_key_jwt or mutual TLS, and nothing else."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let byKey = ["private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"]
            let listed = metadata["token_endpoint_auth_methods_supported"]?.strings ?? ["client_secret_basic"]
            guard listed.contains(where: byKey.contains) else { return .fault("only \(listed.listed)") }
            let others = listed.filter { !byKey.contains($0) }
            return others.isEmpty ? .sound(listed.listed) : .remark("also \(others.listed)")
        },

        Check(
            "fapi-bound-tokens", "FAPI 2.0: tokens that are bound to a key", .fapi("5.3.2.1"),
            "A client of the profile gets tokens that nobody else can use: by DPoP or mutual TLS.",
            mend: "Bind access tokens by DPoP or mutual TLS, and list that."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let hasProofs = metadata["dpop_signing_alg_values_supported"]?.strings?.isEmpty == false
            let hasCertificates = metadata["tls_client_certificate_bound_access_tokens"]?.bool == true
            let ways = [hasProofs ? "DPoP" : nil, hasCertificates ? "mutual TLS" : nil].compactMap(\.self)
            return ways.isEmpty ? .fault("neither DPoP nor mutual TLS") : .sound(ways.listed)
        },

        Check(
            "fapi-algorithms", "FAPI 2.0: the algorithms of signatures", .fapi("5.4.1"),
            "A client of the profile signs and takes signatures by PS256, ES256 and EdDSA alone.",
            mend: "List PS256, ES256 and EdDSA alone."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let allowed = ["PS256", "ES256", "EdDSA", "Ed25519"]
            let names = [
                "id_token_signing_alg_values_supported", "dpop_signing_alg_values_supported",
                "token_endpoint_auth_signing_alg_values_supported",
            ]
            let lists = names.compactMap { name in metadata[name]?.strings.map { (name, $0) } }
            guard !lists.isEmpty else { return .unknown("not listed") }
            if let none = lists.first(where: { $0.1.contains("none") }) { return .fault("none is in \(none.0)") }
            if let bad = lists.first(where: { !$0.1.contains(where: allowed.contains) }) {
                return .fault("only \(bad.1.listed) in \(bad.0)")
            }
            let others = lists.flatMap(\.1).filter { !allowed.contains($0) }.inOrderOnce
            return others.isEmpty ? .sound(lists.flatMap(\.1).inOrderOnce.listed) : .remark("also \(others.listed)")
        },

        Check(
            "fapi-issuer", "FAPI 2.0: the issuer in responses", .fapi("5.3.2.2"),
            "A client of the profile refuses a response without it.",
            mend: "Send iss in authorization responses, and announce it."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let isSent = metadata["authorization_response_iss_parameter_supported"]?.bool == true
            return isSent ? .sound("announced") : .fault("not announced")
        },

        Check(
            "fapi-pkce", "FAPI 2.0: PKCE", .fapi("5.3.2.2"),
            "A client of the profile sends a challenge of S256, and the server takes no other.",
            mend: "Require PKCE, and list S256 alone."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let methods = metadata["code_challenge_methods_supported"]?.strings ?? []
            guard methods.contains("S256") else { return .fault("S256 is not listed") }
            return methods == ["S256"] ? .sound("S256") : .remark(methods.listed)
        },

        Check(
            "fapi-grants", "FAPI 2.0: grants that are refused", .fapi("5.3.2.1"),
            "A client of the profile gets its tokens by a code: the server refuses a password.",
            mend: "Turn the password grant and all response types but code off."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let listed = metadata.givenUp
            if listed.contains("password") { return .fault("password is listed") }
            return listed.isEmpty ? .sound("none is listed") : .remark(listed.listed)
        },

        Check(
            "fapi-sign-in", "FAPI 2.0: what needs a sign-in", .fapi("5.3.2"),
            "The profile demands more than metadata and refusals show.",
            mend: "Try it with a client of the profile, or the conformance suite of the OpenID Foundation."
        ) { _ in
            .unknown(
                "codes that live a minute, once, bound to the proof's key; refresh tokens that stay: see --behaviour")
        },

        Check(
            "fapi-unseen", "FAPI 2.0: what is not seen from outside", .fapi("5.3.2.1"),
            "The profile demands more than metadata and refusals show.",
            mend: "Try it with a client of the profile, or the conformance suite of the OpenID Foundation."
        ) { _ in .unknown("confidential clients alone; the issuer as aud of assertions; clocks that are 10 s ahead") },
    ]

    private static let oauth21 = [
        Check(
            "oauth21-grants", "OAuth 2.1: grants that are given up", .oauth21("10"),
            "A server of OAuth 2.1 has neither the password grant nor the implicit one.",
            mend: "Turn the password grant and response_type=token off."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let listed = metadata.givenUp
            return listed.isEmpty ? .sound("none is listed") : .fault(listed.listed)
        },

        Check(
            "oauth21-pkce", "OAuth 2.1: PKCE", .oauth21("4.1.1"),
            "A client of OAuth 2.1 sends a challenge, which the server must support.",
            mend: "Support S256, and list it in code_challenge_methods_supported."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            guard let methods = metadata["code_challenge_methods_supported"]?.strings else {
                return Sight(.fault, "no method is listed, which means none", rule: .rfc(8414, "2"))
            }
            return methods.contains("S256") ? .sound(methods.listed) : .fault("only \(methods.listed)")
        },

        Check(
            "oauth21-sign-in", "OAuth 2.1: what needs a sign-in", .oauth21("4.3.1"),
            "The draft demands more than metadata and refusals show.",
            mend: "Rotate the refresh tokens of public clients, or bind them to a key."
        ) { _ in .unknown("refresh tokens of public clients rotate, or are bound to a key: see --behaviour") },
    ]
}

extension Citation {
    fileprivate static func fapi(_ section: String) -> Citation {
        Citation(
            "FAPI 2.0 Security Profile", section, url: "https://openid.net/specs/fapi-security-profile-2_0-final.html")
    }

    fileprivate static func oauth21(_ section: String) -> Citation {
        Citation("OAuth 2.1", section, url: "https://datatracker.ietf.org/doc/draft-ietf-oauth-v2-1/")
    }
}
