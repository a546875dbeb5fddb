import ClientObservation
import FoundationEssentials
import JOSE
import TestSupport
import Testing

@testable import session_console

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct WatchCommandTests {
    private let program: ProgramUnderTest
    private let file: String

    /// A client that sends one refresh token twice at once, and a token in a URL.
    init() throws {
        program = try ProgramUnderTest()
        file = program.home + "/traffic of today.har"
        let answer = "{\"access_token\":\"new-access-0123456789\",\"refresh_token\":\"new-refresh-0123456789\"}"
        let entries: JSONValue = [
            Self.refresh("2026-11-26T14:02:11.140Z", 200, answer),
            Self.refresh("2026-11-26T14:02:11.280Z", 400, "{\"error\":\"invalid_grant\"}"),
        ]
        let archive: JSONValue = ["log": ["version": "1.2", "entries": entries]]
        try Data(archive.serialized().utf8).write(to: URL(filePath: file))
    }

    private static func refresh(
        _ started: String, _ status: Int, _ answer: String, client: String = "app"
    ) -> JSONValue {
        [
            "startedDateTime": .string(started), "time": 300,
            "request": [
                "method": "POST", "url": "https://id.example/token", "headers": [],
                "postData": [
                    "mimeType": "application/x-www-form-urlencoded",
                    "text": .string(
                        "grant_type=refresh_token&refresh_token=old-refresh-0123456789&client_id=\(client)"),
                ],
            ],
            "response": [
                "status": .number(JSONNumber(status)), "headers": [["name": "Cache-Control", "value": "no-store"]],
                "content": ["text": .string(answer)],
            ],
        ]
    }

    @Test func `findings are printed with their messages, and end with status 23`() async throws {
        defer { program.remove() }
        let result = try await program.run("watch", "--from", file)
        #expect(result.status == 23)
        #expect(result.text.contains("error: refresh-token-sent-twice-at-once"))
        #expect(result.text.contains("14:02:11.280 POST https://id.example/token") && result.text.contains("RFC 9700"))
        #expect(!result.text.contains("0123456789"))
        #expect(result.lines.allSatisfy { $0.count <= 80 || $0.contains(program.home) })
        #expect(try await program.run("watch", "--from", file, "--fail-on", "never").status == 0)
    }

    @Test func `what was seen is written for other tools without its secrets, and read again alike`() async throws {
        defer { program.remove() }
        let record = program.home + "/redacted.har"
        #expect(try await program.run("watch", "--from", file, "--record", record).status == 23)
        let text = try String(contentsOf: URL(filePath: record), encoding: .utf8)
        #expect(!text.contains("0123456789") && text.contains("invalid_grant"))
        let entries = try JSONValue(parsing: Array(text.utf8))["log"]?["entries"]?.array ?? []
        #expect(entries.map { $0["response"]?["status"]?.int } == [200, 400])
        let again = try await program.run("watch", "--from", record)
        #expect(again.text.contains("refresh-token-sent-twice-at-once"), "\(again.text)\(again.errorText)")
        // What is there stays as it is.
        #expect(try await program.run("watch", "--from", file, "--record", record).status == 2)
    }

    @Test(arguments: FindingFormat.allCases)
    func `what an archive lacks is said in every format`(format: FindingFormat) async throws {
        defer { program.remove() }
        let archive: JSONValue = ["log": ["entries": [Self.refresh("2026-11-26T14:02:11.140", 200, "{}")]]]
        try Data(archive.serialized().utf8).write(to: URL(filePath: file))
        let result = try await program.run("watch", "--from", file, "--format", format.rawValue)
        let words = "1 time without a zone: UTC is assumed."
        #expect(result.errorText.contains("notice:\n    \(words)"))
        #expect(result.text.contains(words) == (format != .text))
        guard format == .json else { return }
        let notice = try JSONValue(parsing: result.output)["notices"]?.array?.first
        #expect(notice?["name"] == "archive-time-zone")
    }

    @Test func `entries that can't be read are named with their reason`() async throws {
        defer { program.remove() }
        let archive: JSONValue = ["log": ["entries": [["request": ["method": "GET", "url": "https://a.example/"]]]]]
        try Data(archive.serialized().utf8).write(to: URL(filePath: file))
        let result = try await program.run("watch", "--from", file)
        #expect(result.status == 1)
        #expect(result.errorText.contains("1 of its entries can't be read: startedDateTime is missing (entry 1)"))
    }

    @Test(arguments: ["tap", "junit", "json", "sarif"])
    func `each format has the finding and no secret`(format: String) async throws {
        defer { program.remove() }
        let result = try await program.run("watch", "--from", file, "--format", format)
        #expect(result.status == 23)
        #expect(result.text.contains("refresh-token-sent-twice-at-once") && !result.text.contains("0123456789"))
        if format == "tap" { #expect(result.text.contains("\nnot ok 1 - refresh-token-sent-twice-at-once\n")) }
    }

    @Test func `SARIF has what its version 2.1.0 requires`() async throws {
        defer { program.remove() }
        let log = try JSONValue(parsing: try await program.run("watch", "--from", file, "--format", "sarif").output)
        let run = try #require(log["runs"]?.array?.first)
        let rules = try #require(run["tool"]?["driver"]?["rules"]?.array).compactMap { $0["id"]?.string }
        let results = try #require(run["results"]?.array)
        let result = try #require(results.first { $0["level"] == "error" })
        #expect(log["version"] == "2.1.0" && run["tool"]?["driver"]?["name"] == "session-console")
        #expect(results.allSatisfy { $0["ruleId"]?.string.map(rules.contains) == true })
        let place = result["locations"]?.array?.first?["physicalLocation"]?["artifactLocation"]?["uri"]?.string
        #expect(place?.hasSuffix("/traffic%20of%20today.har") == true)
        let marks = results.compactMap { $0["partialFingerprints"]?["finding/v1"]?.string }
        #expect(Set(marks).count == results.count)
        let links = try #require(run["tool"]?["driver"]?["rules"]?.array).compactMap { $0["helpUri"]?.string }
        #expect(links.count == FindingRule.all.count && links.allSatisfy { $0.hasPrefix("https://") })
    }

    @Test func `a command is called by its name, and shown at the first file here that it names`() throws {
        let here = FileManager.default.currentDirectoryPath
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: here).first { $0 == "Package.swift" })
        let script = WatchSource(command: ["/usr/bin/python3", "-u", name, "Sources"])
        #expect(script.name == "python3" && script.place == name)
        let other = WatchSource(command: ["/usr/bin/npm", "start"])
        #expect(other.name == "npm" && other.place == "npm")
        #expect(WatchSource(command: []).name == "watch")
    }

    @Test(arguments: FindingFormat.allCases)
    func `an expectation that is not met is said in each format, and ends with status 23`(format: FindingFormat)
        async throws
    {
        defer { program.remove() }
        let command = ["watch", "--from", file, "--fail-on", "never", "--format", format.rawValue]
        let met = try await program.run(
            arguments: command + ["--expect", "1 refresh, at most 1 reuse", "--expect", "no 401s"])
        #expect(met.status == 0)
        let other = try await program.run(arguments: command + ["--expect", "2 refreshes, no findings"])
        #expect(other.status == 23)
        #expect(other.text.contains("2 refreshes") && !met.text.contains("failed: expect"))
        switch format {
        case .text:
            #expect(other.text.contains("failed: expect 2 refreshes, but 1 seen\nfailed: expect 0 findings, but 2"))
        case .tap:
            #expect(
                other.text.contains(/not ok \d+ - expect 0 findings/) && met.text.contains(/\nok \d+ - expect 0 401s/))
        case .junit: #expect(other.text.contains("expect 2 refreshes, but 1 seen"))
        case .json:
            let expectations = try JSONValue(parsing: other.output)["expectations"]?.array
            #expect(expectations?.first == ["text": "2 refreshes", "seen": 1, "met": false])
        case .sarif: #expect(other.text.contains("expect 0 findings, but 2 seen"))
        }
    }

    @Test func `what can't be counted is refused with the words that can`() async throws {
        defer { program.remove() }
        for text in ["1 refesh", "refreshes", "", "1 refresh,", "-1 refreshes", "at best 2 refreshes"] {
            let result = try await program.run("watch", "--from", file, "--expect", text)
            #expect(result.status == 2, "\(text)")
            #expect(result.errorText.contains("requests, calls, token requests, sign-ins, refreshes, reuses, 401s"))
        }
    }

    @Test func `a file that is missing or no archive, and a wrong value, are said`() async throws {
        defer { program.remove() }
        #expect(try await program.run("watch").status == 2)
        #expect(try await program.run("watch", "--from", program.home + "/none.har").status == 1)
        let other = try await program.run("watch", "--from", "-", input: "{}")
        #expect(other.status == 1 && other.errorText.contains("log.entries"))
        #expect(try await program.run("watch", "--from", file, "--api", "nonsense").status == 2)
        #expect(try await program.run("watch", "--from", file, "--fail-on", "note").status == 2)
    }

    @Test func `the weightiest findings come first, and a client's name sends the terminal nothing`() async throws {
        defer { program.remove() }
        let entries: JSONValue = [
            Self.refresh("2026-11-26T14:02:11.140Z", 200, "{\"access_token\":\"a\"}", client: "a%1B%5D0%3Bx%07b"),
            Self.refresh("2026-11-26T14:02:11.280Z", 400, "{}", client: "a%1B%5D0%3Bx%07b"),
        ]
        let hostile = program.home + "/of \u{1B}]0;y\u{7}.har"
        let archive: JSONValue = ["log": ["version": "1.2", "entries": entries]]
        try Data(archive.serialized().utf8).write(to: URL(filePath: hostile))
        let result = try await program.run("watch", "--from", hostile)
        #expect(result.status == 23 && result.text.contains("client a\u{241B}]0;x\u{2407}b"), "\(result.errorText)")
        #expect(!result.output.contains(0x1B) && !result.output.contains(0x07))
        let words = result.lines.compactMap { $0.firstMatch(of: #/^(error|warning|note): /#)?.1 }
        #expect(Set(words).count > 1 && words.first == "error" && words.last == "note", "\(words)")
    }

    @Test(arguments: [
        (FindingThreshold.error, [true, false, false]), (.warning, [true, true, false]),
        (.never, [false, false, false]),
    ])
    func `a threshold includes all that is as weighty or weightier`(threshold: FindingThreshold, includes: [Bool]) {
        #expect([FindingRule.Weight.error, .warning, .note].map(threshold.includes) == includes)
    }

    @Test(arguments: [
        ("2 refreshes", [false, true, false]), ("at least 2 refreshes", [false, true, true]),
        ("at most 2 refreshes", [true, true, false]),
    ])
    func `an expectation is met below, at and above its number as it says`(text: String, isMet: [Bool]) throws {
        let expectation = try #require(CountExpectation.all(in: text)?.first)
        #expect([1, 2, 3].map(expectation.isMet) == isMet)
    }
}
