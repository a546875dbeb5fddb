import DemoProvider
import FoundationEssentials
import TestSupport
import Testing

@testable import session_console

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct HelpTests {
    private let program: ProgramUnderTest

    init() throws { program = try ProgramUnderTest() }

    @Test(arguments: Command.all.filter { !$0.name.isEmpty }.map(\.name))
    func `every command explains itself, with an example and its JSON`(name: String) async throws {
        defer { program.remove() }
        let result = try await program.run(name, "--help")
        #expect(result.status == 0)
        #expect(result.text.hasPrefix("usage: session-console \(name)"))
        #expect(result.text.contains("example:\n  session-console \(name)") || name == "token" || name == "inspect")
        let command = try #require(Command.named(name))
        if command.options.contains(.json) { #expect(result.text.contains("JSON") || result.text.contains("--json")) }
        #expect(try await program.run("help", name).text == result.text)
        #expect(result.lines.allSatisfy { $0.count <= 80 }, "\(result.lines.filter { $0.count > 80 })")
    }

    @Test func `the program's help names every command`() async throws {
        defer { program.remove() }
        let text = try await program.run("--help").text
        for command in Command.all where !command.name.isEmpty { #expect(text.contains("\n  \(command.name) ")) }
        #expect(try await program.run("help").text == text)
        let long = text.split(separator: "\n").filter { $0.count > 80 }
        #expect(long.isEmpty, "\(long)")
        #expect(try await program.run("--version").text == "session-console \(Version.withCommit)\n")
    }

    @Test func `every option is described, and belongs to a command`() {
        defer { program.remove() }
        let used = Set(Command.all.flatMap(\.allOptions))
        for option in Option.known {
            #expect(used.contains(option) || option == .version)
            #expect(!option.summary.isEmpty)
        }
    }

    @Test func `the provider's help names every switch of its control URL`() async throws {
        defer { program.remove() }
        let text = try await program.run("provider", "--help").text
        for name in DemoProvider.switches { #expect(text.contains("/\(name)"), "\(name)") }
    }

    @Test func `the first line of the manual page fits a terminal of 80 columns`() throws {
        defer { program.remove() }
        let lines = ManualPage.text.split(separator: "\n")
        let name = try #require(lines.drop { $0 != ".SH NAME" }.dropFirst().first).filter { $0 != "\\" }
        // A line that is broken is filled up with spaces.
        #expect(name.hasPrefix("session-console - ") && name.count <= 71, "\(name)")
    }

    @Test func `the manual page that is kept is the one that is made`() throws {
        defer { program.remove() }
        let root = #filePath.split(separator: "/").dropLast(4).reduce(into: "") { $0 += "/" + $1 }
        let kept = try String(
            contentsOf: URL(filePath: root + "/Sources/session-console/session-console.1"), encoding: .utf8)
        // session-console help man > Sources/session-console/session-console.1
        #expect(kept == ManualPage.text + "\n")
    }

    @Test func `provider 1: the profile's keys are in the help and the manual, and are those it takes`() async throws {
        defer { program.remove() }
        let help = try await program.run("help", "profiles").text
        let manual = ManualPage.text.filter { $0 != "\\" }
        for line in Columns.list(ProfileKey.rows.map { ("  " + $0.name, $0.meaning) }) { #expect(help.contains(line)) }
        for key in ProfileKey.all {
            #expect(manual.contains("\n.TP\n\(key.name)\n\(key.meaning)"), "\(key.name)")
            let value =
                key.kind == "true or false" ? "true" : key.kind == "object of strings" ? "{\"a\": \"b\"}" : "\"x\""
            let text = Data("{\"\(key.name)\": \(value)}".utf8)
            #expect(throws: Never.self) { try ProfileParser.parse(text, name: "p", file: "p.json") }
        }
        let known = Set(ProfileKey.all.map(\.name))
        for option in Option.inProfiles { #expect(known.contains(option.profileKey)) }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `a completion script knows every command and option`(shell: String) async throws {
        defer { program.remove() }
        let text = try await program.run("completion", shell).text
        for command in Command.all { #expect(text.contains(command.name)) }
        #expect(text.contains("min-valid"))
    }
}
