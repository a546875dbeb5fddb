import FoundationEssentials
import JOSE
import SessionCore

extension Check {
    /// How endpoints answer what a client sends, where client and token are made up: none of it can succeed.
    static let endpoints = [
        Check(
            "authorization-endpoint", "the authorization page", .rfc(6749, "3.1"),
            "The browser is sent here, and should see a page whatever is wrong with the request.",
            mend: "Answer a wrong request with an error page and a 4xx status."
        ) { visit in
            guard case .success(let url) = await visit.address(of: .authorization) else { return nil }
            return await visit.page(.page(url, Probe.authorization, for: .authorization))
        },

        Check(
            "token-endpoint", "the refusal of a made-up token", .rfc(6749, "5.2"),
            "A client reads from the error whether to sign in again or to try later.",
            mend: "Answer with 400 or 401 and JSON that has an error."
        ) { visit in
            let sight = await visit.refusal(by: .token, of: Probe.refresh) { answer in
                // Some say an error with 200; tokens for a made-up one would be another matter.
                answer.oauthError == nil
                    ? .fault("it answers \(answer.status)") : .remark("\(answer.inWords), where 400 belongs")
            }
            guard sight?.verdict == .sound, case .success(let endpoint) = await visit.address(of: .token),
                let answer = await visit.ask(.refresh(endpoint)).response
            else { return sight }
            guard answer.oauthError != nil else {
                return .fault("\(answer.status) without an error in JSON (\(answer.mediaType ?? "no type"))")
            }
            return [400, 401].contains(answer.status) ? sight : .remark("\(answer.inWords), where 400 or 401 belongs")
        },

        Check(
            "client-authentication-asked", "the token endpoint's authentication",
            .rfc(6749, "5.2"),
            "A client authenticates as the metadata says; what the token endpoint asks for should be among it.",
            mend: "Ask for the methods that the metadata list."
        ) { visit in
            guard let metadata = await visit.metadata(), case .success(let url) = await visit.address(of: .token) else {
                return nil
            }
            visit.attempts = []
            guard let answer = await visit.ask(.refresh(url)).response, answer.oauthError != nil else {
                return nil
            }
            let listed = metadata["token_endpoint_auth_methods_supported"]?.strings ?? ["client_secret_basic"]
            let asksForBasic = answer.schemes.contains { $0.lowercased() == "basic" }
            return asksForBasic && !listed.contains("client_secret_basic")
                ? .remark("it asks for Basic, and lists \(listed.listed)")
                : .sound(answer.schemes.isEmpty ? answer.inWords : answer.schemes.listed)
        },

        Check(
            "userinfo", "userinfo with a made-up token", .openIDConnectCore("5.3.3"),
            "A client learns here whether its token is still good.",
            mend: "Answer a token that is not valid with 401 and error=\"invalid_token\"."
        ) { visit in
            guard case .success(let url) = await visit.address(of: .userInfo) else { return nil }
            visit.attempts = []
            let reply = await visit.ask(Probe.document(url, for: .userInfo).withMadeUpToken)
            let sight = Visit.refusal(reply) { .fault("it answers \($0.status)") }
            guard sight.verdict == .sound, let answer = reply.response else { return sight }
            let error = AuthenticationChallenge.token(in: answer.headers)?.error
            return answer.status == 401 && error == "invalid_token"
                ? .sound("401 invalid_token")
                : .remark("\(answer.refusalInWords), where a challenge with invalid_token belongs")
        },

        Check(
            "revocation", "the revocation of tokens", .rfc(7009, "2.1"),
            "Without it a sign-out leaves the tokens valid until they expire.",
            mend: "Offer RFC 7009's endpoint, also to public clients, and list it."
        ) { visit in
            await visit.refusal(
                by: .revocation,
                of: { url in
                    .form(
                        url, ["token": Probe.madeUpToken, "client_id": Probe.madeUpClient], for: .revocation)
                }, absent: .note
                    // RFC 7009 §2.2: an unknown token is as good as revoked.
            ) { .sound("\($0.status)") }
        },

        Check(
            "introspection", "introspection by anybody", .rfc(7662, "2.1"),
            "Where everybody may ask and is told, everybody can try out tokens.",
            mend: "Answer 401 unless the caller has authenticated."
        ) { visit in
            await visit.refusal(
                by: .introspection, of: { .form($0, ["token": Probe.madeUpToken], for: .introspection) },
                absent: .absent
            ) { answer in
                let isActive = (try? answer.jsonObject(for: .introspection))?["active"]?.bool
                if isActive == true { return .fault("it calls a made-up token active") }
                let words = isActive.map { "\(answer.status), active \($0)" } ?? "\(answer.status)"
                return Sight(.note, "\(words), where 401 belongs", rule: .rfc(7662, "2.3"))
            }
        },

        Check(
            "device-authorization", "the device flow", .rfc(8628, "3.1"),
            "A client without a browser needs both the endpoint and the grant.",
            mend: "List both, or neither."
        ) { visit in
            let grants = await visit.metadata()?["grant_types_supported"]?.strings
            let isListed = grants?.contains("urn:ietf:params:oauth:grant-type:device_code")
            let isOffered = await visit.address(of: .deviceAuthorization) != nil
            if isListed == true, !isOffered {
                return Sight(.fault, "the grant is listed, but no endpoint", rule: .rfc(8628, "4"))
            }
            let sight = await visit.refusal(
                by: .deviceAuthorization,
                of: { .form($0, ["client_id": Probe.madeUpClient], for: .deviceAuthorization) }, absent: .absent
            ) { .remark("\($0.status) to a client that it can't know") }
            guard sight?.verdict == .sound, isOffered, isListed == false else { return sight }
            return Sight(.note, "there is an endpoint, but the grant is not listed", rule: .rfc(8628, "4"))
        },

        Check(
            "pushed-authorization", "pushed authorization requests", .rfc(9126, "2"),
            "A client that must push its request needs the endpoint.",
            mend: "Offer the endpoint, or do not require it."
        ) { visit in
            let isRequired = await visit.metadata()?["require_pushed_authorization_requests"]?.bool == true
            return await visit.refusal(
                by: .pushedAuthorization, of: { .form($0, Probe.authorization, for: .pushedAuthorization) },
                absent: isRequired ? .fault : .absent
            ) { .remark("\($0.status) to a client that it can't know") }
        },

        Check(
            "registration", "the registration of clients", .rfc(7591, "3"),
            "A client that the provider does not know registers itself, or a person must do it by hand.",
            mend: "Answer what is not client metadata with 400 and invalid_client_metadata."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            let takesDocuments = metadata["client_id_metadata_document_supported"]?.bool == true
            if takesDocuments, metadata[ProviderEndpoint.registration.rawValue] == nil {
                return .sound("by the address of the client's metadata")
            }
            let isExpected = visit.demands?.areOfMCP == true || visit.resource != nil
            let sight = await visit.refusal(
                by: .registration, of: Probe.registration, absent: isExpected ? .note : .absent
            ) { .fault("it answers \($0.status) to a body that is not client metadata") }
            guard case .success(let endpoint) = await visit.address(of: .registration),
                let status = await visit.ask(.registration(endpoint)).response?.status, status >= 500
            else { return sight }
            // No client sends such a body: what it does to the server says nothing of a registration.
            return .remark("it answers \(status) to a body that is not client metadata")
        },

        Check(
            "end-session", "signing out in the browser", .logout("2"),
            "Without it the next sign-in may pass without a question.",
            mend: "List end_session_endpoint, and answer there with a page."
        ) { visit in
            guard await visit.speaksOpenID(), await visit.metadata() != nil else { return nil }
            guard let address = await visit.address(of: .endSession) else { return .remark("not offered") }
            guard case .success(let url) = address else { return .unknown("not asked: see its address") }
            return await visit.page(.page(url, for: .endSession))
        },
    ]
}
