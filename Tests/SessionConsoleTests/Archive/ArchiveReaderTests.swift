import ClientObservation
import FoundationEssentials
import JOSE
import SessionCore
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5)))
struct ArchiveReaderTests {
    private static func entry(
        started: JSONValue = "2026-11-26T14:02:11.140Z", time: JSONValue = .number(JSONNumber(literal: "140.5")),
        request: JSONObject = [:],
        response: JSONValue = ["status": 200, "headers": [], "content": ["size": 0]]
    ) -> JSONValue {
        var full: JSONObject = ["method": "POST", "url": "https://id.example/token?x=%20", "headers": []]
        for member in request.members { full[member.name] = member.value }
        return ["startedDateTime": started, "time": time, "request": .object(full), "response": response]
    }

    private static func read(_ entries: JSONValue...) throws -> ArchiveReader {
        let archive: JSONValue = ["log": ["version": "1.2", "entries": .array(entries)]]
        return try ArchiveReader(Array(archive.serialized().utf8))
    }

    @Test func `times have any offset; where they are cut to milliseconds, the end is too`() throws {
        let browser = try #require(try Self.read(Self.entry(started: "2026-11-26T15:02:11.140+01:00")).messages.first)
        #expect(abs(browser.request.begin.timeIntervalSince1970 - 1_795_701_731.140) < 1e-6)
        #expect(abs(browser.end.timeIntervalSince(browser.request.begin) - 0.140) < 1e-6)
        let proxy = try #require(
            try Self.read(Self.entry(started: "2026-11-26T14:02:11.140250+00:00")).messages.first)
        #expect(abs(proxy.end.timeIntervalSince(proxy.request.begin) - 0.1405) < 1e-6)
        let unknown = try #require(try Self.read(Self.entry(time: -1)).messages.first)
        #expect(unknown.end == unknown.request.begin)
    }

    @Test func `a form is read as text, or from its parameters`() throws {
        let text: JSONValue = ["mimeType": "application/x-www-form-urlencoded", "text": "grant_type=refresh_token"]
        let parameters: JSONValue = [
            "mimeType": "application/x-www-form-urlencoded",
            "params": [["name": "grant_type", "value": "refresh_token"]],
        ]
        for data in [text, parameters] {
            let request = try #require(try Self.read(Self.entry(request: ["postData": data])).messages.first).request
            #expect(String(decoding: request.body, as: UTF8.self) == "grant_type=refresh_token")
            #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
        }
    }

    @Test func `an answer's body may be base64, and status 0 is none`() throws {
        let answered = try #require(
            try Self.read(
                Self.entry(response: [
                    "status": 400, "headers": [["name": "Cache-Control", "value": "no-store"]],
                    "content": ["text": "e30=", "encoding": "base64"],
                ])
            ).messages.first)
        guard case .answered(let answer) = answered.outcome else {
            Issue.record("no answer")
            return
        }
        #expect(
            answer.status == 400 && answer.body == Array("{}".utf8) && answer.headers["cache-control"] == "no-store")
        let failed = try #require(try Self.read(Self.entry(response: ["status": 0])).messages.first)
        if case .answered = failed.outcome { Issue.record("an answer") }
    }

    @Test func `entries that can't be read are counted, the others are read`() throws {
        let reader = try Self.read(Self.entry(started: "yesterday"), Self.entry(), Self.entry(request: ["url": 7]), [])
        #expect(reader.messages.count == 1 && reader.damaged == [1, 3, 4])
    }

    @Test(arguments: ["", "{", "[]", "{\"log\": {}}", "{\"log\": {\"entries\": 7}}"])
    func `what is not an archive is refused`(text: String) {
        #expect(throws: ArchiveFlaw.self) { try ArchiveReader(Array(text.utf8)) }
    }

    @Test func `an archive that this program wrote keeps its tokens apart by their masks`() throws {
        let exchange = HTTPExchange(
            id: 1, purpose: .token, request: nil, method: "POST", url: "https://id.example/token",
            requestHeaders: ["Content-Type": "application/x-www-form-urlencoded"],
            requestBody: "grant_type=refresh_token&refresh_token=•••• A3F1&client_id=app",
            sentAt: Date(timeIntervalSince1970: 1_700_000_000), duration: .milliseconds(100),
            outcome: .answered(
                HTTPExchange.Answer(
                    status: 200, headers: ["Content-Type": "application/json"],
                    body: "{\"access_token\":\"•••• 1111\",\"refresh_token\":\"•••• 9C02\",\"expires_in\":60}",
                    bodySize: 90, version: "2", timings: nil, connection: nil, redirects: [])))
        let text = HTTPArchive(entries: [exchange.archiveEntry]).json.serialized()
        var observer = Observer()
        observer.observe(try ArchiveReader(Array(text.utf8)).messages)
        let session = try #require(observer.sessions.first)
        #expect(session.lineage.last?.token.description == "9C02")
        #expect(observer.message(1)?.presented?.fingerprint.description == "A3F1")
    }
}
