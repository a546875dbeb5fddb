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

    @Test func `the page about scenarios fits a terminal, and its example is played`() async throws {
        defer { program.remove() }
        let text = try await program.run("help", "scenarios").text
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
        let example = lines.drop { !$0.hasPrefix("  #") }.prefix { $0.hasPrefix("  ") }.joined(separator: "\n")
        #expect(try await program.run("play", "-", "--headless", input: example).status == 0)
    }

    @Test func `every option is described, and belongs to a command`() {
        defer { program.remove() }
        let used = Set(Command.all.flatMap(\.allOptions))
        for option in OptionName.allCases {
            #expect(used.contains(option) || option == .version)
            #expect(!option.description.summary.isEmpty)
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

    @Test func `provider 1: the profile's keys are in the help, the manual and the README, and are those it takes`()
        async throws
    {
        defer { program.remove() }
        let root = #filePath.split(separator: "/").dropLast(4).reduce(into: "") { $0 += "/" + $1 }
        let file = URL(filePath: root + "/README.md")
        let readme = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(readme.firstRange(of: "<!-- profile keys -->\n")?.upperBound)
        let end = try #require(readme.firstRange(of: "<!-- end of profile keys -->")?.lowerBound)
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try Data(String(readme[..<start] + ProfileKey.markdown + readme[end...]).utf8).write(to: file)
        } else {
            #expect(readme[start..<end] == ProfileKey.markdown, "RECORD_SNAPSHOTS=1 mends it")
        }
        let help = try await program.run("profile", "--help").text
        for line in ProfileKey.lines { #expect(help.contains(line)) }
        for key in ProfileKey.all {
            let value =
                key.kind == "true or false" ? "true" : key.kind == "object of texts" ? "{\"a\": \"b\"}" : "\"x\""
            let text = Data("{\"\(key.name)\": \(value)}".utf8)
            #expect(throws: Never.self) { try ProfileParser.parse(text, name: "p", file: "p.json") }
        }
        let known = Set(ProfileKey.all.map(\.name))
        for option in OptionName.inProfiles { #expect(known.contains(option.profileKey)) }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `a completion script knows every command and option`(shell: String) async throws {
        defer { program.remove() }
        let text = try await program.run("completion", shell).text
        for command in Command.all { #expect(text.contains(command.name)) }
        #expect(text.contains("min-valid"))
    }
}
