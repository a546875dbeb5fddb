import Addresses
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import Doctor

@Suite(.timeLimit(.minutes(5)))
struct DoctorTests {
    @Test func `a sound provider has nothing against it, and every check looks at it`() async throws {
        let diagnosis = try await ImaginaryProvider().examined()
        let unsound = diagnosis.findings.filter { $0.verdict != .sound }
        #expect(unsound.isEmpty, "\(unsound.map { "\($0.check): \($0.seen)" })")
        #expect(diagnosis.findings.map(\.check) == Check.all.map(\.name))
        #expect(diagnosis.issuer == ImaginaryProvider.issuer)
        #expect(!diagnosis.isUnreachable)
    }

    @Test func `each check has its own name, and a flaw that it finds`() {
        let names = Check.all.map(\.name)
        #expect(Set(names).count == names.count)
        // What these look at can't be wrong: it is there, or not.
        let harmless: Set = ["token-caching", "refresh-token-expiration"]
        #expect(Set(Flaw.all.map(\.check)) == Set(names).subtracting(harmless))
    }

    @Test(arguments: Flaw.all)
    func `a flaw is named by its check and by no other`(flaw: Flaw) async throws {
        var provider = try ImaginaryProvider()
        try flaw.make(&provider)
        let diagnosis = try await provider.examined()
        #expect(diagnosis.complaints == [flaw.check])
        let finding = try #require(diagnosis.findings.first { $0.check == flaw.check })
        #expect(finding.verdict == flaw.verdict)
        #expect(!finding.seen.isEmpty)
    }

    @Test func `each check says whose a fault is, and a gateway's answer is of what stands in front`() async throws {
        let parties = Dictionary(uniqueKeysWithValues: Check.all.map { ($0.name, $0.party) })
        #expect(Check.resource.allSatisfy { $0.party == .resourceServer })
        #expect(parties["certificate"] == .front && parties["tls-version"] == .front && parties["clock"] == .some(nil))
        #expect(parties["token-endpoint"] == .authorizationServer && parties["pkce"] == .authorizationServer)
        var provider = try ImaginaryProvider()
        provider.answers["/token"] = .answer(502)
        provider.answers["/revoke"] = .answer(404)
        let findings = try await provider.examined().findings
        #expect(findings.first { $0.check == "token-endpoint" }?.party == .front)
        #expect(findings.first { $0.check == "revocation" }?.party == .authorizationServer)
    }

    @Test func `nobody goes to the client, where the browser would be sent back`() async throws {
        var provider = try ImaginaryProvider()
        let location = "\(ImaginaryProvider.redirectURI)?code=a"
        provider.answers["/authorize"] = .answer(302, headers: ["Location": location])
        let wire = provider.wire
        let diagnosis = try await provider.examined(over: wire)
        #expect(wire.scripted.requests.allSatisfy { $0.url.host != "app.example" })
        #expect(diagnosis.findings.first { $0.check == "page-framing" }?.seen == "no page was seen")
    }

