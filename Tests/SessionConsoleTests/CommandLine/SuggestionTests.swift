import ConsoleApp
import JOSE
import Scenarios
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SuggestionTests {
    private static let commands = Command.all.map(\.name).filter { !$0.isEmpty }

    @Test(arguments: [
        ("staus", ["status"]), ("tokn", ["token"]), ("logni", ["login"]), ("LOGIN", ["login"]), ("evnets", ["events"]),
        ("refersh", ["refresh"]), ("user-info", ["userinfo"]), ("prof", ["profile"]), ("log", ["login", "logout"]),
        ("frobnicate", []), ("x", []), ("", []), (String(repeating: "status", count: 9), []),
    ])
    func `a slip of the hand leads to what was meant`(word: String, meant: [String]) {
        #expect(Suggestion.words(for: word, among: Self.commands) == meant)
    }

    @Test(arguments: [
        ("", "", 0), ("token", "token", 0), ("token", "toekn", 1), ("token", "tokens", 1), ("token", "taken", 1),
        ("token", "oken", 1), ("abc", "", 3), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
    func `distances count added, missing, replaced and swapped characters`(one: String, other: String, distance: Int) {
        #expect(Suggestion.distance(Array(one), Array(other)) == distance)
        #expect(Suggestion.distance(Array(other), Array(one)) == distance)
    }

    @Test(arguments: [
        (["staus"], "Did you mean 'status'? See: session-console --help"),
        (["help", "stauts"], "Did you mean 'help status'?"),
        (["help", "scenaros"], "Did you mean 'help scenarios'?"),
        (["profile", "shwo", "x"], "Did you mean 'profile show'?"),
        (["completion", "fihs"], "Did you mean 'fish'?"),
        (["token", "--min-vlaid", "5s"], "Did you mean '--min-valid'?"),
        (["status", "--client_id", "x"], "Did you mean '--client-id'?"),
        (["status", "--pro", "x"], "Did you mean '--profile', '--prompt' or '--proxy'?"),
        (["login", "--flow", "divice"], "Did you mean 'device'?"),
        (["status", "--profile", "wrok"], "Did you mean 'work'?"),
        (["profile", "remove", "wrok"], "Did you mean 'work'?"),
        (["status", "--profile", "work", "--on-401", "repotr"], "Did you mean 'report'?"),
        (["status", "--profile", "work", "--client-auth", "baisc"], "Did you mean 'basic'?"),
        (["status", "--profile", "work", "--store", "memroy"], "Did you mean 'memory'?"),
        (["inspect", "e.e.e", "--alg", "RS265"], "Did you mean 'RS256'?"),
    ])
    func `a command line with a slip is answered with what was meant`(arguments: [String], question: String)
        async throws
    {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        try program.makeProfile("work", ["issuer": "https://issuer.example", "client_id": "c"])
        let result = try await program.run(arguments: arguments)
        #expect(result.status == 2)
        #expect(result.errorText.contains(question), "\(result.errorText)")
    }

    @Test func `a word that may be a secret is neither repeated nor guessed at`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run("ABCDEF0123456789")
        #expect(result.status == 2)
        #expect(!result.errorText.contains("ABCDEF"))
        #expect(!result.errorText.contains("Did you mean"))
    }
}
