import ClientObservation
import ClientWatch
import FaultInjection
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// Faults that strike the messages of other programs, over TLS and with curl.
@Suite(.timeLimit(.minutes(1)), .limitedParallelism)
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
        (InjectableFault.tokenEndpointRefuses, 400, #""error":"invalid_grant""#),
        (.tokenEndpointBusy, 429, "Retry-After: 30"), (.tokenEndpointBroken, 500, "injected"),
        (.tokenEndpointGarbled, 200, "<!DOCTYPE html>"),
    ])
    func `a token request is answered in the provider's place, once, and is not sent`(
        fault: InjectableFault, status: Int, content: String
    ) async throws {
        let seen = Notes<String>()
        let server = try Self.provider(seen)
        let stage = try WatchStage(server: server.port)
        stage.faults.arm(fault)
        let request = ["-d", Self.form, Self.url]
        let struck = try await Self.curl(request, under: stage)
        #expect(struck.text.contains("HTTP/1.1 \(status) ") && struck.text.contains(content), "\(struck.text)")
        #expect(seen.all.isEmpty)
        let passed = try await Self.curl(request, under: stage)
        #expect(passed.text.contains(Self.token) && seen.all.count == 1)
        #expect(
            Self.names(stage) == ["began 1", "\(fault.rawValue) struck 1", "injected 1", "began 2", "answer 2"])
        await stage.stop()
    }

    @Test func `a reply is lost after the provider has given it, and a refresh token is dropped from one`() async throws
    {
        let seen = Notes<String>()
        let server = try Self.provider(seen)
        let stage = try WatchStage(server: server.port)
        stage.faults.arm(.lostTokenReply)
        let lost = try await Self.curl(["-d", Self.form, Self.url], under: stage)
        // curl's "empty reply from server".
        #expect(lost.status == 52 && lost.text.isEmpty && seen.all.count == 1)
        stage.faults.arm(.droppedRefreshToken)
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
        stage.faults.arm(.networkOff, .untilDisarmed)
        #expect(try await Self.curl([Self.url], under: stage).status == 52)
        #expect(try await Self.curl(["-d", Self.form, Self.url], under: stage).status == 52)
        stage.faults.disarm(.networkOff)
        #expect(try await Self.curl([Self.url], under: stage).status == 0 && seen.all.count == 1)
        await stage.stop()
    }

    @Test func `only what waits for a message strikes it: others pass as they came`() async throws {
        let seen = Notes<String>()
        let server = try Self.provider(seen)
        let stage = try WatchStage(server: server.port)
        stage.faults.arm(.tokenEndpointBusy)
        stage.faults.arm(.tamperedToken)
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
        stage.faults.arm(.tokenEndpointSilent)
        let left = try await Self.curl(["-m", "1", "-d", Self.form, Self.url], under: stage)
        // curl's "operation timed out".
        #expect(left.status == 28 && left.text.isEmpty && seen.all.isEmpty)
        try await until { stage.news.count == 3 }
        #expect(Self.names(stage) == ["began 1", "token-endpoint-silent struck 1", "failed 1"])
        await stage.stop()
    }
}
