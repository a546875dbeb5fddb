import FoundationEssentials
import JOSE
import SessionCore

extension Check {
    /// How endpoints answer requests that lack everything: none of them can succeed.
    static let endpoints = [
        Check(
            "authorization-endpoint", "the authorization endpoint answers", .rfc(6749, "3.1"),
            "The browser is sent here; without parameters it should see a page that explains the error."
        ) { visit in
            guard case .success(let url) = await visit.address(of: .authorization) else { return nil }
            return await visit.page(at: url, for: .authorization)
        },

        Check(
            "token-endpoint", "the token endpoint refuses as it should", .rfc(6749, "5.2"),
            "A client reads from the error whether to sign in again or to try later."
        ) { visit in
            let probe: (URL) -> Probe = { .form($0, for: .token) }
            let sight = await visit.refusal(by: .token, of: probe) { .fault("it answers \($0.status)") }
            guard sight?.verdict == .sound, case .success(let endpoint) = await visit.address(of: .token),
                let answer = await visit.ask(probe(endpoint)).response
            else { return sight }
            guard answer.oauthError != nil else {
                return .fault("\(answer.status) without an error in JSON (\(answer.mediaType ?? "no type"))")
            }
            return [400, 401].contains(answer.status) ? sight : .note("\(answer.inWords), where 400 or 401 belongs")
        },

        Check(
            "client-authentication-asked", "it asks for an authentication it lists",
            .rfc(6749, "5.2"),
            "A client authenticates as the metadata says; what the token endpoint asks for should be among it."
        ) { visit in
            guard let metadata = await visit.metadata(), case .success(let url) = await visit.address(of: .token) else {
                return nil
            }
            visit.attempts = []
            guard let answer = await visit.ask(.form(url, for: .token)).response, answer.oauthError != nil else {
                return nil
            }
            let listed = metadata["token_endpoint_auth_methods_supported"]?.strings ?? ["client_secret_basic"]
            let asksForBasic = answer.schemes.contains { $0.lowercased() == "basic" }
            return asksForBasic && !listed.contains("client_secret_basic")
                ? .note("it asks for Basic, and lists \(listed.listed)")
                : .sound(answer.schemes.isEmpty ? answer.inWords : answer.schemes.listed)
        },

        Check(
            "userinfo", "userinfo refuses a made-up token", .openIDConnectCore("5.3.3"),
            "A client learns here whether its token is still good."
        ) { visit in
            guard case .success(let url) = await visit.address(of: .userInfo) else { return nil }
            visit.attempts = []
            let reply = await visit.ask(Probe.document(url, for: .userInfo).withMadeUpToken)
            let sight = Visit.refusal(reply) { .fault("it answers \($0.status)") }
            guard sight.verdict == .sound, let answer = reply.response else { return sight }
            let error = AuthenticationChallenge.token(in: answer.headers)?.error
            return answer.status == 401 && error == "invalid_token"
                ? .sound("401 invalid_token") : .note("\(answer.inWords), where 401 with invalid_token belongs")
        },

        Check(
            "revocation", "tokens can be revoked", .rfc(7009, "2.1"),
            "Without it a sign-out leaves the tokens valid until they expire."
        ) { visit in
            await visit.refusal(by: .revocation, of: { .form($0, for: .revocation) }, absent: .note) {
                .note("it answers \($0.status) to a request without a token")
            }
        },

        Check(
            "introspection", "introspection asks who wants to know", .rfc(7662, "2.1"),
            "Where everybody may ask, everybody can try out tokens."
        ) { visit in
            await visit.refusal(by: .introspection, of: { .form($0, for: .introspection) }, absent: .sound) {
                .fault("it answers \($0.status) to a request without authentication")
            }
        },

        Check(
            "device-authorization", "the device flow is whole", .rfc(8628, "3.1"),
            "A client without a browser needs both the endpoint and the grant."
        ) { visit in
            let grants = await visit.metadata()?["grant_types_supported"]?.strings
            let isListed = grants?.contains("urn:ietf:params:oauth:grant-type:device_code")
            let isOffered = await visit.address(of: .deviceAuthorization) != nil
            if isListed == true, !isOffered {
                return Sight(.fault, "the grant is listed, but no endpoint", rule: .rfc(8628, "4"))
            }
            let sight = await visit.refusal(
                by: .deviceAuthorization, of: { .form($0, for: .deviceAuthorization) }, absent: .sound
            ) { .fault("it answers \($0.status) to a request without a client") }
            guard sight?.verdict == .sound, isOffered, isListed == false else { return sight }
            return Sight(.note, "there is an endpoint, but the grant is not listed", rule: .rfc(8628, "4"))
        },

        Check(
            "pushed-authorization", "authorization requests can be pushed", .rfc(9126, "2"),
            "A client that must push its request needs the endpoint."
        ) { visit in
            let isRequired = await visit.metadata()?["require_pushed_authorization_requests"]?.bool == true
            return await visit.refusal(
                by: .pushedAuthorization, of: { .form($0, for: .pushedAuthorization) },
                absent: isRequired ? .fault : .sound
            ) { .fault("it answers \($0.status) to a request without a client") }
        },

        Check(
            "registration", "clients can register", .rfc(7591, "3"),
            "A client that the provider does not know registers itself, or a person must do it by hand."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let takesDocuments = metadata["client_id_metadata_document_supported"]?.bool == true
            if takesDocuments, metadata[ProviderEndpoint.registration.rawValue] == nil {
                return .sound("by the address of the client's metadata")
            }
            let isExpected = visit.demands == .mcp || visit.resource != nil
            // What is sent is JSON, but no metadata: nothing can be registered from it.
            return await visit.refusal(
                by: .registration,
                of: { url in
                    Probe(
                        method: "POST", url: url,
                        headers: ["Accept": "application/json", "Content-Type": "application/json"],
                        body: "\"nothing\"", purpose: .registration)
                }, absent: isExpected ? .note : .sound
            ) { .fault("it answers \($0.status) to a body that is not client metadata") }
        },

        Check(
            "end-session", "the provider signs users out", .logout("2"),
            "Without it the next sign-in may pass without a question."
        ) { visit in
            guard await visit.speaksOpenID(), await visit.metadata() != nil else { return nil }
            guard let address = await visit.address(of: .endSession) else { return .note("not offered") }
            guard case .success(let url) = address else { return .unknown("not asked: see its address") }
            return await visit.page(at: url, for: .endSession)
        },
    ]
}
