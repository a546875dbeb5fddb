import Addresses
import FoundationEssentials
import JOSE
import SessionCore

extension Check {
    /// How the authorization endpoint answers; most needs a client that it knows.
    static let authorization = [
        Check(
            "redirect-uri", "changed redirect URIs", .rfc(9700, "4.1.3"),
            "Where a redirect URI is compared in part alone, codes and errors can be sent to somebody else's page.",
            mend: "Compare redirect URIs as whole strings; on loopback alone the port may differ."
        ) { visit in
            guard let client = visit.client, let url = await visit.authorizationEndpoint else { return nil }
            guard await visit.metadata()?["require_pushed_authorization_requests"]?.bool != true else {
                return .unknown("requests must be pushed")
            }
            guard let right = await visit.ask(.signIn(url, client)).response else { return .unknown("no answer") }
            guard right.status < 400 else { return .unknown("it answers \(right.status) to the right one, too") }
            let isRedirected = right.parameters(sentTo: client.redirectURI) != nil
            var (followed, undecided, refused): ([String], [String], [String]) = ([], [], [])
            for (change, uri) in client.others {
                guard let answer = await visit.ask(.signIn(url, client, to: uri)).response else {
                    undecided.append(change)
                    continue
                }
                if answer.parameters(sentTo: uri) != nil {
                    followed.append(change)
                } else if isRedirected || (400..<500).contains(answer.status) {
                    // The right one was sent back at once: what is not is refused, on whatever page.
                    refused.append(change)
                } else {
                    undecided.append(change)
                }
            }
            if !followed.isEmpty {
                return .fault("it redirects to another \(followed.joined(separator: " and another "))")
            }
            if !undecided.isEmpty {
                return .unknown("a page comes that may refuse another \(undecided.joined(separator: ", "))")
            }
            return refused.isEmpty ? nil : .sound("refused: another \(refused.joined(separator: ", "))")
        },

        Check(
            "redirect-status", "the status of a redirect to the client", .rfc(9700, "4.12"),
            "A browser sends a form on with a 307 or 308: the password goes to the client.",
            mend: "Redirect with 303."
        ) { visit in
            guard let client = visit.client, let url = await visit.authorizationEndpoint else { return nil }
            guard let answer = await visit.ask(.signIn(url, client)).response,
                answer.parameters(sentTo: client.redirectURI) != nil
            else { return .unknown("no redirect was seen") }
            return [307, 308].contains(answer.status) ? .remark("\(answer.status)") : .sound("\(answer.status)")
        },

        Check(
            "issuer-sent", "the issuer in an error response", .rfc(9207, "2"),
            "A client that was promised iss must refuse every response that lacks it.",
            mend: "Send iss with errors, too, as the metadata announce."
        ) { visit in
            guard let client = visit.client, let url = await visit.authorizationEndpoint else { return nil }
            guard let answer = await visit.ask(.signIn(url, client)).response,
                let sent = answer.parameters(sentTo: client.redirectURI)
            else { return .unknown("no redirect was seen") }
            let metadata = await visit.metadata()
            let isAnnounced = metadata?["authorization_response_iss_parameter_supported"]?.bool == true
            guard let issuer = sent["iss"] else {
                return isAnnounced ? .fault("announced, and not sent") : .sound("neither announced nor sent")
            }
            guard let expected = metadata?["issuer"]?.string, issuer != expected else { return .sound("sent") }
            return Sight(.fault, "\(issuer), not \(expected)", rule: .rfc(9207, "2.4"))
        },

        Check(
            "page-framing", "the sign-in page in a frame", .rfc(9700, "4.16"),
            "A page that others may frame can be laid under theirs, and the user consents without seeing it.",
            mend: "Send Content-Security-Policy: frame-ancestors 'none'."
        ) { visit in
            guard let url = await visit.authorizationEndpoint else { return nil }
            guard let answer = await visit.signInPage(at: url) else { return .unknown("no page was seen") }
            if let field = answer.framingField { return .sound(field) }
            guard visit.client != nil, answer.isSuccess, answer.mediaType == "text/html" else {
                return .unknown("only an error was seen")
            }
            return .remark("neither X-Frame-Options nor frame-ancestors")
        },

        Check(
            "authorization-cors", "CORS at the authorization endpoint", .rfc(9700, "2.6"),
            "No script of a page asks for a code: a client redirects the browser there.",
            mend: "Send no Access-Control-Allow-Origin at this endpoint."
        ) { visit in
            guard let url = await visit.authorizationEndpoint else { return nil }
            var probe = Probe.page(url, for: .authorization)
            probe.headers["Origin"] = Probe.stranger
            guard let answer = await visit.ask(probe).response else { return .unknown("no answer") }
            guard let allowed = answer.headers["Access-Control-Allow-Origin"] else { return .sound("none") }
            let hasCookies = answer.headers["Access-Control-Allow-Credentials"]?.lowercased() == "true"
            if allowed == Probe.stranger, hasCookies { return .fault("for every page, with the user's cookies") }
            return [Probe.stranger, "*"].contains(allowed) ? .remark("for every page") : .sound("for \(allowed) alone")
        },

        Check(
            "token-caching", "whether token answers may be cached", .rfc(6749, "5.1"),
            cachingOfTokens,
            mend: "Send Cache-Control: no-store with each answer of the token endpoint."
        ) { visit in
            guard case .success(let url) = await visit.address(of: .token) else { return nil }
            guard let answer = await visit.ask(.refresh(url)).response else { return .unknown("no answer") }
            return answer.headers.allowStoring
                ? .unknown("the refusal has no no-store, and need not") : .sound("no-store, in the refusal, too")
        },

        Check(
            "legacy-grants", "grants that are given up", .rfc(9700, "2.4"),
            "A password, or a token in a URL, is seen by those whom it is no business of: OAuth 2.1 has neither.",
            mend: "Turn the password grant and response_type=token off."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let listed = metadata.givenUp
            return listed.isEmpty ? .sound("none is listed") : .remark(listed.listed)
        },

        Check(
            "refresh-token-expiration", "whether refresh tokens say when they end",
            Citation(
                "OAuth 2.0 Refresh Token and Authorization Expiration", "Metadata",
                url: "https://datatracker.ietf.org/doc/draft-ietf-oauth-refresh-token-expiration/"),
            "A client that knows when its session ends asks the user in time.",
            mend: "Say in refresh_token_expiration_types_supported how refresh tokens end."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            return metadata["refresh_token_expiration_types_supported"]?.strings.map { .sound($0.listed) }
                ?? .notOffered
        },

        Check(
            "grant-profiles", "the profiles of grants",
            Citation(
                "Identity Assertion JWT Authorization Grant", "Metadata",
                url: "https://datatracker.ietf.org/doc/draft-ietf-oauth-identity-assertion-authz-grant/"),
            "A client of an enterprise gets its token here with an assertion of the identity provider (ID-JAG).",
            mend: "List the grant type that each listed profile needs."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            guard let profiles = metadata["authorization_grant_profiles_supported"]?.strings else { return .notOffered }
            let assertion = "urn:ietf:params:oauth:grant-type:jwt-bearer"
            let takesAssertions = metadata["grant_types_supported"]?.strings?.contains(assertion) == true
            return profiles.contains { $0.hasSuffix(":id-jag") } && !takesAssertions
                ? .remark("\(profiles.listed), but its grant is not listed") : .sound(profiles.listed)
        },

        Check(
            "keys-few", "how many keys there are", .rfc(7517, "5"),
            "Clients keep a limited number of keys, and try each for a token that names none.",
            mend: "Remove keys whose tokens have expired."
        ) { visit in
            guard let keys = await visit.keys() else { return nil }
            return keys.count > 16 ? .remark("\(keys.count)") : .sound("\(keys.count)")
        },
    ]
}

