import FoundationEssentials
import Testing

@testable import session_console

/// The README and the CHANGELOG say what the program does.
@Suite(.timeLimit(.minutes(5)))
struct DocumentTests {
    private static func text(_ name: String) throws -> String {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        return try String(contentsOf: root.appending(path: name), encoding: .utf8)
    }

    @Test func `the README is read to its end`() throws {
        #expect(try Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }

    @Test func `every command line and option in the README exists`() throws {
        let readme = try Self.text("README.md")
        let calls = readme.matches(of: /(?:^|[`(])(session-console [a-z-][^`\n]*)/.anchorsMatchLineEndings()).map(\.1)
        #expect(calls.count > 15)
        for call in calls { #expect(CommandLineCheck.flaw(of: String(call)) == nil, "\(call)") }
        let longNames = Set(Option.known.map(\.name))
        for option in readme.matches(of: /`--([a-z0-9-]+)/).map(\.1) {
            #expect(longNames.contains(String(option)), "--\(option)")
        }
    }

    @Test func `the README names every topic of the help`() throws {
        let readme = try Self.text("README.md")
        for topic in HelpTopic.all { #expect(readme.contains("`session-console help \(topic.name)`"), "\(topic.name)") }
    }

    @Test func `the newest release of the CHANGELOG is the program's version`() throws {
        let releases = try Self.text("CHANGELOG.md").matches(of: /## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d\n/)
        #expect(releases.first.map { String($0.1) } == Version.current)
    }
}
