import Addresses
import FoundationEssentials
import JOSE
import SessionCore

extension Check {
    /// What the issuer's metadata says.
    static let metadata = [
        Check(
            "issuer-identical", "the issuer", .rfc(8414, "3.3"),
            "A client refuses metadata and tokens whose issuer differs in a single character.",
            mend: "Write the issuer in the metadata and in tokens as clients know it, to the last slash."
        ) { visit in
            guard let metadata = await visit.metadata(), let asked = visit.issuer else { return nil }
            guard let found = metadata["issuer"]?.string else { return .fault("the metadata names none") }
            if found.hasSameBytes(as: asked) { return .sound(found) }
            let isSlash = found == asked + "/" || asked == found + "/"
            let words = isSlash ? "\(found): differs by a slash at the end" : "\(found), not \(asked)"
            return isSlash && visit.isIssuerTyped ? .remark(words) : .fault(words)
        },

        Check(
            "issuer-form", "the form of the issuer", .rfc(8414, "2"),
            "A client compares the issuer as text: a slash at its end belongs to it.",
            mend: "Use an https URL without query and fragment."
        ) { visit in
            guard let issuer = await visit.metadata()?["issuer"]?.string else { return nil }
            guard let url = URL(given: issuer), let origin = Origin(url) else {
                return .fault("not a URL: \(issuer)")
            }
            if !origin.isSecure, !origin.isLoopback { return .fault("plain http: \(issuer)") }
            if url.query != nil || url.fragment != nil { return .fault("with a query or a fragment: \(issuer)") }
            let isSlashed = issuer.hasSuffix("/") && visit.issuer?.hasSuffix("/") == true
            if isSlashed { return .remark("it ends in a slash") }
            return .sound(origin.isSecure ? "a URL of https" : "plain http, on this machine")
        },

        Check(
            "endpoints-present", "the endpoints of a sign-in", .rfc(8414, "2"),
            "A client can't sign in without these endpoints.",
            mend: "List authorization_endpoint and token_endpoint."
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
            "endpoints-https", "the endpoints' schemes", .rfc(6749, "3.1"),
            "What goes to an endpoint of plain http is read on the way: codes, tokens, secrets.",
            mend: "Serve all endpoints over https, and list them so."
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
            "endpoints-usable", "the endpoints' addresses", .rfc(6749, "3.1"),
            "A client must not follow metadata to what is not a URL, to another network, or to a user name in front "
                + "of the host.",
            mend: "List absolute URLs on hosts that clients reach, without user information."
        ) { visit in
            guard await visit.metadata() != nil else { return nil }
            let flaws = await visit.flaws().filter { $0.flaw != .insecure }
            return flaws.isEmpty
                ? .sound("all may be gone to")
                : .fault(flaws.map { "\($0.endpoint.rawValue): \($0.flaw)" }.joined(separator: "; "))
        },

        Check(
            "endpoints-origin", "the endpoints' hosts", .rfc(8414, "6.2"),
            "A client, a proxy or a firewall that trusts only the issuer's host must know the others.",
            mend: "Serve the endpoints at the issuer's host, or document the others."
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
            return others.isEmpty ? .sound("the issuer's") : .remark("also \(others.sorted().listed)")
        },

        Check(
            "pkce", "the methods of PKCE", .rfc(7636, "4.2"),
            "A client without a secret is safe only with S256; MCP clients stop where it is not listed.",
            mend: "Support S256, and list it in code_challenge_methods_supported."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            // A client of MCP reads the first document, and no other one.
            let read = visit.demands?.areOfMCP == true ? await visit.places().lazy.compactMap(\.document).first : nil
            guard let methods = (read ?? metadata)["code_challenge_methods_supported"]?.strings else {
                return Sight(visit.demands?.areOfMCP == true ? .fault : .note, "not listed", rule: .rfc(8414, "2"))
            }
            guard methods.contains("S256") else { return .fault("only \(methods.listed)") }
            return methods.contains("plain")
                ? Sight(.note, "\(methods.listed): plain, too", rule: .rfc(9700, "2.1.1"))
                : .sound(methods.listed)
        },

        Check(
            "issuer-in-response", "the issuer in authorization responses", .rfc(9207, "3"),
            "A client of several servers tells by it which one answered.",
            mend: "Send iss in authorization responses, and announce it."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let isSent = metadata["authorization_response_iss_parameter_supported"]?.bool == true
            return isSent ? .sound("announced") : .remark("not announced")
        },

        Check(
            "grant-types", "the grants", .rfc(8414, "2"),
            "A client gets its tokens by a code and keeps the session by a refresh token.",
            mend: "List authorization_code, and refresh_token where there are refresh tokens."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            guard let grants = metadata["grant_types_supported"]?.strings else {
                return .remark("not listed, which means authorization_code and implicit")
            }
            let missing = ["authorization_code", "refresh_token"].filter { !grants.contains($0) }
            return missing.isEmpty ? .sound(grants.listed) : .remark("\(grants.listed), without \(missing.listed)")
        },

        Check(
            "response-types", "the response types", .rfc(8414, "2"),
            "A client asks for a code; the list is required.",
            mend: "List code in response_types_supported."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            guard let types = metadata["response_types_supported"]?.strings else {
                return .fault("not listed")
            }
            let incomplete = await visit.places().filter { $0.document?["response_types_supported"] == nil }
                .filter { $0.document != nil && !$0.isOpenID }
            if let place = incomplete.first { return .fault("not listed at \(place.url.path)") }
            return types.contains("code") ? .sound(types.listed) : .fault("only \(types.listed)")
        },

        Check(
            "client-authentication", "how clients authenticate", .rfc(8414, "2"),
            "An installed client can't keep a secret: it signs in as a public one.",
            mend: "List the methods that are supported; none for public clients."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            guard let methods = metadata["token_endpoint_auth_methods_supported"]?.strings else {
                return .remark("not listed, which means client_secret_basic")
            }
            let isPublic = methods.contains("none")
            return Sight(isPublic ? .sound : .note, methods.listed + (isPublic ? "" : ": none for public clients"))
                .suggesting(.clientAuthentication(listed: methods))
        },

        Check(
            "scopes", "the scopes", .rfc(8414, "2"),
            "A client asks for what is listed: openid for an ID token, offline_access often for a refresh token.",
            mend: "List the scopes that clients may ask for."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            guard let scopes = metadata["scopes_supported"]?.strings else { return .remark("not listed") }
            let ofOpenID = await visit.openIDDocument()?["scopes_supported"]?.strings
            guard let ofOpenID, !ofOpenID.contains("openid") else { return .sound(scopes.listed) }
            return Sight(.note, "without openid: \(ofOpenID.listed)", rule: .discovery("3"))
        },

        Check(
            "openid-members", "the members of OpenID Connect", .discovery("3"),
            "Clients of OpenID Connect refuse metadata that lacks a required member.",
            mend: "Add what OpenID Connect Discovery requires to the document."
        ) { visit in
            guard let metadata = await visit.metadata(), await visit.speaksOpenID() else { return nil }
            let document = await visit.openIDDocument() ?? metadata
            let own = ["jwks_uri", "subject_types_supported", "id_token_signing_alg_values_supported"]
            // What no document has is a fault of its own.
            let shared = ["authorization_endpoint", "token_endpoint", "response_types_supported"]
            let required = own + shared.filter { metadata[$0] != nil }
            let missing = required.filter { document[$0] == nil }
            return missing.isEmpty ? .sound("all") : .fault("\(missing.listed) is missing")
        },

        Check(
            "id-token-algorithms", "the algorithms of ID tokens", .discovery("3"),
            "Some clients know only RS256, and none may accept an unsigned ID token from the browser.",
            mend: "List RS256, and never none."
        ) { visit in
            guard let listed = await visit.metadata()?["id_token_signing_alg_values_supported"]?.strings
            else {
                return nil
            }
            if listed.contains("none") { return .remark("\(listed.listed): none is no signature") }
            return listed.contains("RS256") ? .sound(listed.listed) : .remark("\(listed.listed) alone, without RS256")
        },
    ]
}
