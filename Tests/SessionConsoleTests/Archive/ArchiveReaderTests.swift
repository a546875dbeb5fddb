import ClientObservation
import ClientWatch
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
        #expect(reader.messages.count == 1 && reader.damaged.map(\.entry) == [1, 3, 4])
        #expect(
            reader.damaged.map(\.flaw) == [
                .noTime("yesterday"), .missing("request.url"), .missing("startedDateTime"),
            ])
    }

    @Test(arguments: [
        "2026-11-26T14:02:11.140+0000", "2026-11-26T15:02:11.140+0100", "2026-11-26T15:02:11.140+01",
        "2026-11-26T14:02:11.1400000Z", "2026-11-26T14:02:11.1400000+00:00", "2026-11-26 14:02:11.140Z",
        "2026-11-26t14:02:11.140z", "2026-11-26T09:02:11,140-0500", "2026-11-26 14:02:11.140 +0000",
    ])
    func `times are read as writers have them`(text: String) throws {
        let reader = try Self.read(Self.entry(started: .string(text)))
        let begin = try #require(reader.messages.first).request.begin
        #expect(abs(begin.timeIntervalSince1970 - 1_795_701_731.140) < 1e-6)
        #expect(reader.gaps.notices.isEmpty)
    }

    @Test func `a time without a zone is taken for UTC, which is said once`() throws {
        let entry = Self.entry(started: "2026-11-26T14:02:11.140")
        let reader = try Self.read(entry, entry)
        #expect(reader.messages.allSatisfy { abs($0.request.begin.timeIntervalSince1970 - 1_795_701_731.140) < 1e-6 })
        #expect(reader.gaps.notices.map(\.cause) == [.archiveLacks(.timeZone, count: 2)])
    }

    @Test(arguments: ["tomorrow", "2026-11-26", "2026-13-26T14:02:11Z", "-", "", "2026-11-26T14:02:11+"])
    func `what is no time is not read as one`(text: String) throws {
        #expect(try Self.read(Self.entry(started: .string(text))).damaged.map(\.flaw) == [.noTime(.string(text))])
    }

    @Test(arguments: [.null, -1] as [JSONValue])
    func `an entry without a time lasts as long as its timings`(time: JSONValue) throws {
        guard case .object(var entry) = Self.entry(time: time) else { return }
        entry["timings"] = ["blocked": -1, "dns": 5, "connect": 20, "ssl": 15, "send": 1, "wait": 100, "receive": 14]
        let message = try #require(try Self.read(.object(entry)).messages.first)
        #expect(abs(message.end.timeIntervalSince(message.request.begin) - 0.140) < 1e-6)
    }

    // MARK: - Bodies

    private static func answer(_ content: JSONValue) -> JSONValue {
        entry(response: [
            "status": 200, "headers": [["name": "Content-Type", "value": "application/json"]], "content": content,
        ])
    }

    @Test func `a body in a file beside the archive is read, and none of another folder`() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/archive-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/inner", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["body.json", "inner/body.json"] {
            try Data("{}".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        for (name, folder, isRead) in [
            ("body.json", folder, true), ("inner/body.json", folder, true), ("missing.json", folder, false),
            ("../body.json", folder + "/inner", false), (folder + "/body.json", "/", false),
            ("body.json", nil, false),
        ] as [(String, String?, Bool)] {
            let archive: JSONValue = ["log": ["entries": [Self.answer(["_file": .string(name)])]]]
            let reader = try ArchiveReader(Array(archive.serialized().utf8), folder: folder)
            guard case .answered(let answer) = reader.messages.first?.outcome else { continue }
            #expect(answer.body == (isRead ? Array("{}".utf8) : []), "\(name)")
            #expect(reader.gaps.answersHaveNoBodies == !isRead, "\(name)")
        }
    }

    @Test func `bodies that are missing are said, with what is undecided for that`() throws {
        let bare = Self.answer(["size": 90, "mimeType": "application/json"])
        let whole = Self.answer(["size": 2, "text": "{}"])
        let empty = Self.entry(response: ["status": 204, "headers": [], "content": ["size": 0]])
        #expect(try Self.read(bare, empty).gaps.answersHaveNoBodies)
        #expect(
            try Self.read(bare, empty).gaps.notices.map(\.cause)
                == [.archiveLacks(.answerBody(isOfAll: true), count: 1)])
        #expect(try !Self.read(bare, whole).gaps.answersHaveNoBodies)
        #expect(
            try Self.read(bare, whole).gaps.notices.map(\.cause)
                == [.archiveLacks(.answerBody(isOfAll: false), count: 1)])
        #expect(try Self.read(whole, empty).gaps.notices.isEmpty)
        let form: JSONValue = [["name": "Content-Type", "value": "application/x-www-form-urlencoded"]]
        let silent = try Self.read(Self.entry(request: ["headers": form, "bodySize": 90]))
        #expect(silent.gaps.requestsHaveNoBodies && !silent.gaps.answersHaveNoBodies)
    }

    // MARK: - Size

    @Test func `an archive is cut into its entries wherever its bytes are divided`() throws {
        let text = """
            \u{FEFF}{"log": {"version": "1.2", "pages": [{"id": "entries"}], "comment": "\\"entries\\": [",
             "creator": {"log": {"entries": [1]}}, "entries": [\(Self.entry().serialized()) , 7, "a\\"]", [],
             \(Self.entry(request: ["url": "https://b.example/ä"]).serialized())], "_more": {"entries": [{}]}}}
            """
        let whole = try ArchiveReader(Array(text.utf8))
        #expect(whole.messages.map(\.request.url.host) == ["id.example", "b.example"])
        #expect(whole.damaged.map(\.entry) == [2, 3, 4])
        for size in [1, 2, 3, 7, 64] {
            var reader = ArchiveReader()
            let bytes = Array(text.utf8)
            // The mark at the beginning comes as a whole.
            reader.take(Array(bytes[..<3]))
            for start in stride(from: 3, to: bytes.count, by: size) {
                reader.take(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            try reader.finish()
            #expect(reader.messages.map(\.request.url) == whole.messages.map(\.request.url))
            #expect(reader.damaged.map(\.entry) == [2, 3, 4])
        }
    }

    @Test func `an archive that breaks off is read until there, which is said`() throws {
        let archive: JSONValue = ["log": ["entries": [Self.entry(), Self.entry()]]]
        let bytes = Array(archive.serialized().utf8)
        let reader = try ArchiveReader(Array(bytes.dropLast(40)))
        #expect(reader.messages.count == 1)
        #expect(reader.damaged.map(\.entry) == [2] && reader.damaged.map(\.flaw) == [.cut])
    }

    @Test func `pictures are not kept, however large the archive is`() throws {
        let picture = String(repeating: "A", count: 6 << 20)
        var reader = ArchiveReader()
        reader.take(Array("{\"log\":{\"entries\":[".utf8))
        let image = Self.entry(response: [
            "status": 200, "headers": [["name": "Content-Type", "value": "image/png"]],
            "content": ["size": 6_291_456, "mimeType": "image/png", "text": .string(picture), "encoding": "base64"],
        ])
        for _ in 0..<12 { reader.take(Array((image.serialized() + ",").utf8)) }
        reader.take(Array((Self.answer(["text": "{}"]).serialized() + "]}}").utf8))
        try reader.finish()
        #expect(reader.messages.count == 13 && reader.damaged.isEmpty && reader.gaps.notices.isEmpty)
        let kept = reader.messages.reduce(0) { sum, message in
            if case .answered(let answer) = message.outcome { sum + answer.body.count } else { sum }
        }
        #expect(kept == 2)
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
