import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import session_console

/// Recordings whose numbers no program writes.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct HostileRecordingTests {
    private let folder = TemporaryFolder()

    /// A recording that has one line of each kind, once for each number in it and each that may be there instead.
    private func hostileRecording() async throws -> String {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        var header = ""
        var samples: [String: JSONObject] = [:]
        for scenario in ["tour", "two-processes", "step-up", "device-slow-down", "lost-answer"] {
            let path = program.home + "/\(scenario).jsonl"
            let played = try await program.run("play", scenario, "--headless", "--record", path, "--record-bodies")
            try #require(played.status == 0, "\(played.errorText)")
            for line in try program.text("\(scenario).jsonl").split(separator: "\n") {
                let object = try #require(try JSONValue(parsing: line.utf8).object)
                if object["session_console_recording"] != nil {
                    header = String(line)
                } else if let kind = (object["occurrence"] ?? object["kind"])?.string {
                    // The longest has the most members.
                    let known = samples[kind]?.serialized().utf8.count ?? 0
                    if line.utf8.count > known { samples[kind] = object }
                }
            }
        }
        #expect(samples.count > 20, "\(samples.keys.sorted())")
        let lines = samples.keys.sorted().flatMap { kind in
            (samples[kind]?.withEveryNumberReplaced ?? []).map { $0.serialized() }
        }
        folder.write(([header] + lines).joined(separator: "\n") + "\n", to: "hostile.jsonl")
        return "\(folder.path)/hostile.jsonl"
    }

    @Test func `address 4: a recording with any numbers is reported`() async throws {
        let path = try await hostileRecording()
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let report = try await program.run("report", path)
        #expect(report.status == 1 && report.text.contains("## The sequence"), "\(report.errorText.suffix(300))")

        let html = try await program.run("report", "--html", path)
        #expect(html.status == 1 && HTMLCheck.flaws(of: html.text) == [], "\(HTMLCheck.flaws(of: html.text).prefix(5))")
    }

    @Test func `address 4: a recording with any numbers is drawn on every screen`() async throws {
        let path = try await hostileRecording()
        let source = try RecordingSource(path)
        var reader = try RecordingReader(path)
        var workspace = Workspace(
            reading: path, in: Model(context: source.context, now: source.header.started, secondsFromUTC: 0))
        _ = update(&workspace, .terminal(.resized(Size(width: 120, height: 40))))
        let moments = reader.rest()
        #expect(moments.count > 1_000 && reader.stop != nil)
        _ = update(&workspace, .recording(.read(moments)))
        var frames = WorkspaceFrames(glyphs: .unicode)
        for screen in ["1", "2", "3", "4", "5"] {
            _ = update(&workspace, .terminal(.keyPressed(.character(Character(screen)))))
            for key in ["G", "g", "G"] {
                _ = update(&workspace, .terminal(.keyPressed(.character(Character(key)))))
                #expect(frames.draw(workspace, size: workspace.size).lines.count == 40)
            }
        }
        // The latest moments as the session was then.
        for _ in 0..<20 {
            _ = update(&workspace, .terminal(.keyPressed(.character("<"))))
            _ = frames.draw(workspace, size: workspace.size)
        }
    }

    @Test func `hole: control characters of an event file never reach the terminal`() async throws {
        let console = try await Console()
        try await console.signIn()
        let text = try String(contentsOf: URL(filePath: console.eventFile), encoding: .utf8)
        let mark = #"\u001b[2J\u009b\r\u202e"#
        let lines = text.split(separator: "\n").map { line in
            line.replacing(#""program":"login""#, with: #""program":"\#(mark)login""#)
                .replacing(#""text":""#, with: #""text":"\#(mark)"#)
                .replacing(#""method":""#, with: #""method":"\#(mark)"#)
        }
        try (lines.joined(separator: "\n") + "\n").write(
            to: URL(filePath: console.eventFile), atomically: true, encoding: .utf8)
        for options in [[], ["--flow"], ["--json"]] {
            let result = try await console.program.run(arguments: ["events"] + options)
            #expect(result.status == 0 && result.text.contains("login"))
            let control = result.text.unicodeScalars.first { $0.properties.generalCategory == .control && $0 != "\n" }
            #expect(control == nil && !result.text.contains("\u{202E}"), "\(options): \(String(describing: control))")
        }
    }

    @Test func `address 4: an event file with any numbers is told, as text, as JSON and as a flow`() async throws {
        let console = try await Console()
        try await console.signIn()
        for command in ["request", "refresh"] {
            let arguments = command == "request" ? [command, "/orders"] : [command]
            #expect(try await console.program.run(arguments: arguments).status == 0)
        }
        let lines = try String(contentsOf: URL(filePath: console.eventFile), encoding: .utf8).split(separator: "\n")
        let hostile = try lines.flatMap { line in
            try #require(try JSONValue(parsing: line.utf8).object).withEveryNumberReplaced.map { $0.serialized() }
        }
        try (hostile.joined(separator: "\n") + "\n").write(
            to: URL(filePath: console.eventFile), atomically: true, encoding: .utf8)
        for options in [[], ["--json"], ["--flow"]] {
            let result = try await console.program.run(arguments: ["events"] + options)
            #expect(result.status == 0 && result.lines.count > 100, "\(options): \(result.errorText.suffix(300))")
        }
    }
}
