import Addresses
import FoundationEssentials
import JOSE
import SessionCore

extension Check {
    /// What the issuer's metadata says.
    static let metadata = [
        Check(
            "issuer-identical", "the issuer is the one that was asked", .rfc(8414, "3.3"),
            "A client refuses metadata and tokens whose issuer differs in a single character."
        ) { visit in
            guard let metadata = await visit.metadata(), let asked = visit.issuer else { return nil }
            guard let found = metadata["issuer"]?.string else { return .fault("the metadata names none") }
            if found.hasSameBytes(as: asked) { return .sound(found) }
            let isSlash = found == asked + "/" || asked == found + "/"
            let words = isSlash ? "\(found): differs by a slash at the end" : "\(found), not \(asked)"
            return isSlash && visit.isIssuerTyped ? .note(words) : .fault(words)
        },

        Check(
            "issuer-form", "the issuer is a URL of https alone", .rfc(8414, "2"),
            "A client compares the issuer as text: a slash at its end belongs to it."
        ) { visit in
            guard let issuer = await visit.metadata()?["issuer"]?.string else { return nil }
            guard let url = URL(given: issuer), let origin = Origin(url) else {
                return .fault("not a URL: \(issuer)")
            }
            if !origin.isSecure, !origin.isLoopback { return .fault("plain http: \(issuer)") }
            if url.query != nil || url.fragment != nil { return .fault(issuer) }
            let isSlashed = issuer.hasSuffix("/") && visit.issuer?.hasSuffix("/") == true
            if isSlashed { return .note("it ends in a slash") }
            return .sound(origin.isSecure ? issuer : "\(issuer), on this machine")
        },

        Check(
            "endpoints-present", "a client can sign in", .rfc(8414, "2"),
            "A client can't sign in without these endpoints."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let grants = metadata["grant_types_supported"]?.strings
            let needsBrowser = grants?.contains("authorization_code") ?? true
            let needed: [ProviderEndpoint] = needsBrowser ? [.authorization, .token] : [.token]
            let missing = needed.filter { metadata[$0.rawValue]?.string == nil }.map(\.rawValue)
            return missing.isEmpty
                ? .sound(needed.map(\.rawValue).listed) : .fault("\(missing.listed) is missing")
        },

        Check(
            "endpoints-https", "all endpoints use https", .rfc(6749, "3.1"),
            "What goes to an endpoint of plain http is read on the way: codes, tokens, secrets."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            var origins: [ProviderEndpoint: Origin] = [:]
            for endpoint in ProviderEndpoint.allCases {
                guard let text = metadata[endpoint.rawValue]?.string else { continue }
                origins[endpoint] = URL(given: text).flatMap { Origin($0) }
            }
            let flawed = await visit.flaws().filter { $0.flaw == .insecure }.map(\.endpoint)
            let plain = ProviderEndpoint.allCases.filter { endpoint in
                // What is allowed to this client is plain http all the same.
                flawed.contains(endpoint) || origins[endpoint].map { !$0.isSecure && !$0.isLoopback } == true
            }
            if !plain.isEmpty { return .fault("plain http: \(plain.map(\.rawValue).listed)") }
            return .sound(origins.values.allSatisfy(\.isSecure) ? "https" : "plain http on this machine only")
        },

        Check(
            "endpoints-usable", "all endpoints may be gone to", .rfc(6749, "3.1"),
            "A client must not follow metadata to what is not a URL, to another network, or to a user name in front "
                + "of the host."
        ) { visit in
            guard await visit.metadata() != nil else { return nil }
            let flaws = await visit.flaws().filter { $0.flaw != .insecure }
            return flaws.isEmpty
                ? .sound("all")
                : .fault(flaws.map { "\($0.endpoint.rawValue): \($0.flaw)" }.joined(separator: "; "))
        },

        Check(
            "endpoints-origin", "the endpoints are at the issuer's host", .rfc(8414, "6.2"),
            "A client, a proxy or a firewall that trusts only the issuer's host must know the others."
        ) { visit in
            guard await visit.metadata() != nil,
                let issuer = visit.issuer.flatMap({ URL(given: $0) }).flatMap({ Origin($0) })
            else { return nil }
            var others: Set<String> = []
            for endpoint in ProviderEndpoint.allCases {
                guard case .success(let url) = await visit.address(of: endpoint), let origin = Origin(url),
                    origin.host != issuer.host
                else { continue }
                others.insert(origin.authority)
            }
            return others.isEmpty ? .sound("all") : .note("also \(others.sorted().listed)")
        },

        Check(
            "pkce", "PKCE with S256 is offered", .rfc(7636, "4.2"),
            "A client without a secret is safe only with S256; MCP clients stop where it is not listed."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            guard let methods = metadata["code_challenge_methods_supported"]?.strings else {
                return Sight(visit.demands == .mcp ? .fault : .note, "not listed", rule: .rfc(8414, "2"))
            }
            guard methods.contains("S256") else { return .fault("only \(methods.listed)") }
            return methods.contains("plain")
                ? Sight(.note, methods.listed, rule: .rfc(9700, "2.1.1")) : .sound(methods.listed)
        },

        Check(
            "issuer-in-response", "authorization responses name the issuer", .rfc(9207, "3"),
            "A client of several servers tells by it which one answered."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let isSent = metadata["authorization_response_iss_parameter_supported"]?.bool == true
            return isSent ? .sound("announced") : .note("not announced")
        },

        Check(
            "grant-types", "codes and refresh tokens are offered", .rfc(8414, "2"),
            "A client gets its tokens by a code and keeps the session by a refresh token."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            guard let grants = metadata["grant_types_supported"]?.strings else {
                return .note("not listed, which means authorization_code and implicit")
            }
            guard grants.contains("authorization_code") else { return .fault("only \(grants.listed)") }
            return Sight(grants.contains("refresh_token") ? .sound : .note, grants.listed)
        },

        Check(
            "response-types", "the response type code is offered", .rfc(8414, "2"),
            "A client asks for a code; the list is required."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            guard let types = metadata["response_types_supported"]?.strings else {
                return .fault("not listed")
            }
            return types.contains("code") ? .sound(types.listed) : .fault("only \(types.listed)")
        },

        Check(
            "client-authentication", "clients without a secret are accepted", .rfc(8414, "2"),
            "An installed client can't keep a secret: it signs in as a public one."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            guard let methods = metadata["token_endpoint_auth_methods_supported"]?.strings else {
                return .note("not listed, which means client_secret_basic")
            }
            return Sight(methods.contains("none") ? .sound : .note, methods.listed)
                .suggesting(.clientAuthentication(listed: methods))
        },

        Check(
            "scopes", "the scopes are listed", .rfc(8414, "2"),
            "A client asks for what is listed: openid for an ID token, offline_access often for a refresh token."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            guard let scopes = metadata["scopes_supported"]?.strings else { return .note("not listed") }
            guard await visit.speaksOpenID(), !scopes.contains("openid") else {
                return .sound(scopes.listed)
            }
            return Sight(.fault, "openid is not among \(scopes.listed)", rule: .discovery("3"))
        },

        Check(
            "openid-members", "OpenID Connect's members are there", .discovery("3"),
            "Clients of OpenID Connect refuse metadata that lacks a required member."
        ) { visit in
            guard let metadata = await visit.metadata(), await visit.speaksOpenID() else { return nil }
            let required = [
                "jwks_uri", "subject_types_supported", "id_token_signing_alg_values_supported",
            ]
            let missing = required.filter { metadata[$0] == nil }
            return missing.isEmpty ? .sound("all") : .fault("\(missing.listed) is missing")
        },

        Check(
            "id-token-algorithms", "ID tokens are signed, by RS256 too", .discovery("3"),
            "Some clients know only RS256, and none may accept an unsigned ID token from the browser."
        ) { visit in
            guard let listed = await visit.metadata()?["id_token_signing_alg_values_supported"]?.strings
            else {
                return nil
            }
            return Sight(
                listed.contains("RS256") && !listed.contains("none") ? .sound : .note, listed.listed)
        },
    ]
}
