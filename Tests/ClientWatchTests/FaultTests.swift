import ClientWatch
import FaultInjection
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@testable import ClientObservation

/// Faults that strike the messages of other programs, over TLS and with curl.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FaultTests {
    private static let form = "grant_type=refresh_token&refresh_token=r1"
    private static let token = #"{"access_token":"a1","refresh_token":"r2","scope":"orders"}"#
    private static let url = "https://watched.test/token"

    /// Answers everything with tokens, and notes what comes.
    private static func provider(_ seen: Notes<String>) throws -> RawServer {
        try RawServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                let length = head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) } ?? 0
                seen.add(head + connection.readText(length))
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDPoP-Nonce: n1\r\n"
                        + "Content-Length: \(token.utf8.count)\r\n\r\n\(token)")
            }
        }
    }

    /// Runs curl under a watch.
    private static func curl(_ arguments: [String], under stage: WatchStage) async throws -> Subprocess.Result {
        let curl = try await RealClient.named(RealClient.curl)
        let proxy = "http://127.0.0.1:\(stage.watch.port)"
        return try await curl.run(
            ["-q", "-s", "-i", "--suppress-connect-headers", "-x", proxy, "--cacert", stage.roots] + arguments)
    }

    private static func names(_ stage: WatchStage) -> [String] {
        stage.news.map { news in
            switch news {
            case .message(.began(let id, _)): "began \(id)"
            case .message(.ended(let id, .answered(let answer), _)):
                "\(answer.isInjected ? "injected" : "answer") \(id)"
            case .message(.ended(let id, .failed, _)): "failed \(id)"
            case .injected(let fault, _): "\(fault.name) \(fault.step.rawValue) \(fault.exchange ?? 0)"
            case .notice: "notice"
            }
        }
    }

    @Test(arguments: [
        ("token-endpoint-400", 400, #""error":"invalid_grant""#),
        ("token-endpoint-401", 401, #""error":"invalid_client""#), ("token-endpoint-403", 403, "injected"),
        ("token-endpoint-429", 429, "Retry-After: 30"), ("token-endpoint-500", 500, "injected"),
        ("token-endpoint-503", 503, "injected"), ("token-endpoint-not-json", 200, "<!DOCTYPE html>"),
    ])
    func `a token request is answered in the provider's place, once, and is not sent`(
        name: String, status: Int, content: String
    ) async throws {
        let seen = Notes<String>()
        let server = try Self.provider(seen)
        let stage = try WatchStage(server: server.port)
        try stage.arm(name)
        let request = ["-d", Self.form, Self.url]
        let struck = try await Self.curl(request, under: stage)
        #expect(struck.text.contains("HTTP/1.1 \(status) ") && struck.text.contains(content), "\(struck.text)")
        #expect(seen.all.isEmpty)
        let passed = try await Self.curl(request, under: stage)
        #expect(passed.text.contains(Self.token) && seen.all.count == 1)
        #expect(
            Self.names(stage) == ["began 1", "\(name) struck 1", "injected 1", "began 2", "answer 2"])
        await stage.stop()
    }

    @Test func `a reply is lost after the provider has given it, and a refresh token is dropped from one`() async throws
    {
        let seen = Notes<String>()
        let server = try Self.provider(seen)
        let stage = try WatchStage(server: server.port)
        try stage.arm("token-reply-lost")
        let lost = try await Self.curl(["-d", Self.form, Self.url], under: stage)
        // curl's "empty reply from server".
        #expect(lost.status == 52 && lost.text.isEmpty && seen.all.count == 1)
        try stage.arm("refresh-token-dropped")
        let dropped = try await Self.curl(["-d", Self.form, Self.url], under: stage)
        #expect(dropped.text.contains("a1") && !dropped.text.contains("r2") && dropped.text.contains("DPoP-Nonce: n1"))
        #expect(
            Self.names(stage) == [
                "began 1", "token-reply-lost struck 1", "failed 1", "began 2", "refresh-token-dropped struck 2",
                "injected 2",
            ])
        await stage.stop()
    }

    @Test func `without a network no message arrives until that is disarmed`() async throws {
        let seen = Notes<String>()
        let server = try Self.provider(seen)
        let stage = try WatchStage(server: server.port)
        let networkOff = try #require(ClientFault.named("network-off"))
        stage.faults.arm(networkOff, .untilDisarmed)
        #expect(try await Self.curl([Self.url], under: stage).status == 52)
        #expect(try await Self.curl(["-d", Self.form, Self.url], under: stage).status == 52)
        stage.faults.disarm(networkOff)
        #expect(try await Self.curl([Self.url], under: stage).status == 0 && seen.all.count == 1)
        await stage.stop()
    }

    @Test func `only what waits for a message strikes it: others pass as they came`() async throws {
        let seen = Notes<String>()
        let server = try Self.provider(seen)
        let stage = try WatchStage(server: server.port)
        try stage.arm("token-endpoint-429")
        try stage.arm("token-tampered")
        let large = String(repeating: "x", count: 100 << 10)
        for body in ["a=b", large] {
            let answer = try await Self.curl(["-d", body, "-H", "Expect:", Self.url], under: stage)
            #expect(answer.text.contains(Self.token) && seen.all.last?.hasSuffix(body) == true)
        }
        // The body of a token request may come in chunks.
        let chunks = ["-d", Self.form, "-H", "Transfer-Encoding: chunked", Self.url]
        #expect(try await Self.curl(chunks, under: stage).text.contains("429"))
        let call = try await Self.curl(["-H", "Authorization: Bearer abcA", Self.url], under: stage)
        #expect(call.text.contains(Self.token) && seen.all.last?.contains("Authorization: Bearer abcB") == true)
        #expect(stage.requests.last?.headers["Authorization"] == "Bearer abcA")
        #expect(stage.faults.armed.isEmpty && seen.all.count == 3)
        await stage.stop()
    }

    @Test func `a client that gives up waiting for an answer has left at once, and nothing is sent`() async throws {
        let seen = Notes<String>()
        let server = try Self.provider(seen)
        let stage = try WatchStage(server: server.port)
        try stage.arm("token-endpoint-silent")
        let left = try await Self.curl(["-m", "1", "-d", Self.form, Self.url], under: stage)
        // curl's "operation timed out".
        #expect(left.status == 28 && left.text.isEmpty && seen.all.isEmpty)
        try await until { stage.news.count == 3 }
        #expect(Self.names(stage) == ["began 1", "token-endpoint-silent struck 1", "failed 1"])
        await stage.stop()
    }

    @Test(arguments: [
        ("api-401", 401, #"WWW-Authenticate: Bearer error="invalid_token""#),
        ("api-403", 403, #"WWW-Authenticate: Bearer error="insufficient_scope""#), ("api-429", 429, "Retry-After: 3"),
        ("api-503", 503, "injected"),
    ])
    func `the second call of the API is answered in its place, and nothing else`(
        name: String, status: Int, content: String
    ) async throws {
        let seen = Notes<String>()
        let server = try Self.provider(seen)
        let stage = try WatchStage(server: server.port, apis: [.watched])
        try stage.arm(name, at: 2)
        let call = ["-H", "Authorization: Bearer abc", "https://watched.test/orders"]
        // Neither a token request nor a call without a token counts, nor one of another origin.
        for request in [["-d", Self.form, Self.url], [Self.url], call] {
            #expect(try await Self.curl(request, under: stage).text.contains(Self.token))
        }
        _ = try await Self.curl(["-H", "Authorization: Bearer abc", "https://watched.test:8/orders"], under: stage)
        let sent = seen.all.count
        let struck = try await Self.curl(call, under: stage)
        #expect(struck.text.contains("HTTP/1.1 \(status) ") && struck.text.contains(content), "\(struck.text)")
        #expect(try await Self.curl(call, under: stage).text.contains(Self.token) && seen.all.count == sent + 1)
        await stage.stop()
    }

    @Test func `an answer of the API is lost after it was given, and a silent API is left by the client`() async throws
    {
        let seen = Notes<String>()
        let server = try Self.provider(seen)
        let stage = try WatchStage(server: server.port)
        let call = ["-H", "Authorization: Bearer abc", "https://watched.test/orders"]
        try stage.arm("api-reply-lost")
        let lost = try await Self.curl(call, under: stage)
        #expect(lost.status == 52 && lost.text.isEmpty && seen.all.count == 1)
        try stage.arm("api-silent")
        #expect(try await Self.curl(["-m", "1"] + call, under: stage).status == 28 && seen.all.count == 1)
        await stage.stop()
    }

    @Test func `of several faults for one message the others strike the next`() async throws {
        let seen = Notes<String>()
        let server = try Self.provider(seen)
        let stage = try WatchStage(server: server.port)
        for name in ["api-401", "api-503", "network-off"] { try stage.arm(name) }
        let call = ["-H", "Authorization: Bearer abc", "https://watched.test/orders"]
        var answers: [String] = []
        for _ in 1...4 { answers.append("\(try await Self.curl(call, under: stage).text.prefix(12))") }
        #expect(answers == ["HTTP/1.1 401", "HTTP/1.1 503", "", "HTTP/1.1 200"])
        await stage.stop()
    }

    @Test func `a redirect with a code names another issuer, and its other fields and its body stay`() async throws {
        let server = try RawServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                connection.write(
                    "HTTP/1.1 302 Found\r\nX-Own: 1\r\nContent-Length: 4\r\n"
                        + "Location: http://127.0.0.1/cb?state=s&iss=https%3A%2F%2Fid&code=c\r\n\r\nbody"
                )
            }
        }
        let stage = try WatchStage(server: server.port)
        try stage.arm("other-issuer")
        let page = "https://watched.test/authorize?client_id=a&response_type=code"
        let answer = try await Self.curl([page], under: stage)
        let location = "Location: http://127.0.0.1/cb?state=s&iss=https%3A%2F%2Fother-issuer.invalid&code=c\r\n"
        #expect(answer.text.contains(location) && answer.text.contains("X-Own: 1"))
        #expect(answer.text.hasSuffix("\r\n\r\nbody"))
        #expect(stage.answer?.isInjected == true)
        await stage.stop()
    }

    @Test func `a message that is delayed has not been sent while its client waits`() async throws {
        let seen = Notes<String>()
        let server = try Self.provider(seen)
        let stage = try WatchStage(server: server.port)
        // So late that its client is gone before, however slow the machine.
        let late = ClientFault(
            "token-endpoint-slow", at: .tokenRequest, .delay(.seconds(3600)), "", expecting: "", breaking: [],
            shownBy: \.keepsSession)
        stage.faults.arm(PlannedFault(late, at: 1))
        try await blocking {
            let client = try stage.client(to: .watched)
            client.write(
                "POST /token HTTP/1.1\r\nHost: watched.test\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(Self.form.utf8.count)\r\n\r\n\(Self.form)")
            client.endSending()
        }
        try await until { Self.names(stage).count == 3 }
        #expect(Self.names(stage) == ["began 1", "token-endpoint-slow struck 1", "failed 1"] && seen.all.isEmpty)
        await stage.stop()
    }
}