extension Check {
    /// Why no cache may keep an answer that has tokens.
    static let cachingOfTokens = "A cache that keeps the answer keeps the tokens."
}

extension HTTPHeaders {
    /// Whether a cache may keep the answer, as far as Cache-Control says.
    var allowStoring: Bool { values(of: "Cache-Control").allSatisfy { !$0.lowercased().contains("no-store") } }
}

extension JSONObject {
    /// What the metadata list that OAuth 2.1 has given up.
    var givenUp: [String] {
        let grants = (self["grant_types_supported"]?.strings ?? []).filter { ["password", "implicit"].contains($0) }
        let types = (self["response_types_supported"]?.strings ?? []).filter {
            $0.split(separator: " ").contains("token")
        }
        return grants + types.map { "response_type \($0)" }
    }
}

extension Visit {
    /// The authorization endpoint, where it may be gone to.
    fileprivate var authorizationEndpoint: URL? {
        mutating get async {
            guard case .success(let url) = await address(of: .authorization) else { return nil }
            return url
        }
    }
}

extension Visit {
    /// What a sign-in begins with, as a browser finds it within the provider's origin; `nil` where that is no page, as
    /// where the browser is sent back at once: nobody goes to the client.
    fileprivate mutating func signInPage(at url: URL) async -> HTTPResponse? {
        let request = client.map { Probe.signIn(url, $0, isSilent: false) }
        var probe = request ?? .page(url, Probe.authorization, for: .authorization)
        for _ in 0..<3 {
            guard let answer = await ask(probe).response else { return nil }
            guard (300..<400).contains(answer.status) else { return answer }
            guard let next = answer.headers["Location"].flatMap({ URL(given: $0, relativeTo: answer.url) }),
                Origin(next) == Origin(url), client.map({ answer.parameters(sentTo: $0.redirectURI) == nil }) ?? true
            else { return nil }
            probe = .page(next, for: .authorization)
        }
        return nil
    }
}

extension HTTPResponse {
    /// The field by which a page forbids frames.
    fileprivate var framingField: String? {
        let directives = headers.values(of: "Content-Security-Policy")
            .flatMap { $0.lowercased().split { $0 == ";" || $0 == "," } }
            .map { $0.split(separator: " ") }.filter { $0.first == "frame-ancestors" }
        // Whoever may be named, these name everybody.
        let open: Set<Substring> = ["*", "http:", "https:"]
        if !directives.isEmpty {
            return directives.contains { open.isDisjoint(with: $0) } ? "frame-ancestors" : nil
        }
        guard let field = headers["X-Frame-Options"], ["deny", "sameorigin"].contains(field.lowercased()) else {
            return nil
        }
        return "X-Frame-Options: \(field)"
    }
}
