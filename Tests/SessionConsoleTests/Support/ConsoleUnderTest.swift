import JOSE
import FoundationEssentials
import TestSupport

/// The console in a terminal, on a provider that is a process of its own.
struct ConsoleUnderTest: Sendable {
    let program: ProgramUnderTest
    let provider: ProviderProcess
    let screen: TmuxScreen

    /// Opens the console and waits until it asks to sign in; everything is gone when the body has run.
    static func run(
        lifetime: String = "10m", width: Int = 120, height: Int = 36, environment: [String: String] = [:],
        options: [String] = [],
        _ body: (ConsoleUnderTest) async throws -> Void
    ) async throws {
        var program = try ProgramUnderTest()
        defer { program.remove() }
        program.environment.merge(environment) { $1 }
        let provider = try await ProviderProcess(program, ["--token-lifetime", lifetime])
        let command = ProgramUnderTest.commandLine(provider.options + ["--store", "memory"] + options)
        let script = "\(command); echo \"ended with status $?\"; exec cat"
        try await TmuxScreen.run(script, width: width, height: height, program: program) { [program] screen in
            try await screen.wait(for: "SIGNED OUT")
            try await body(ConsoleUnderTest(program: program, provider: provider, screen: screen))
        }
        try await provider.end()
    }

    func signIn(username: String = "alice", password: String = "wonderland") async throws {
        try await chooseSignIn("p", showing: "Username")
        try await screen.type(username)
        try await screen.press("Tab")
        try await screen.type(password)
        try await screen.press("Enter")
        try await screen.wait(for: "AUTHENTICATED")
    }

    func chooseSignIn(_ letter: String, showing wanted: String) async throws {
        try await screen.press("l")
        try await screen.wait(for: "Device code")
        try await screen.press(letter)
        try await screen.wait(for: wanted)
    }

    /// Runs an action by its name, or sends a request written as `get /orders`.
    func perform(_ command: String) async throws {
        try await screen.press(":")
        try await screen.wait("the command line") { $0.lastLine.hasPrefix(" :") }
        try await screen.type(command)
        try await screen.press("Enter")
        try await screen.wait("the hints") { !$0.lastLine.hasPrefix(" :") }
    }

    func inject(_ letter: String) async throws {
        try await screen.press("x")
        try await screen.wait(for: "a correct client:")
        try await screen.press(letter)
    }

    /// How often the API was asked for a path, with any outcome.
    func calls(of path: String) async throws -> [String: Int] {
        let counts = try await provider.statistics()["api"]?[path]?.object
        return (counts?.members ?? []).reduce(into: [:]) { $0[$1.name] = $1.value.int }
    }
}

extension TmuxScreen {
    /// Opens a dialog by its key, and closes it; a key right behind esc would be one with alt.
    func openAndClose(_ key: String) async throws {
        try await press(key)
        try await wait("what \(key) opens") { !$0.lastLine.contains("? help") }
        try await press("Escape")
        try await wait("the screen below") { $0.lastLine.contains("? help") }
    }
}

extension String {
    /// The lowest line of a screen that holds anything.
    var lastLine: Substring { split(separator: "\n").last ?? "" }

    /// The lines of a screen, blank ones at its end left out.
    var rows: [Substring] {
        var rows = split(separator: "\n", omittingEmptySubsequences: false)
        while rows.last?.allSatisfy(\.isWhitespace) ?? false { rows.removeLast() }
        return rows
    }
}