    @Test func `lines for the profile are those that the findings support`() async throws {
        var provider = try ImaginaryProvider()
        #expect(
            try await provider.examined().profile
                == [
                    "resource": [.string(ImaginaryProvider.url)], "issuer": .string(ImaginaryProvider.issuer),
                    "scope": "read",
                ])
        provider.metadata["token_endpoint_auth_methods_supported"] = ["private_key_jwt", "client_secret_post"]
        #expect(try await provider.examined().profile["client_auth"] == "post")
        provider.metadata["token_endpoint_auth_methods_supported"] = ["client_secret_jwt"]
        #expect(try await provider.examined().profile["client_auth"] == nil)
        provider.metadata["scopes_supported"] = ["openid"]
        #expect(try await provider.examined().profile["scope"] == nil)
    }

    @Test func `neither a token nor a credential is sent, and nothing that could change anything`() async throws {
        let wire = try ImaginaryProvider().wire
        _ = try await ImaginaryProvider().examined(over: wire)
        for request in wire.scripted.requests {
            let authorization = request.headers["Authorization"]
            #expect(authorization == nil || authorization == "Bearer \(Probe.madeUpToken)")
            let names = FormParameters(decoding: request.bodyText).items.map(\.name)
            #expect(Set(names).isDisjoint(with: ["client_secret", "code", "password", "username", "assertion"]))
            #expect(request.headers["Cookie"] == nil)
        }
        let asked = wire.scripted.requests.map { "\($0.method) \($0.url) \($0.headers["Authorization"] ?? "")" }
        // The chain asks the resource and reads the documents for itself.
        #expect(asked.count - Set(asked).count <= 2, "\(asked)")
    }

    @Test func `a private key that is published is not shown`() async throws {
        var provider = try ImaginaryProvider()
        provider.keys[1] = try ImaginaryProvider.ec.get().json(includingPrivate: true)
        let secret = try #require(provider.keys[1]["d"]?.string)
        let diagnosis = try await provider.examined()
        #expect(!"\(diagnosis)".contains(secret))
    }

    @Test func `a provider that never answers is left alone after two time-outs`() async throws {
        let silent = ScriptedTransport()
        var provider = try ImaginaryProvider()
        for path in ["/mcp", "/.well-known/oauth-authorization-server/mcp"] + ImaginaryProvider.places {
            silent.always(path, .failure(.timedOut(.waiting)))
        }
        let wire = Wire(scripted: silent, date: nil, tls: nil)
        let diagnosis = try await provider.examined(over: wire)
        #expect(diagnosis.isUnreachable)
        #expect(diagnosis.complaints.isEmpty && !diagnosis.findings.isEmpty)
        #expect(silent.requests.count <= 3)
        provider.subject = .provider(issuer: ImaginaryProvider.issuer, resource: nil)
        #expect(try await provider.examined(over: wire).isUnreachable)
    }

    @Test(arguments: [
        TransportError.outOfResources("too many open files"), .invalidRequest("there is no libcurl"),
        .proxyRefused(status: 407),
    ])
    func `what this machine can't do is no fault of the provider`(error: TransportError) async throws {
        var provider = try ImaginaryProvider()
        for path in ["/token", "/userinfo", "/revoke", "/keys"] { provider.answers[path] = .failure(error) }
        let diagnosis = try await provider.examined()
        #expect(diagnosis.complaints.isEmpty, "\(diagnosis.complaints)")
        #expect(diagnosis.findings.first { $0.check == "revocation" }?.verdict == .unknown)
    }

    @Test func `an address that a person named and where nothing listens is no fault of the other`() async throws {
        var provider = try ImaginaryProvider()
        provider.answers["/mcp"] = .failure(.couldNotConnect(host: "mcp.example:443", reason: "refused"))
        provider.answers["/.well-known/oauth-protected-resource"] = provider.answers["/mcp"]
        provider.answers[ImaginaryProvider.pointer] = provider.answers["/mcp"]
        provider.subject = .provider(issuer: ImaginaryProvider.issuer, resource: URL(given: ImaginaryProvider.url))
        let diagnosis = try await provider.examined()
        #expect(diagnosis.complaints.isEmpty, "\(diagnosis.complaints)")
        #expect(diagnosis.findings.first { $0.check == "resource-challenge" }?.verdict == .unknown)
    }

    @Test func `the documents are merged as the client does, and each is judged by its own rules`() async throws {
        var provider = try ImaginaryProvider()
        provider.metadata["client_id_metadata_document_supported"] = true
        var bare = provider.metadata
        for name in [
            "subject_types_supported", "id_token_signing_alg_values_supported", "end_session_endpoint",
            "userinfo_endpoint",
        ] { bare[name] = nil }
        bare["scopes_supported"] = ["read"]
        provider.answers[ImaginaryProvider.places[0]] = provider.metadataAnswer(bare)
        for demands in [nil, Demands.mcp, .oidc] {
            provider.demands = demands
            let diagnosis = try await provider.examined()
            #expect(diagnosis.complaints.isEmpty, "\(diagnosis.complaints)")
            #expect(diagnosis.findings.map(\.check) == (Check.all + Check.demanded(by: demands)).map(\.name))
        }
        var other = provider.metadata
        for name in ["revocation_endpoint", "introspection_endpoint", "device_authorization_endpoint"] {
            other[name] = nil
        }
        other["grant_types_supported"] = ["authorization_code", "refresh_token"]
        provider.answers[ImaginaryProvider.places[0]] = provider.metadataAnswer(provider.metadata)
        provider.answers[ImaginaryProvider.places[1]] = provider.metadataAnswer(other)
        #expect(try await provider.examined().findings.first { $0.check == "revocation" }?.verdict == .sound)
        other["id_token_signing_alg_values_supported"] = nil
        provider.answers[ImaginaryProvider.places[1]] = provider.metadataAnswer(other)
        #expect(try await provider.examined().complaints.contains("openid-members"))
    }

    @Test func `what is not offered is neither sound nor a complaint`() async throws {
        var provider = try ImaginaryProvider()
        for name in ["introspection_endpoint", "pushed_authorization_request_endpoint"] {
            provider.metadata[name] = nil
        }
        let diagnosis = try await provider.examined()
        #expect(diagnosis.complaints.isEmpty)
        #expect(
            diagnosis.findings.filter { $0.verdict == .absent }.map(\.check)
                == ["introspection", "pushed-authorization"])
    }

    @Test func `the scope to ask for is that of the resource's metadata where the challenge has none`() async throws {
        var provider = try ImaginaryProvider()
        provider.challenges.0.replace(", scope=\"read\"", with: "")
        #expect(try await provider.examined().profile["scope"] == "read")
    }

    @Test func `an endpoint that hangs is a fault of its own, and the others are asked all the same`() async throws {
        var provider = try ImaginaryProvider()
        provider.answers["/revoke"] = .failure(.timedOut(.waiting))
        #expect(try await provider.examined().complaints == ["revocation"])
    }

    @Test func `a resource on the internet leads to no other network`() async throws {
        var provider = try ImaginaryProvider()
        for name in ["token_endpoint", "revocation_endpoint", "jwks_uri"] {
            provider.metadata[name] = "https://169.254.169.254/latest"
        }
        let wire = provider.wire
        _ = try await provider.examined(over: wire)
        #expect(!wire.scripted.requests.isEmpty)
        #expect(!wire.scripted.requests.contains { $0.url.host == "169.254.169.254" })
        let later = wire.scripted.requests.filter { $0.url.host != "mcp.example" }
        #expect(later.allSatisfy { $0.addresses == [.global] })
    }

    @Test func `an issuer alone is examined without a resource`() async throws {
        var provider = try ImaginaryProvider()
        provider.answers["/"] = .answer(404)
        provider.answers[""] = .answer(404)
        provider.subject = URL(given: ImaginaryProvider.issuer).map { .url($0) }
        let diagnosis = try await provider.examined()
        #expect(diagnosis.complaints.isEmpty, "\(diagnosis.complaints)")
        #expect(!diagnosis.findings.contains { $0.check.hasPrefix("resource") })
        #expect(diagnosis.findings.contains { $0.check == "token-endpoint" })
    }

    @Test func `a resource whose issuer a person names may publish nothing`() async throws {
        var provider = try ImaginaryProvider()
        let metadata = provider.metadataAnswer(provider.metadata)
        // The resource's own origin has no server.
        for place in ImaginaryProvider.places {
            provider.answers[place] = ScriptedAnswer { request in
                let answer = request.url.host == "as.example" ? metadata : .answer(404)
                return try await answer.respond(request)
            }
        }
        let others = ["/.well-known/oauth-authorization-server/mcp", "/.well-known/openid-configuration/mcp"]
        for place in others + [
            ImaginaryProvider.pointer, "/.well-known/oauth-protected-resource", "/mcp/.well-known/openid-configuration",
        ] { provider.answers[place] = .answer(404) }
        func verdict() async throws -> CheckVerdict? {
            try await provider.examined().findings.first { $0.check == "resource-metadata" }?.verdict
        }
        provider.subject = .provider(issuer: ImaginaryProvider.issuer, resource: URL(given: ImaginaryProvider.url))
        // The challenge says where they are.
        #expect(try await verdict() == .fault)
        provider.challenges = ("Bearer", "Bearer error=\"invalid_token\"")
        #expect(try await verdict() == .note)
        provider.subject = nil
        #expect(try await verdict() == .fault)
    }

    @Test func `a redirect on the way is followed with the made-up token, too`() async throws {
        var provider = try ImaginaryProvider()
        provider.resource["resource"] = .string(ImaginaryProvider.url + "/")
        provider.answers[ImaginaryProvider.pointer] = .json(provider.resource.serialized())
        provider.answers["/mcp"] = ScriptedAnswer { [challenges = provider.challenges] request in
            if !request.url.absoluteString.contains("/mcp/") {
                return try await ScriptedAnswer.answer(307, headers: ["Location": "/mcp/"]).respond(request)
            }
            let isAsked = request.headers["Authorization"] == nil
            return try await ScriptedAnswer.unauthorized(isAsked ? challenges.0 : challenges.1).respond(request)
        }
        provider.answers["/mcp/"] = provider.answers["/mcp"]
        let diagnosis = try await provider.examined()
        let finding = diagnosis.findings.first { $0.check == "wrong-token" }
        #expect(finding?.verdict == .sound, "\(finding?.seen ?? "")")
    }

    @Test func `a resource that protects some methods only has no fault in what it answers`() async throws {
        var provider = try ImaginaryProvider()
        provider.answers["/mcp"] = ScriptedAnswer { request in
            let status = request.method == "GET" ? 405 : request.headers["Mcp-Method"] == nil ? 400 : 200
            return try await ScriptedAnswer.answer(status).respond(request)
        }
        let diagnosis = try await provider.examined()
        #expect(diagnosis.issuer == ImaginaryProvider.issuer)
        #expect(diagnosis.complaints == ["resource-challenge"])
        #expect(!diagnosis.hasFaults && diagnosis.question == nil)
    }

    @Test func `what is rate-limited stays unknown`() async throws {
        var provider = try ImaginaryProvider()
        provider.answers["/token"] = .answer(429)
        let diagnosis = try await provider.examined()
        #expect(diagnosis.complaints.isEmpty)
        #expect(diagnosis.findings.first { $0.check == "token-endpoint" }?.verdict == .unknown)
    }

    @Test func `the examination ends where its task is cancelled`() async throws {
        let gate = Gate()
        var provider = try ImaginaryProvider()
        provider.answers["/token"] = .held(by: gate, .answer(500))
        let (wire, patient) = (provider.wire, provider)
        let examination = Task { try await patient.examined(over: wire) }
        try await wire.scripted.received(1, at: "/token")
        examination.cancel()
        let diagnosis = try await examination.value
        #expect(diagnosis.findings.last?.check == "token-endpoint")
        #expect(diagnosis.findings.last?.verdict == .unknown)
    }
}
