import DemoProvider
import JOSE
import SessionCore
import TestSupport
import Testing

/// The API's MCP server, and what the API can be told to want of each call.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ToolServerTests {
    private func ask(
        _ visitor: Visitor, _ method: String, _ parameters: JSONObject = [:], id: Int? = 1, bearer: String?,
        version: String? = nil, fields: [String: String] = [:]
    ) async throws -> Answer {
        var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method), "params": .object(parameters)]
        message["id"] = id.map { .number(JSONNumber($0)) }
        var headers: HTTPHeaders = ["Content-Type": "application/json"]
        headers["Authorization"] = bearer.map { "Bearer \($0)" }
        headers["MCP-Protocol-Version"] = version
        for (name, value) in fields { headers[name] = value }
        return try await visitor.send(
            "POST", visitor.provider.api + "/mcp", headers: headers, body: .text(message.serialized()))
    }

    @Test func `a client initializes, lists the tool and calls it`() async throws {
        try await withProvider { visitor async throws in
            let token = try await visitor.signIn().access
            let hello = try await ask(visitor, "initialize", ["protocolVersion": "2025-06-18"], bearer: token).json
            #expect(hello["result"]?["protocolVersion"]?.string == "2025-06-18")
            let other = try await ask(visitor, "initialize", ["protocolVersion": "1999-01-01"], bearer: token).json
            #expect(other["result"]?["protocolVersion"]?.string == "2025-11-25")
            let early = try await ask(visitor, "initialize", bearer: token, version: "2026-07-28")
            #expect(try early.json["result"]?["protocolVersion"]?.string == "2025-11-25")
            #expect(try await ask(visitor, "notifications/initialized", id: nil, bearer: token).status == 202)
            let tools = try await ask(visitor, "tools/list", bearer: token).json["result"]?["tools"]?.array
            #expect(tools?.map { $0["name"]?.string } == ["list_orders"])
            let called = try await ask(
                visitor, "tools/call", ["name": "list_orders", "arguments": ["limit": 1]], bearer: token)
            let text = try #require(try called.json["result"]?["content"]?.array?.first?["text"]?.string)
            #expect(try JSONValue(parsing: text.utf8)["orders"]?.array?.count == 1)
        }
    }

    @Test func `what is no message, no tool or no method is said`() async throws {
        try await withProvider { visitor async throws in
            let token = try await visitor.signIn().access
            let wrong = try await ask(visitor, "tools/call", ["name": "x"], bearer: token).json
            #expect(wrong["error"] != nil)
            let unknown = try await ask(visitor, "no/method", bearer: token).json
            #expect(unknown["error"]?["code"]?.int == -32601)
            #expect(try await ask(visitor, "tools/list", bearer: token, version: "1999-01-01").status == 400)
            #expect(try await visitor.get(visitor.provider.api + "/mcp", bearer: token).status == 405)
            let batch = try await visitor.send(
                "POST", visitor.provider.api + "/mcp", headers: ["Authorization": "Bearer \(token)"], body: .text("[]"))
            #expect(batch.status == 400)
            #expect(try batch.json["error"] != nil)
            #expect(try batch.json["id"] == nil)
            let notification = try await ask(
                visitor, "notifications/initialized", id: nil, bearer: token, version: "1999-01-01")
            #expect(notification.status == 400)
            #expect(try notification.json["id"] == nil)
        }
    }

    @Test(arguments: [(false, 401), (true, 200)])
    func `a token is wanted for all messages, or for calls alone`(isOpen: Bool, status: Int) async throws {
        try await withProvider { visitor async throws in
            await visitor.provider.spoilResource(by: isOpen ? [.openMethods] : [])
            #expect(try await ask(visitor, "tools/list", bearer: nil).status == status)
            let call = try await ask(visitor, "tools/call", ["name": "list_orders"], bearer: nil)
            #expect(call.status == 401)
            #expect(call.challengeParameters["resource_metadata"]?.hasSuffix("/mcp") == true)
        }
    }

    @Test func `the protocol version may be demanded`() async throws {
        try await withProvider { visitor async throws in
            await visitor.provider.spoilResource(by: [.versionDemanded])
            let token = try await visitor.signIn().access
            #expect(try await ask(visitor, "initialize", bearer: token).status == 200)
            #expect(try await ask(visitor, "tools/list", bearer: token).status == 400)
            #expect(try await ask(visitor, "tools/list", bearer: token, version: "2025-11-25").status == 200)
            // Which knows no such field.
            let first: JSONObject = ["protocolVersion": "2025-03-26"]
            let hello = try await ask(visitor, "initialize", first, bearer: token).json
            #expect(hello["result"]?["protocolVersion"]?.string == "2025-11-25")
            let refused = try await ask(visitor, "tools/list", bearer: token, version: "2025-03-26")
            #expect(try refused.json["error"]?["data"]?["supported"]?.strings?.contains("2025-03-26") == false)
        }
    }

    private static let newest: JSONObject = [
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": [:],
    ]

    @Test func `a message of the newest revision is understood by itself`() async throws {
        try await withProvider { visitor async throws in
            let token = try await visitor.signIn().access
            let meta: JSONObject = ["_meta": .object(Self.newest)]
            let hello = try await ask(visitor, "server/discover", meta, bearer: token, version: "2026-07-28").json
            #expect(hello["result"]?["supportedVersions"]?.strings?.first == "2026-07-28")
            #expect(hello["result"]?["resultType"]?.string == "complete")
            #expect(try await ask(visitor, "server/discover", bearer: token).json["error"]?["code"]?.int == -32601)
            let unknown = try await ask(visitor, "ping", meta, bearer: token, version: "2026-07-28")
            #expect(unknown.status == 404)
            let later: JSONObject = ["_meta": ["io.modelcontextprotocol/protocolVersion": "2999-01-01"]]
            let refused = try await ask(visitor, "tools/list", later, bearer: token)
            #expect(refused.status == 400)
            #expect(try refused.json["error"]?["code"]?.int == -32022)
            #expect(try refused.json["error"]?["data"]?["supported"]?.strings?.contains("2025-11-25") == true)
        }
    }

    @Test(
        arguments: [
            (["Mcp-Method": "tools/call", "Mcp-Name": "list_orders"], 200, 200),
            (["Mcp-Method": "tools/call", "Mcp-Name": "=?base64?bGlzdF9vcmRlcnM=?="], 200, 200),
            (["Mcp-Method": "tools/call"], 400, 200), (["Mcp-Name": "list_orders"], 400, 200), ([:], 400, 200),
            (["Mcp-Method": "tools/list", "Mcp-Name": "list_orders"], 400, 400),
            (["Mcp-Method": "tools/call", "Mcp-Name": "=?base64?bGlzdA==?="], 400, 400),
        ] as [([String: String], Int, Int)])
    func `header fields repeat the message, and may be demanded`(
        fields: [String: String], isDemanded: Int, otherwise: Int
    ) async throws {
        try await withProvider { visitor async throws in
            let token = try await visitor.signIn().access
            let call: JSONObject = ["name": "list_orders", "_meta": .object(Self.newest)]
            for (flaw, status) in [(nil, otherwise), (ResourceFlaw.headersDemanded, isDemanded)] {
                await visitor.provider.spoilResource(by: flaw.map { [$0] } ?? [])
                let answer = try await ask(
                    visitor, "tools/call", call, bearer: token, version: "2026-07-28", fields: fields)
                #expect(answer.status == status, "\(answer)")
                if status == 400 { #expect(try answer.json["error"]?["code"]?.int == -32020) }
            }
        }
    }

    @Test(
        arguments: [
            [:], ["io.modelcontextprotocol/protocolVersion": "2026-07-28"],
            ["io.modelcontextprotocol/clientCapabilities": [:]],
        ] as [JSONObject])
    func `a message of the newest revision says what it is of, and what its client can`(
        about: JSONObject
    ) async throws {
        try await withProvider { visitor async throws in
            let token = try await visitor.signIn().access
            let answer = try await ask(
                visitor, "tools/list", ["_meta": .object(about)], bearer: token, version: "2026-07-28")
            #expect(answer.status == 400)
            #expect(try answer.json["error"]?["code"]?.int == -32602)
        }
    }

    @Test(
        arguments: [(nil, -32020), ("2025-11-25", -32022), ("2026-07-28", -32602)] as [(String?, Int)])
    func `a server of the newest revision alone refuses an earlier one`(version: String?, code: Int) async throws {
        try await withProvider { visitor async throws in
            await visitor.provider.spoilResource(by: [.headersDemanded])
            let token = try await visitor.signIn().access
            let answer = try await ask(visitor, "initialize", bearer: token, version: version)
            #expect(answer.status == 400)
            let error = try answer.json["error"]
            #expect(error?["code"]?.int == code)
            #expect(error?["data"]?["supported"]?.strings == ["2026-07-28"])
            let unknown = try await ask(
                visitor, "initialize", ["_meta": .object(Self.newest)], bearer: token, version: "2026-07-28",
                fields: ["Mcp-Method": "initialize"])
            #expect(unknown.status == 404)
            #expect(try unknown.json["error"]?["data"]?["supported"]?.strings == ["2026-07-28"])
            let notification = try await ask(
                visitor, "notifications/cancelled", id: nil, bearer: token, version: "2026-07-28")
            #expect(notification.status == 202)
        }
    }

    @Test(arguments: [
        (ResourceFlaw.scopeDemanded, 403, "scope", "admin"),
        (.stepUpDemanded, 401, "acr_values", "urn:session-console:acr:step-up"),
    ])
    func `each resource may want more of a token`(
        flaw: ResourceFlaw, status: Int, name: String, value: String
    ) async throws {
        try await withProvider { visitor async throws in
            await visitor.provider.spoilResource(by: [flaw])
            let token = try await visitor.signIn(scope: "openid profile").access
            let refused = try await visitor.get(visitor.provider.api + "/orders", bearer: token)
            #expect(refused.status == status)
            #expect(refused.challengeParameters[name] == value)
            await visitor.provider.spoilResource(by: [])
            #expect(try await visitor.get(visitor.provider.api + "/orders", bearer: token).status == 200)
        }
    }

    @Test func `a provider that has moved is another issuer, and knows nobody`() async throws {
        try await withProvider { visitor async throws in
            let (old, tokens) = (visitor.provider.issuer, try await visitor.signIn())
            let client = try await visitor.registered()
            try await visitor.provider.move()
            let new = visitor.provider.issuer
            #expect(new == old.replacing("127.0.0.1", with: "localhost"))
            #expect(try await visitor.get(old + "/.well-known/openid-configuration").status == 404)
            let metadata = try await visitor.get(new + "/.well-known/openid-configuration").json
            #expect(metadata["issuer"]?.string == new)
            let orders = visitor.provider.api + "/orders"
            #expect(try await visitor.get(orders, bearer: tokens.access).status == 401)
            let resource = try await visitor.get(
                visitor.provider.api + "/.well-known/oauth-protected-resource/orders"
            ).json
            #expect(resource["authorization_servers"]?.strings == [new])
            let refused = try await visitor.refresh(tokens.refresh).json
            #expect(refused["error"]?.string == "invalid_grant")
            #expect(try await visitor.get(client.uri, bearer: client.token).status == 404)
            #expect(try await visitor.switchOn("spoil-chain").status == 200)
        }
    }

    @Test func `a parameter without a value counts as left out`() async throws {
        try await withProvider { visitor async throws in
            let answer = try await visitor.token([
                "grant_type": "password", "username": "alice", "password": "wonderland", "client_secret": "",
                "scope": "",
            ])
            #expect(answer.status == 200, "\(answer)")
            let page = try await Browser(visitor).open(["request": "", "max_age": "", "login_hint": ""])
            #expect(page.status == 200, "\(page)")
        }
    }

    @Test func `a fault may last for a time, from its first strike on`() async throws {
        try await withProvider { visitor async throws in
            await visitor.provider.inject(.status(429), at: .endpoint(.token), lasting: .seconds(3600))
            for _ in 0..<3 { #expect(try await visitor.refresh("any").status == 429) }
            await visitor.provider.clearFaults()
            await visitor.provider.inject(.status(429), at: .endpoint(.token), lasting: .nanoseconds(1))
            #expect(try await visitor.refresh("any").status == 429)
            #expect(try await visitor.refresh("any").status == 400)
        }
    }

    @Test func `a refusal for now may name a date`() async throws {
        try await withProvider { visitor async throws in
            await visitor.provider.inject(
                .status(429, retryAfter: .seconds(90), retryAtDate: true), at: .endpoint(.token))
            let answer = try await visitor.refresh("any")
            #expect(answer.status == 429)
            #expect(answer.headers["Retry-After"]?.hasSuffix(" GMT") == true)
        }
    }
}
