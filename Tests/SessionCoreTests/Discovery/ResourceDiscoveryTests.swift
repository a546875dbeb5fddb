import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ResourceDiscoveryTests {
    @Test func `the client's token is for the resource, and stays within its path`() async throws {
        let client = try #require(try await ImaginaryResource().discover().client)
        let configuration = client.configuration
        #expect(configuration.issuer == ImaginaryResource.issuer)
        #expect(configuration.clientID == "c1")
        #expect(configuration.authentication == .none)
        #expect(configuration.scope == ["read"])
        #expect(configuration.resources == ["https://mcp.example/mcp"])
        #expect(configuration.apis.map(\.absoluteString) == ["https://mcp.example/mcp"])
        #expect(configuration.keepsTokenToPaths)
        #expect(client.redirectURI?.absoluteString == ImaginaryResource.redirect)
        try configuration.validate()
    }

    @Test func `the scope is the challenge's, else what the metadata lists, else none`() async throws {
        let listing = try ImaginaryResource()
        listing.challenge("Bearer resource_metadata=\"https://mcp.example\(ImaginaryResource.pointer)/mcp\"")
        #expect(try await listing.discover().client?.configuration.scope == ["read", "write"])
        let silent = try ImaginaryResource()
        silent.challenge("Bearer")
        silent.publish { $0["scopes_supported"] = nil }
        #expect(try await silent.discover().client?.configuration.scope == [])
        let body = try #require(silent.transport.requests(to: "/register").first).bodyText
        #expect(try JSONValue(parsing: Array(body.utf8)).object?["scope"] == nil)
    }

    @Test(arguments: [405, 406])
    func `a resource that takes no GET is asked by POST`(status: Int) async throws {
        let resource = try ImaginaryResource()
        resource.transport.once(ImaginaryResource.path, ScriptedTransport.answer(status))
        let (steps, client) = try await resource.discover()
        #expect(client != nil)
        #expect(steps.first?.attempts.map(\.method) == ["GET", "POST"])
        let requests = resource.transport.requests(to: ImaginaryResource.path)
        #expect(requests.map { $0.bodyText.contains("\"initialize\"") } == [false, true])
        #expect(requests.allSatisfy { $0.headers["Accept"] == "application/json, text/event-stream" })
    }

    @Test func `a resource that answers without a token needs none, be it by a stream without an end`() async throws {
        let open = try ImaginaryResource()
        open.challenge(status: 200)
        open.publishNothing()
        #expect(try await open.discover().steps.map(\.finding) == [.needsNoToken])
        let stream = try ImaginaryResource()
        stream.publishNothing()
        let head = HTTPAnswer(
            status: 200, headers: ["Content-Type": "text/event-stream"], body: nil, bodySize: 0, version: "1.1",
            timings: nil, connection: nil, redirects: [])
        stream.transport.always(
            ImaginaryResource.path,
            ScriptedTransport.failure(
                .timedOut(.receiving, after: PartialAnswer(head, receivedSize: 0, expectedSize: nil))))
        #expect(try await stream.discover().steps.map(\.finding) == [.needsNoToken])
    }

    @Test func `of several challenges the one that names the metadata counts`() async throws {
        let resource = try ImaginaryResource()
        resource.challenge(
            "Basic realm=\"a\", Bearer error=\"invalid_token\"",
            "Bearer resource_metadata=\"https://mcp.example\(ImaginaryResource.pointer)/mcp\"")
        let (steps, client) = try await resource.discover()
        #expect(client != nil)
        #expect(steps.first?.finding == .challenged(schemes: ["Basic", "Bearer", "Bearer"]))
        #expect(steps[1].attempts.count == 1)
    }

    @Test func `without a pointer the metadata is looked for with the path inserted, then at the root`() async throws {
        let resource = try ImaginaryResource()
        resource.challenge("Bearer")
        resource.transport.always(ImaginaryResource.pointer + "/mcp", ScriptedTransport.answer(404))
        resource.transport.always(
            ImaginaryResource.pointer, ScriptedTransport.json(ImaginaryResource.metadata.serialized()))
        let (steps, _) = try await resource.discover()
        #expect(
            steps[1].attempts.map(\.url) == [
                "https://mcp.example/.well-known/oauth-protected-resource/mcp",
                "https://mcp.example/.well-known/oauth-protected-resource",
            ])
        #expect(steps[1].status == 200)
    }

    @Test func `the server's metadata is looked for as RFC 8414 has it, then as OpenID Connect has it`() async throws {
        let resource = try ImaginaryResource()
        resource.publish { $0["authorization_servers"] = ["https://as.example/tenant"] }
        for path in [ImaginaryResource.serverPath + "/tenant", "/.well-known/openid-configuration/tenant"] {
            resource.transport.always(path, ScriptedTransport.answer(404))
        }
        resource.publishServer(at: "/tenant/.well-known/openid-configuration") {
            $0["issuer"] = "https://as.example/tenant"
        }
        let (steps, client) = try await resource.discover()
        #expect(client != nil)
        #expect(steps[3].attempts.count == 3)
    }

    @Test func `a place that answers 5xx says nothing about the next`() async throws {
        let resource = try ImaginaryResource()
        resource.challenge("Bearer")
        resource.transport.always(ImaginaryResource.pointer + "/mcp", ScriptedTransport.answer(500))
        resource.transport.always(
            ImaginaryResource.pointer, ScriptedTransport.json(ImaginaryResource.metadata.serialized()))
        resource.transport.always(ImaginaryResource.serverPath, ScriptedTransport.answer(503))
        resource.publishServer(at: "/.well-known/openid-configuration")
        let (steps, client) = try await resource.discover()
        #expect(client != nil)
        #expect(steps.map(\.attempts.count) == [1, 2, 0, 2, 1])
    }

    @Test(
        arguments: [
            (500, 404, .unavailable(status: 500)), (404, 503, .unavailable(status: 503)),
            (502, 200, .unavailable(status: 502)), (429, 200, .unavailable(status: 429)), (403, 404, .nothingPublished),
        ] as [(Int, Int, DiscoveryFinding)])
    func `where no place has a document a 5xx is what is found`(
        first: Int, second: Int, finding: DiscoveryFinding
    ) async throws {
        let resource = try ImaginaryResource()
        resource.transport.always(ImaginaryResource.serverPath, ScriptedTransport.answer(first))
        resource.transport.always("/.well-known/openid-configuration", ScriptedTransport.answer(second, text: "<html>"))
        let step = try #require(try await resource.discover().steps.last)
        #expect(step.kind == .serverMetadata)
        #expect(step.finding == finding)
        #expect(step.rule.description == "RFC 8414 §3")
    }

    @Test func `of several servers the chosen one is used, and its choice is compared byte by byte`() async throws {
        var resource = try ImaginaryResource()
        resource.publish { $0["authorization_servers"] = ["https://other.example", "https://as.example"] }
        resource.options.issuer = "https://as.example"
        #expect(try await resource.discover().client?.configuration.issuer == "https://as.example")
        resource.options.issuer = "https://as.example/"
        #expect(try await resource.discover().client == nil)
    }

    @Test func `where the resource publishes nothing a named issuer stands in`() async throws {
        var resource = try ImaginaryResource()
        resource.challenge("Bearer scope=\"read\"")
        resource.publishNothing()
        resource.options.issuer = ImaginaryResource.issuer
        let (steps, client) = try await resource.discover()
        #expect(steps[1].outcome == .skipped)
        #expect(client?.configuration.apis.map(\.absoluteString) == ["https://mcp.example/mcp"])
        #expect(client?.configuration.resources == [])
    }

    @Test func `steps and failures are said in a sentence with their section`() async throws {
        let resource = try ImaginaryResource()
        resource.publish { $0["resource"] = "https://mcp.example/other" }
        let discovery = ResourceDiscovery(
            of: try #require(URL(string: resource.url)), options: resource.options, transport: resource.transport,
            clock: resource.clock)
        do throws(DiscoveryFailure) {
            _ = try await discovery.server()
            Issue.record("it is not refused")
        } catch {
            #expect(
                error.description == """
                    the resource's metadata: it is about https://mcp.example/other, not about \
                    https://mcp.example/mcp (RFC 9728 §3.3)
                    """)
        }
    }
}
