import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// Resources that ask for a token only where a client of the Model Context Protocol looks, or nowhere.
@Suite(.timeLimit(.minutes(5)))
struct ResourceQuestionTests {
    /// How a resource answers that question; `nil` asks for a token.
    private typealias Rule = @Sendable (_ method: String, _ headers: HTTPHeaders) -> ScriptedAnswer?

    private static let page = ScriptedAnswer.answer(200, headers: ["Content-Type": "text/html"], text: "<p>Connect")
    private static let demand = ScriptedAnswer.unauthorized("Bearer scope=\"tools\"")
    private static let result = ScriptedAnswer.json(
        #"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-03-26"}}"#, headers: ["Mcp-Session-Id": "s1"])

    /// A resource with that rule, by the HTTP method, or for a POST the method in it.
    private static func resource(_ rule: @escaping Rule) throws -> ImaginaryResource {
        let resource = try ImaginaryResource()
        resource.transport.always(
            ImaginaryResource.path,
            ScriptedAnswer { request in
                let message = try? JSONValue(parsing: Array(request.bodyText.utf8))
                let answer = rule(message?["method"]?.string ?? request.method, request.headers) ?? demand
                return try await answer.respond(request)
            })
        return resource
    }

    @Test(arguments: [200, 302, 400, 404, 405, 500])
    func `what a GET answers does not decide: a POST that asks for a token does`(status: Int) async throws {
        let resource = try Self.resource { method, _ in
            method == "GET" ? .answer(status, headers: ["Location": "https://login.example/"]) : nil
        }
        let (steps, client) = try await resource.discover()
        #expect(steps.first?.finding == .challenged(schemes: ["Bearer"]))
        #expect(steps.first?.status == 401)
        #expect(client?.configuration.scope == ["tools"])
        #expect(client?.configuration.apis.map(\.absoluteString) == [resource.url])
    }

    @Test func `a server that lets initialize pass is asked for its tools, in the session it opened`() async throws {
        let resource = try Self.resource { method, _ in
            method == "GET" ? Self.page : method == "initialize" ? Self.result : nil
        }
        #expect(try await resource.discover().client != nil)
        let asked = try #require(resource.transport.requests(to: ImaginaryResource.path).last)
        #expect(asked.bodyText.contains("tools/list"))
        #expect(asked.headers["Mcp-Session-Id"] == "s1" && asked.headers["MCP-Protocol-Version"] == "2025-03-26")
    }

    @Test func `a server of the revision without a handshake is asked with its fields, and its 400 is no fault`()
        async throws
    {
        let resource = try Self.resource { method, headers in
            let isKnown = headers["MCP-Protocol-Version"] == "2026-07-28" && headers["Mcp-Method"] == method
            return method == "GET" ? .answer(405) : isKnown ? nil : .answer(400)
        }
        let (steps, client) = try await resource.discover()
        #expect(client != nil && steps.allSatisfy { $0.outcome == .done })
        let asked = try #require(resource.transport.requests(to: ImaginaryResource.path).last)
        let parameters = try JSONValue(parsing: Array(asked.bodyText.utf8))["params"]
        #expect(parameters?["_meta"]?["io.modelcontextprotocol/protocolVersion"] == "2026-07-28")
    }

    @Test func `metadata that name an issuer are believed of a resource that asks for nothing`() async throws {
        let resource = try Self.resource { method, _ in method == "GET" ? Self.page : Self.result }
        let (steps, client) = try await resource.discover()
        #expect(steps.first?.finding == .noDemand(status: 200) && steps.first?.outcome == .doubtful)
        #expect(client?.configuration.scope == ["read", "write"])
        let nameless = try Self.resource { method, _ in method == "GET" ? Self.page : Self.result }
        nameless.publish { $0["authorization_servers"] = nil }
        #expect(try await nameless.discover().steps.map(\.finding) == [.needsNoToken])
    }

    @Test(arguments: [200, 404, 503])
    func `an issuer that a person names is signed in to, whatever the resource answers`(status: Int) async throws {
        var resource = try Self.resource { _, _ in .answer(status) }
        resource.publishNothing()
        resource.options.issuer = ImaginaryResource.issuer
        let (steps, client) = try await resource.discover()
        #expect(steps.first?.finding == .noDemand(status: status))
        #expect(client?.configuration.issuer == ImaginaryResource.issuer)
    }

    @Test func `a rate limit ends the questions`() async throws {
        let resource = try Self.resource { _, _ in .answer(429) }
        resource.publishNothing()
        #expect(try await resource.discover().steps.last?.finding == .unavailable(status: 429))
        #expect(resource.transport.requests(to: ImaginaryResource.path).count == 1)
    }

    @Test(arguments: ["https://mcp.example", "https://mcp.example/"])
    func `without metadata the server on the resource's own origin is its issuer`(issuer: String) async throws {
        let resource = try ImaginaryResource()
        resource.challenge("Bearer")
        resource.publishNothing()
        resource.publishServer { $0["issuer"] = .string(issuer) }
        let (steps, client) = try await resource.discover()
        #expect(steps[1].outcome == .skipped)
        #expect(steps[2].finding == .issuerOfOrigin(issuer))
        #expect(steps[2].rule.description == "MCP 2025-03-26 §Authorization")
        #expect(client?.configuration.issuer == issuer)
        #expect(resource.transport.requests(to: ImaginaryResource.serverPath).count == 1)
        let other = try ImaginaryResource()
        other.challenge("Bearer")
        other.publishNothing()
        other.publishServer { $0["issuer"] = "https://as.example" }
        let failed = try await other.discover()
        #expect(failed.client == nil && failed.steps.last?.rule.description == "RFC 8414 §3.3")
    }

    @Test func `the token stays within the URL's path where the resource calls itself its origin`() async throws {
        let resource = try ImaginaryResource()
        resource.publish { $0["resource"] = "https://mcp.example/" }
        let configuration = try await resource.discover().client?.configuration
        #expect(configuration?.resources == ["https://mcp.example/"])
        #expect(configuration?.apis.map(\.absoluteString) == ["https://mcp.example/mcp"])
    }

    @Test func `issuers that differ by a slash alone are named so`() async throws {
        let resource = try ImaginaryResource()
        resource.publishServer { $0["issuer"] = "https://as.example/" }
        var named = try ImaginaryResource()
        named.options.issuer = "https://as.example/"
        for resource in [resource, named] {
            let finding = try await resource.discover().steps.last?.finding.description
            #expect(finding?.hasSuffix("they differ by the slash at the end alone") == true, "\(finding ?? "")")
        }
        let other = try ImaginaryResource()
        other.publishServer { $0["issuer"] = "https://as.example/tenant" }
        #expect(try await other.discover().steps.last?.finding.description.contains("slash") == false)
    }

    @Test func `of many thousand issuers a hundred are offered, in linear time`() async throws {
        let resource = try ImaginaryResource()
        let issuers = (0..<20_000).map { JSONValue.string("https://as\($0).example") }
        resource.publish { $0["authorization_servers"] = .array(issuers + issuers) }
        guard case .severalIssuers(let offered) = try await resource.discover().steps.last?.finding else {
            Issue.record("no choice")
            return
        }
        #expect(offered.count == 100)
    }

    @Test(arguments: [(401, "", true), (403, #"{"error":"access_denied"}"#, true), (403, "<html>", false)])
    func `a page with 403 does not say that a registration needs a token`(
        status: Int, body: String, isKnown: Bool
    ) async throws {
        let resource = try ImaginaryResource()
        resource.transport.always("/register", ScriptedTransport.answer(status, text: body))
        let finding = try await resource.discover().steps.last?.finding
        let reason = body.hasPrefix("{") ? OAuthError(code: "access_denied", status: status) : nil
        #expect(
            finding == (isKnown ? .registrationClosed(status: status, reason) : .registrationBarred(status: status)))
        #expect(reason == nil || finding?.description.contains("access_denied") == true)
    }
}
