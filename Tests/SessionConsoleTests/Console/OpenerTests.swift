import ConsoleApp
import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import session_console

/// Which sessions a console can open besides its first one.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct OpenerTests {
    private func opener(_ program: ProgramUnderTest, _ values: [Option: [String]] = [:]) throws -> ProfileOpener {
        var invocation = Invocation()
        invocation.values = values
        var environment = program.environment
        environment["SESSION_CONSOLE_CLIENT_SECRET"] = "of the first"
        return try ProfileOpener(
            CommandContext(
                command: .console, invocation: invocation, operands: [], environment: environment, output: Output()))
    }

    private func program() throws -> ProgramUnderTest {
        let program = try ProgramUnderTest()
        try program.makeProfile("default", ["issuer": "https://id.example", "client_id": "cli"])
        try program.makeProfile("work", ["issuer": "https://other.example", "client_id": "other"])
        return program
    }

    @Test func `options and the secret of the environment belong to the first profile alone`() throws {
        let program = try program()
        defer { program.remove() }
        let opener = try opener(program, [.scope: ["openid first"], .timeout: ["7s"]])
        let first = try #require(opener.first)
        #expect(first.client.scope == ["openid", "first"])
        #expect(first.client.authentication != .none)
        let other = try opener.settings(of: "work")
        #expect(other.client.issuer == "https://other.example")
        #expect(other.client.scope == ProviderSettings.defaultScope)
        #expect(other.client.authentication == .none)
        #expect(try opener.settings(of: "default").client.authentication != .none)
    }

    @Test func `a session is named, and knows the profiles that can be opened`() throws {
        let program = try program()
        defer { program.remove() }
        let opening = try opener(program).opening(of: "work:2")
        #expect(opening.context.profile == "work:2")
        #expect(opening.context.issuer == "https://other.example")
        #expect(opening.context.profiles == ["default", "work"])
    }

    @Test func `the sessions of all profiles are read, and a helper only the first time`() async throws {
        let program = try program()
        defer { program.remove() }
        let helper = JSONValue.string("helper:no-such-helper")
        try program.makeProfile("ring", ["issuer": "https://id.example", "client_id": "cli", "store": helper])
        try program.makeProfile("given", ["issuer": "https://id.example", "client_id": "cli"])
        let opener = try opener(program, [.profile: ["given"], .issuer: ["https://id.example"], .clientID: ["cli"]])
        let first = await opener.glances(again: false)
        #expect(first.map(\.profile) == ["default", "given", "ring", "work"])
        #expect(first.map { $0.word(now: Date()) } == [.signedOut, .signedOut, .unreadable, .signedOut])
        #expect(await opener.glances(again: true).map(\.profile) == ["default", "given", "work"])
    }

    @Test func `the demo's sessions are those of this process`() async throws {
        let opener = DemoOpener(DemoProvider.Configuration(), started: nil, requestFolder: nil)
        let host = try await opener.opening(of: "alice").open()
        try await host.session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        let glances = await opener.glances(again: false)
        #expect(glances.map(\.profile) == ["demo", "alice", "bob"])
        #expect(glances.map { $0.word(now: Date()) } == [.signedOut, .authenticated, .signedOut])
        await opener.finish()
    }

    @Test func `a profile that does not exist is refused with those that do`() throws {
        let program = try program()
        defer { program.remove() }
        let opener = try opener(program)
        let failure = #expect(throws: CommandFailure.self) { try opener.opening(of: "wrok") }
        let words = [failure?.message, failure?.advice].compactMap(\.self).joined(separator: " ")
        #expect(words.contains("wrok"))
        #expect(words.contains("work"))
    }

    @Test func `the demo opens sessions for its users and for nobody else`() throws {
        let opener = DemoOpener(.init(), started: nil, requestFolder: nil)
        let opening = try opener.opening(of: "bob")
        #expect(opening.context.profile == "bob")
        #expect(!opening.context.hasFirstSteps)
        #expect(opening.context.profiles == ["demo", "alice", "bob"])
        let failure = #expect(throws: CommandFailure.self) { try opener.opening(of: "carol") }
        #expect(failure?.message == "The demo has no session 'carol'; it has demo, alice, bob")
    }
}
