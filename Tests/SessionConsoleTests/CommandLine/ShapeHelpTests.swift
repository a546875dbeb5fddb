import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import TestSupport
import Testing

@testable import session_console

/// The JSON that a command's help shows is the one that the command prints.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct ShapeHelpTests {
    @Test func `every member that a command prints is in its help`() async throws {
        let console = try await Console()
        try await console.signIn()
        try await console.check(StatusReport.shape, "status", "--verify")
        try await console.check(TokenReport.shape, "token")
        #expect(try await console.run("request", "/orders").status == 0)
        try await console.check(LogoutReport.shape, "logout")
        try await console.check(StatusReport.shape, "status")
        for profile in try #require(try await console.json("status", "--all")["profiles"]?.array) {
            #expect(StatusReport.shape.missing(in: profile) == [])
        }
        let watched = try await console.run(
            "watch", "--from", "watch-demo", "--format", "json", "--expect", "1 refresh")
        #expect(WatchReport.shape.missing(in: try JSONValue(parsing: watched.output)) == [])
        #expect(try await console.run("watch", "--help").text.contains("\n\(WatchReport.shape.lines)\n"))
        let events = try await console.run("events", "--json")
        let shown = Set(OtherProcessEvent.shape.members.map(\.name))
        #expect(try await console.run("events", "--help").text.contains("\n\(OtherProcessEvent.shape.lines)\n"))
        for line in events.lines {
            let event = try #require(try JSONValue(parsing: line.utf8).object)
            let common = event.names.filter { name in !["kind", "text"].contains(name) && shown.contains(name) }
            #expect(Set(["time", "sequence", "generation", "uptime", "process", "program"]).isSubset(of: common))
        }
    }

    @Test func `a member that the shape has not, or a name that is not listed, is found`() {
        let shape = LogoutReport.shape
        #expect(shape.missing(in: ["signed_out": true, "tokens": [["kind": "access_token"]]]) == [])
        #expect(shape.missing(in: ["signed": true]) == ["signed"])
        #expect(shape.missing(in: ["tokens": [["kind": "other", "more": 1]]]) == ["tokens.kind", "tokens.more"])
    }
}

extension Console {
    /// Runs a command with `--json`, and compares what it prints with what its help shows.
    fileprivate func check(_ shape: RecordShape, _ command: String, _ options: String...) async throws {
        let result = try await program.run(arguments: [command] + options + ["--json"])
        let missing = shape.missing(in: try JSONValue(parsing: result.output))
        #expect(missing == [], "\(result.text)")
        #expect(try await run(command, "--help").text.contains("\n\(shape.lines)\n"), "\(command)")
    }
}

extension RecordShape {
    /// The paths of what a value has and the shape has not.
    fileprivate func missing(in value: JSONValue) -> [String] {
        switch (self, value) {
        case (.names(let names), .string(let name)): names.contains(name) ? [] : [""]
        case (.list(let shape), .array(let values)): Array(Set(values.flatMap(shape.missing))).sorted()
        // An object with names of its own, such as claims.
        case (.object([]), .object): []
        case (.object, .object(let object)):
            object.members.flatMap { member -> [String] in
                guard let shape = members.first(where: { $0.name == member.name })?.shape else { return [member.name] }
                return shape.missing(in: member.value).map { $0.isEmpty ? member.name : "\(member.name).\($0)" }
            }
        default: []
        }
    }
}
