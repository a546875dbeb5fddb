import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct DiscoveryTests {
    @Test func `metadata is fetched when first needed, once, without secrets`() async throws {
        let scripted = try ImaginaryProvider(configure: { $0.authentication = .basic(Secret("s")) })
        #expect(scripted.transport.requests.isEmpty)
        let metadata = try await scripted.provider.metadata()
        #expect(try await scripted.provider.metadata() == metadata)
        #expect(metadata.isDiscovered)
        let request = try #require(scripted.transport.requests.first)
        #expect(scripted.transport.requests.count == 1)
        #expect(request.method == "GET")
        #expect(request.headers["Authorization"] == nil)
    }

    @Test func `the document of an issuer with a path is looked for at its three places in turn`() async throws {
        let scripted = try ImaginaryProvider(configure: { $0.issuer = "https://provider.example/a/b/" })
        for path in ["/a/b/.well-known/openid-configuration", "/.well-known/openid-configuration/a/b"] {
            scripted.transport.once(path, ScriptedTransport.answer(404))
        }
        var document = ImaginaryProvider.metadata
        document["issuer"] = "https://provider.example/a/b/"
        scripted.transport.once(
            "/.well-known/oauth-authorization-server/a/b", ScriptedTransport.json(document.serialized()))
        _ = try await scripted.provider.metadata()
        #expect(
            scripted.transport.requests.map(\.url.path) == [
                "/a/b/.well-known/openid-configuration", "/.well-known/openid-configuration/a/b",
                "/.well-known/oauth-authorization-server/a/b",
            ])
    }

    @Test func `the document of an issuer without a path is looked for at two places`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once(ImaginaryProvider.metadataPath, ScriptedTransport.answer(404))
        scripted.transport.once(
            "/.well-known/oauth-authorization-server",
            ScriptedTransport.json(ImaginaryProvider.metadata.serialized()))
        _ = try await scripted.provider.metadata()
        #expect(scripted.transport.requests.count == 2)
    }

    @Test func `a web page in place of a document is passed over`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once(
            ImaginaryProvider.metadataPath,
            ScriptedTransport.answer(200, headers: ["Content-Type": "text/html"], text: "<!DOCTYPE html>"))
        scripted.transport.once(
            "/.well-known/oauth-authorization-server",
            ScriptedTransport.json(ImaginaryProvider.metadata.serialized()))
        #expect(try await scripted.provider.metadata().isDiscovered)
    }

    @Test func `where no place has a document the first place's answer is the error`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.always(ImaginaryProvider.metadataPath, ScriptedTransport.answer(404))
        scripted.transport.always("/.well-known/oauth-authorization-server", ScriptedTransport.answer(403))
        let error = await failure { try await scripted.provider.metadata() }
        #expect(error == .server(status: 404, during: .discovery, retryAfter: nil))
    }

    @Test(arguments: [
        (
            ScriptedTransport.failure(.timedOut(.connect)),
            SessionError.transport(.timedOut(.connect), during: .discovery)
        ),
        (ScriptedTransport.answer(429), .server(status: 429, during: .discovery, retryAfter: nil)),
    ])
    func `a failure that may pass ends the search and is not kept`(
        answer: @escaping ScriptedTransport.Answer, expected: SessionError
    ) async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once(ImaginaryProvider.metadataPath, answer)
        #expect(await failure { try await scripted.provider.metadata() } == expected)
        #expect(scripted.transport.requests.count == 1)
        #expect(try await scripted.provider.metadata().isDiscovered)
    }

    @Test func `a place that answers 5xx says nothing about the next`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once(ImaginaryProvider.metadataPath, ScriptedTransport.answer(503))
        scripted.transport.once(
            "/.well-known/oauth-authorization-server",
            ScriptedTransport.json(ImaginaryProvider.metadata.serialized()))
        #expect(try await scripted.provider.metadata().isDiscovered)
        #expect(scripted.transport.requests.count == 2)
    }

    @Test(arguments: [
        (503, ScriptedTransport.answer(404)), (503, ScriptedTransport.answer(502)),
        (503, ScriptedTransport.failure(.timedOut(.waiting))), (404, ScriptedTransport.answer(503)),
    ])
    func `a 5xx is the error where no place has a document, and is not kept`(
        first: Int, second: @escaping ScriptedTransport.Answer
    ) async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once(ImaginaryProvider.metadataPath, ScriptedTransport.answer(first))
        scripted.transport.once("/.well-known/oauth-authorization-server", second)
        let error = await failure { try await scripted.provider.metadata() }
        #expect(error == .server(status: 503, during: .discovery, retryAfter: nil))
        #expect(try await scripted.provider.metadata().isDiscovered)
    }

    @Test(arguments: [
        "https://provider.example/", "https://PROVIDER.example", "http://provider.example", "https://evil.example",
        "https://provider.example:443",
    ])
    func `an issuer that differs by one byte is refused, and both are named`(found: String) async throws {
        let scripted = try ImaginaryProvider(metadata: { $0["issuer"] = .string(found) })
        let error = try #require(await failure { try await scripted.provider.metadata() })
        guard case .untrustworthy(let check, during: .discovery) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(check.contains("issuer") && check.contains(found) && check.contains("\(ImaginaryProvider.issuer) is"))
    }

    @Test func `a configured trailing slash counts`() async throws {
        let scripted = try ImaginaryProvider(configure: { $0.issuer = "https://provider.example/" })
        let error = await failure { try await scripted.provider.metadata() }
        guard case .untrustworthy = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(scripted.transport.requests.first?.url.path == ImaginaryProvider.metadataPath)
    }

    @Test func `a document without an issuer is no document`() async throws {
        let scripted = try ImaginaryProvider(metadata: { $0["issuer"] = nil })
        scripted.transport.once("/.well-known/oauth-authorization-server", ScriptedTransport.answer(404))
        #expect(
            await failure { try await scripted.provider.metadata() }
                == .unintelligible("issuer is missing", during: .discovery))
    }

    @Test func `a provider without any document is used by its configured endpoints`() async throws {
        let scripted = try ImaginaryProvider(configure: {
            $0.endpoints = [.token: try #require(URL(string: "https://provider.example/my-token"))]
        })
        scripted.transport.always(ImaginaryProvider.metadataPath, ScriptedTransport.answer(404))
        scripted.transport.always("/.well-known/oauth-authorization-server", ScriptedTransport.answer(404))
        let metadata = try await scripted.provider.metadata()
        #expect(!metadata.isDiscovered)
        #expect(try await scripted.provider.url(of: .token).path == "/my-token")
        #expect(
            await failure { try await scripted.provider.url(of: .userInfo) } == .unsupported("a userinfo endpoint"))
    }

    @Test func `a 2 MB document is read like any other`() async throws {
        let scripted = try ImaginaryProvider(metadata: { document in
            let extra = (0..<20_000).map { ("extra_\($0)", JSONValue.string(String(repeating: "x", count: 100))) }
            document = JSONObject(document.members.map { ($0.name, $0.value) } + extra)
        })
        #expect(try await scripted.provider.url(of: .token).path == "/token")
    }

    @Test func `a document beyond 4 MiB is refused`() async throws {
        let scripted = try ImaginaryProvider(metadata: { $0["extra"] = .string(String(repeating: "x", count: 5 << 20)) }
        )
        scripted.transport.always("/.well-known/oauth-authorization-server", ScriptedTransport.answer(404))
        #expect(
            await failure { try await scripted.provider.metadata() }
                == .unintelligible("it is larger than 4 MiB", during: .discovery))
    }
}

extension DiscoveryTests {
    @Test func `truth 7: an issuer that stands for many tenants is told what to write instead`() async throws {
        let scripted = try ImaginaryProvider(
            configure: { $0.issuer = "https://provider.example/common/v2.0" },
            metadata: { _ in })
        scripted.transport.always(
            "/common/v2.0/.well-known/openid-configuration",
            ScriptedTransport.json(#"{"issuer":"https://provider.example/{tenantid}/v2.0"}"#))
        let error = await failure { try await scripted.provider.metadata() }
        guard case .invalidConfiguration(setting: .issuer, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("https://provider.example/{tenantid}/v2.0"))
        #expect(reason.contains("put your tenant's ID"))
    }
}
