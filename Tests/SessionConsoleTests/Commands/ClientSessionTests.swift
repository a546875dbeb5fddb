import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// Sessions of the client itself, over several runs of the program.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ClientSessionTests {
    private let console: Console
    private let options: [String]

    init() async throws {
        console = try await Console()
        let secret = console.program.home + "/secret"
        try Data(console.provider.announcement.client_secret.utf8).write(to: URL(filePath: secret))
        options = [
            "--client-id", console.provider.announcement.confidential_client_id, "--client-secret-file", secret,
            "--scope", "orders",
        ]
    }

    private func run(_ arguments: String...) async throws -> Subprocess.Result {
        try await console.program.run(arguments: arguments + options, input: "")
    }

    @Test func `end 4: the next command renews a client's session whose token has expired`() async throws {
        #expect(try await run("login", "--flow", "client-credentials").status == 0)
        let first = try await run("token").text
        #expect(try await run("status").lines.contains("refresh   needs no token: the sign-in is repeated"))
        #expect(try await JSONValue(parsing: run("status", "--json").output)["renewed_by_flow"] == true)
        try console.age(by: 7_200)
        let request = try await run("request", "/orders")
        #expect(request.status == 0 && !request.errorText.contains("ended"))
        let second = try await run("token").text
        #expect(second != first && !second.isEmpty)
        #expect(try await JSONValue(parsing: run("status", "--json").output)["generation"] == 1)
        #expect(try await run("refresh").status == 0)
        #expect(try await run("token").text != second)
    }

    @Test func `end 4: a refused renewal of a client's session keeps it and is no forced logout`() async throws {
        #expect(try await run("login", "--flow", "client-credentials").status == 0)
        try console.age(by: 7_200)
        let secret = console.program.home + "/secret"
        try Data("guessed".utf8).write(to: URL(filePath: secret))
        let refused = try await run("request", "/orders")
        #expect(refused.status == 6 && refused.errorText.contains("invalid_client"))
        #expect(try await run("status").status == 0)
        try Data(console.provider.announcement.client_secret.utf8).write(to: URL(filePath: secret))
        #expect(try await run("request", "/orders").status == 0)
    }
}
