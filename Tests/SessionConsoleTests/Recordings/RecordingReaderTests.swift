import ConsoleApp
import FoundationEssentials
import Glibc
import JOSE
import Recordings
import SessionCore
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct RecordingReaderTests {
    private let folder = TemporaryFolder()
    private var path: String { "\(folder.path)/a.jsonl" }

    private let header = RecordingHeader(
        started: MomentRecordTests.time, command: "demo", profile: "demo", configuration: ["issuer": "http://a"])

    private func line(_ sequence: Int) -> String {
        SessionEvent(
            sequence: sequence, time: MomentRecordTests.time, generation: 1, cause: nil,
            kind: .storeWarning("a text of some length, as lines have it")
        ).json.serialized()
    }

    /// Reads a recording of these lines after the header.
    private func read(_ lines: [String], end: String = "\n") throws -> (moments: [Moment], reader: RecordingReader) {
        folder.write(([header.record.serialized()] + lines).joined(separator: "\n") + end, to: "a.jsonl")
        var reader = try RecordingReader(path)
        let moments = reader.rest()
        return (moments, reader)
    }

    private func sequences(_ moments: [Moment]) -> [Int] {
        moments.compactMap { if case .event(let event) = $0.occurrence { event.sequence } else { nil } }
    }

    @Test(arguments: ["\n", ""]) func `all moments of a whole recording are read`(_ end: String) throws {
        let (moments, reader) = try read((1...2_000).map(line), end: end)
        #expect(sequences(moments) == Array(1...2_000))
        #expect(reader.stop == nil && reader.header.command == "demo" && reader.header.profile == "demo")
        #expect(reader.header.configuration == header.configuration && reader.header.started == header.started)
    }

    @Test func `a line that was left out is counted and passed over`() throws {
        let (moments, reader) = try read([
            line(1), "{\"time\":\"2026-11-23T06:14:52Z\",\"left_out\":\"a secret\"}", line(3),
        ])
        #expect(sequences(moments) == [1, 3])
        #expect(reader.leftOut == 1 && reader.stop == nil)
    }

    @Test func `a damaged line is passed over, named with its place, and said before the next moment`() throws {
        let cut = String(line(3).dropLast(5))
        for (damage, column, reason) in [
            (cut, cut.utf8.count + 1, "the text ends"), ("", 1, "the text ends, expected a value"),
            ("{\"kind\": nonsense}", 11, "expected 'null'"), ("[1]", 1, "is not an object"),
            (String(repeating: "[", count: 200), 129, "nested deeper than 128"),
            (line(3).replacing("store_warning", with: "\u{1B}[2J"), 0, "control character 27 in a string"),
            (line(3).replacing("store_warning", with: "teleported"), 0, "kind is unknown: \"teleported\""),
            (line(3).replacing("\"sequence\":3", with: "\"sequence\":\"3\""), 0, "sequence is not a whole number"),
        ] {
            let (moments, reader) = try read([line(1), line(2), damage, line(4)])
            #expect(sequences(moments) == [1, 2, 4])
            #expect(reader.damagedCount == 1 && reader.flaw?.contains("; 1 line was left out") == true)
            #expect(moments.map { $0.remark?.hasPrefix("line 4, column ") } == [nil, nil, true])
            let stop = try #require(reader.stop)
            #expect(stop.line == 4)
            #expect(stop.reason.hasPrefix(reason), "\(stop)")
            if column > 0 { #expect(stop.column == column, "\(stop)") }
        }
    }

    @Test func `the column is where the member is`() throws {
        let damaged = line(1).replacing("\"sequence\":1", with: "\"sequence\":true")
        let (_, reader) = try read([damaged])
        let place = try #require(damaged.firstRange(of: "\"sequence\""))
        #expect(reader.stop?.column == damaged.utf8.distance(from: damaged.startIndex, to: place.lowerBound) + 1)
    }

    @Test func `a line of 100 MB is named, and not kept in memory`() throws {
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        let start = header.record.serialized() + "\n" + line(1) + "\n\""
        _ = start.withCString { write(descriptor, $0, strlen($0)) }
        // A hole of zeros: long to read, short on the disk.
        #expect(ftruncate(descriptor, 100 << 20) == 0)
        var reader = try RecordingReader(path)
        #expect(sequences(reader.rest()) == [1])
        #expect(reader.stop == RecordingStop(line: 3, reason: "the line is longer than 1 MiB"))
    }

    @Test func `a newer recording is read as far as it goes`() throws {
        var newer = header
        newer.format = 2
        newer.version = "9.0.0"
        folder.write(
            [
                newer.record.serialized(), line(1), "{\"time\":\"2026-11-23T06:14:52Z\",\"occurrence\":\"dance\"}",
                line(3),
            ]
            .joined(separator: "\n"), to: "a.jsonl")
        var reader = try RecordingReader(path)
        #expect(sequences(reader.rest()) == [1, 3])
        #expect(reader.stop?.line == 3)
        #expect(reader.flaw?.contains("format 2, newer than this program reads") == true)
        // Also where every line can be read.
        folder.write(newer.record.serialized() + "\n" + line(1) + "\n", to: "a.jsonl")
        reader = try RecordingReader(path)
        #expect(reader.rest().count == 1 && reader.stop == nil)
        #expect(reader.flaw?.contains("format 2, newer than this program reads") == true)
    }

    @Test func `contents that came through a pipe are read as a file is`() throws {
        var reader = try RecordingReader(
            "/dev/fd/63", contents: Array((header.record.serialized() + "\n" + line(1)).utf8))
        #expect(sequences(reader.rest()) == [1])
        #expect(reader.flaw == nil)
        let failure = #expect(throws: CommandFailure.self) { try RecordingSource("-") }
        #expect(failure?.status == .badCommandLine && failure?.advice?.contains("report -") == true)
    }

    @Test(arguments: [
        ("", "line 1, column 1: the file is empty"), ("\u{7F}ELF", "line 1, column 1: expected a value"),
        ("{\"kind\":\"verified\"}\n", "it does not begin with session_console_recording"),
        ("{\"session_console_recording\":1}\n", "version is missing"),
    ])
    func `what is no recording is refused with the reason`(_ text: String, _ reason: String) throws {
        folder.write(text, to: "a.jsonl")
        let failure = #expect(throws: CommandFailure.self) { try RecordingReader(path) }
        #expect(failure?.message.contains(reason) == true, "\(failure?.message ?? "")")
    }

    @Test func `a folder, a named pipe and a missing file are refused without waiting`() {
        folder.makeFolder("folder")
        mkfifo("\(folder.path)/pipe", 0o600)
        for (name, reason) in [("folder", "a folder"), ("pipe", "a named pipe"), ("nothing", "No such file")] {
            let failure = #expect(throws: CommandFailure.self) { try RecordingReader("\(folder.path)/\(name)") }
            #expect(failure?.message.contains(reason) == true)
        }
    }
}
