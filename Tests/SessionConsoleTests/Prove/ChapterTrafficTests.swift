import ClientObservation
import DemoProvider
import FoundationEssentials
import HTTPServer
import JOSE
import Scenarios
import TestSupport
import Testing

@testable import session_console

/// What the server of an MCP client sees of it, and what that says of the client.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ChapterTrafficTests {
    private func traffic(as kind: ClientStage.Kind) -> ChapterTraffic {
        ChapterTraffic(
            ProofTerms(
                words: ["true"], kind: kind, ask: nil, signOut: nil, environment: [:], executable: "true", replay: nil,
                isShown: false))
    }

    /// A refresh is refused for two seconds, and comes again after that; when the program is asked for calls.
    @Test(arguments: [
        ([0.1], ProofVerdict.held), ([0.2, 0.9], .held), ([], .undecided), ([-0.1, 0.9, 2.1], .undecided),
    ])
    func `who was asked for nothing while it should wait has not waited`(
        asks: [Double], verdict: ProofVerdict
    ) async throws {
        let traffic = traffic(as: .oauth)
        let refusal = Date(timeIntervalSince1970: 1_800_000_000)
        let mark = traffic.expect(.busyTokenEndpoint(for: 2), times: 1)
        for (id, moment) in [(1, refusal), (2, refusal + 2.5)] {
            let request = ServerRequest(
                method: "POST", target: "/token",
                headers: ["Host": "127.0.0.1:9", "Content-Type": "application/x-www-form-urlencoded"],
                body: Array("grant_type=refresh_token&refresh_token=8Zt2v0pQm4&client_id=cli".utf8))
            traffic.received(id, request, time: moment)
            if id == 1 { traffic.struck(id, by: mark) }
            let response = ServerResponse(status: 429, headers: ["Retry-After": "2"])
            traffic.answered(id, response, time: moment)
        }
        let rows = ChapterVerdicts().all(traffic.close(), asks: asks.map { refusal + $0 })
        #expect(rows.map(\.verdict) == [verdict], "\(rows)")
    }

    /// What is counted after a message with a token that was answered like this.
    private func tally(_ message: JSONObject, _ status: Int, _ answer: String) async throws -> ChapterTraffic.Tally {
        let provider = try await DemoProvider.start(DemoProvider.Configuration())
        let traffic = traffic(as: .mcp)
        traffic.learn(provider)
        let host = String(provider.api.dropFirst("http://".count))
        let request = ServerRequest(
            method: "POST", target: "/mcp", headers: ["Host": host, "Authorization": "Bearer t"],
            body: Array(message.serialized().utf8))
        traffic.received(1, request, time: Date())
        let response = ServerResponse(status: status, contentType: "application/json", text: answer)
        traffic.answered(1, response, time: Date())
        await provider.stop()
        return traffic.tally
    }

    @Test(arguments: [(400, 0), (404, 0), (401, 1), (403, 1), (429, 1), (503, 1)])
    func `a message beside a call stands for it where it is refused for now, or for its token`(
        status: Int, calls: Int
    ) async throws {
        let tally = try await tally(["jsonrpc": "2.0", "id": 1, "method": "ping"], status, "{}")
        #expect(tally.calls.count == calls)
    }

    @Test(arguments: [
        (#"{"error":{"code":-32022}}"#, ProofVerdict.undecided), (#"{"error":{"code":-32020}}"#, .undecided),
        (#"{"result":{"protocolVersion":"2025-06-18"}}"#, .undecided), (#"{"error":{"code":-32603}}"#, .broken),
        (#"{"result":{"protocolVersion":"2025-11-25"}}"#, .broken), ("", .broken),
    ])
    func `an earlier revision excuses only what fails after it was refused`(
        answer: String, verdict: ProofVerdict
    ) async throws {
        let hello: JSONObject = [
            "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["protocolVersion": "2025-11-25"],
        ]
        let tally = try await tally(hello, 400, answer)
        var verdicts = ChapterVerdicts()
        let place = ClientRequirement.Place("MCP 2026-07-28", "Transports")
        verdicts.begin(ClientRequirement(places: [place], text: "fields", isDemanded: true), line: 1)
        verdicts.fail(because: "the program has ended", tally)
        #expect(verdicts.rows.map(\.verdict) == [verdict])
    }

    @Test func `what was broken once is not held because of what comes later`() {
        var verdicts = ChapterVerdicts()
        verdicts.begin(ClientRequirement(places: [], text: "calls", isDemanded: true), line: 1)
        verdicts.judge([.countAtLeast(1, .calls)], ChapterTraffic.Tally())
        verdicts.judge([.count(0, .calls)], ChapterTraffic.Tally())
        #expect(verdicts.rows.map(\.verdict) == [.broken])
    }

    @Test func `revisions are dates, and a handshake asks for one`() throws {
        let names = ["latest", "2025-6-18", "2025-06-18T00", "2025-06-1x", ""]
        for name in names { #expect(ToolRevision(name) == nil, "\(name)") }
        let body = #"{"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#
        let request = ServerRequest(
            method: "POST", target: "/mcp", headers: ["MCP-Protocol-Version": "2025-11-25"], body: Array(body.utf8))
        #expect(ToolRevision(of: request)?.name == "2025-06-18")
    }
}
