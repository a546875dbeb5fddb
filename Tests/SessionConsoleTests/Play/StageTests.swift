import FoundationEssentials
import TestSupport
import Testing

/// What is refused before a scenario begins.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct StageTests {
    @Test(arguments: [
        ("sign in\n", "needs a person in front of a browser"),
        ("GET /public without token\nsign in by device\n", "needs a person in front of a browser"),
        ("sign in as client\n", "whose client has no secret"),
        ("sign in as carol\n", "Its users are alice and bob."),
    ])
    func `a sign-in that nobody can do is refused before anything is played`(text: String, reason: String) async throws
    {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run("play", "-", "--headless", input: text)
        #expect(result.status == 2)
        #expect(result.text.isEmpty)
        let line = text.split(separator: "\n").count
        #expect(result.errorText.contains("-:\(line): ") && result.errorText.contains(reason), "\(result.errorText)")
    }

    @Test func `an issuer is confirmed where the scenario began with a resource, and in no other`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let demo = try await program.run("play", "-", "--headless", input: "confirm issuer as alice\n")
        #expect(demo.status == 1 && demo.text.contains("no issuer waits to be confirmed"), "\(demo.text)")
        let open = "resource /public\nexpect line client done\n"
        let none = try await program.run("play", "-", "--headless", input: open)
        #expect(none.status == 1 && none.text.contains("the step client was not reached"), "\(none.text)")
        #expect(try await program.run("profile", "list").text.isEmpty)
    }

    @Test func `a scenario does not copy the token with the keys that do`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let text = "sign in as alice\nGET /orders\npress y t\npress y\n"
        let result = try await program.run("play", "-", "--headless", input: text)
        #expect(result.status == 1)
        #expect(result.text.contains("a scenario neither copies nor shows a token"), "\(result.text)")
    }

    @Test func `a scenario that is too long, or no text, is refused with its limit or the place`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let path = "\(program.home)/long.txt"
        try program.write("say \(String(repeating: "a", count: 10_000_000))\n", to: "long.txt")
        let long = try await program.run("play", "--headless", path)
        #expect(long.status == 2 && long.errorText.contains("at most 1 MiB"), "\(long.errorText)")
        try Data(Array("sign in as alice\nsay caf".utf8) + [0xE9]).write(to: URL(filePath: program.home + "/latin.txt"))
        let latin = try await program.run("play", "--headless", "\(program.home)/latin.txt")
        #expect(latin.status == 2 && latin.errorText.contains("latin.txt:2:8: "), "\(latin.errorText)")
    }

    @Test(arguments: [
        (["--headless", "--speed", "2"], "--headless and --speed can't be combined"),
        (["--format", "tap"], "without --headless"),
        (["--headless", "--profile", "work"], "plays on the demo's provider"),
        (["--headless", "--issuer", "http://127.0.0.1:1"], "plays on the demo's provider"),
        ([], "--headless"),
    ])
    func `options that do nothing for a scenario are refused`(options: [String], reason: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run(arguments: ["play", "-"] + options, input: "sign in as alice\n")
        // Without --headless the console wants a terminal, as everywhere.
        #expect(result.status == (options.isEmpty ? 1 : 2))
        #expect(result.errorText.contains(reason), "\(result.errorText)")
    }

    @Test func `a session of 30 s tokens is renewed while time is moved`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let text = "provider access=30s refresh=5m\nsign in as alice\nwait 10m\nGET /orders\nexpect 200, no logouts\n"
        let result = try await program.run("play", "-", "--headless", input: text)
        #expect(result.status == 0, "\(result.text)")
    }

    @Test func `a scenario that ships with the program is printed, and plays as it is printed`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let text = try await program.run("play", "--list", "rotation").text
        #expect(text.contains("# Refresh tokens rotate"))
        #expect(try await program.run("play", "-", "--headless", input: text).status == 0)
        #expect(try await program.run("play", "--list", "rotatoin").status == 2)
    }
}
