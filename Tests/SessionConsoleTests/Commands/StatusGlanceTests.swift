import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// `status --all` and `status --short`: from the stores alone.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct StatusGlanceTests {
    @Test func `all profiles are a line each, with who renewed the tokens, and nobody is asked`() async throws {
        let console = try await Console(provider: ["--token-lifetime", "1h", "--grant-lifetime", "41790m"])
        try console.writeProfile(["store": "memory"], name: "elsewhere")
        try console.program.makeProfile("broken", ["issuer": true])
        try console.program.makeProfile("damaged", ["issuer": "https://id.example", "client_id": "cli"])
        try await console.signIn()
        #expect(try await console.run("refresh").status == 0)
        try Data("{\"version\":".utf8).write(
            to: URL(filePath: console.program.home + "/state/session-console/damaged.session.json"))
        let record = try Data(contentsOf: URL(filePath: console.sessionFile))
        try record.write(to: URL(filePath: console.program.home + "/state/session-console/options.session.json"))
        let before = try await console.provider.statistics()

        let result = try await console.run("status", "--all")
        #expect(result.status == 1 && result.errorText.isEmpty)
        #expect(result.lines.count == 5)
        #expect(result.lines[0].contains(#/^broken     unreadable     .*broken\.json:1: issuer: must be a string/#))
        #expect(result.lines[1].hasPrefix("damaged    unreadable     The stored session can't be read: it is damaged"))
        let valid =
            #/^default    authenticated  access expires in 1 h, refresh expires in \d+ min, (.*)$/#
        let rest = #/^this grant ends in 29 d, refreshed \d+ s ago by process \d+ \(refresh\)$/#
        let line = try #require(result.lines[2].wholeMatch(of: valid), "\(result.text)")
        #expect(line.output.1.wholeMatch(of: rest) != nil, "\(result.text)")
        #expect(result.lines[3] == "elsewhere  signed-out     no stored session", "\(result.lines[3])")
        #expect(result.lines[4].hasPrefix("options    authenticated  "))

        let json = try await console.json("status", "--all")
        let profiles = try #require(json["profiles"]?.array)
        #expect(
            profiles.map { $0["word"]?.string } == [
                "unreadable", "unreadable", "authenticated", "signed-out", "authenticated",
            ])
        #expect(profiles[2]["renewed_by"]?["program"] == "refresh" && profiles[2]["error"] == nil)
        #expect(profiles[2]["state"] == "authenticated" && profiles[2]["grant_ends_at"]?.string != nil)
        #expect(profiles[4]["client_id"] == profiles[2]["client_id"])
        #expect(profiles[1]["error"]?.string?.contains("damaged") == true)
        #expect(try await console.provider.statistics() == before)
        let text = result.text + json.serialized()
        for token in ["access_token", "refresh_token"] {
            let secret = try #require(try console.record()["session"]?[token]?.string)
            #expect(!text.contains(secret))
        }
        #expect(
            FileManager.default.fileExists(
                atPath: console.program.home + "/state/session-console/damaged.session.json"))
    }

    @Test func `the short line is a prompt's, with the exit status of the long one`() async throws {
        let console = try await Console()
        let before = try await console.run("status", "--short")
        #expect(before.status == 3 && before.lines == ["default signed-out"] && before.errorText.isEmpty)
        try await console.signIn()
        let valid = try await console.run("status", "--short").lines
        let words = /^default authenticated (1 h|\d+ min)$/
        #expect(valid.count == 1 && valid.first?.firstMatch(of: words) != nil, "\(valid)")
        try console.age(by: 7_200)
        let expired = try await console.run("status", "--short")
        #expect(expired.status == 0 && expired.lines == ["default run-out"], "\(expired.text)")
        try await console.signIn()
        try await console.provider.control("revoke-session", ["username": "alice"])
        #expect(try await console.run("status", "--verify").status == 4)
        let ended = try await console.run("status", "--short")
        #expect(ended.status == 4 && ended.lines == ["default forced-out"] && ended.errorText.isEmpty)
        try Data("{".utf8).write(to: URL(filePath: console.sessionFile))
        let damaged = try await console.run("status", "--short")
        #expect(damaged.status == 1 && damaged.lines == ["default unreadable"])
        #expect(damaged.errorText.contains("it is damaged"))
    }

    @Test func `neither loads what a request needs`() async throws {
        let console = try await Console()
        try await console.signIn()
        for option in ["--short", "--all"] {
            // libcurl is opened when the first transport is made; with a library of that name that can't be opened, a
            // request fails.
            var program = console.program
            program.environment["LD_DEBUG"] = "files"
            let result = try await program.run("status", option)
            #expect(result.status == 0)
            #expect(!result.errorText.contains("libcurl") && result.errorText.contains("libc.so"))
        }
    }

    @Test(arguments: [
        ["--all", "--verify"], ["--all", "--follow"], ["--all", "--short"], ["--all", "--profile", "a"],
        ["--short", "--verify"], ["--short", "--follow"], ["--short", "--json"],
    ])
    func `what asks a provider or keeps running is not combined with them`(options: [String]) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run(arguments: ["status"] + options)
        #expect(result.status == 2 && result.errorText.contains("can't be combined"))
    }

    @Test func `without a profile there is nothing to show`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let all = try await program.run("status", "--all")
        #expect(all.status == 0 && all.text.isEmpty && all.errorText.contains("neither a profile nor a session"))
        #expect(try await program.run("status", "--all", "--json").lines == ["{\"profiles\":[]}"])
        #expect(try await program.run("status", "--short").status == 2)
    }
}
