import HostSystem
import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// Reads a recording moment by moment, as far as it goes: never more of it than a line is in memory.
struct RecordingReader {
    let path: String
    let header: RecordingHeader
    /// The first place that can't be understood; `nil` until then, and if all can.
    private(set) var stop: RecordingStop?
    /// How many lines could not be understood, of those read.
    private(set) var damagedCount = 0
    /// Whether the file could not be read to its end.
    private var isCut = false
    /// How many moments were left out when it was recorded, of those read.
    private(set) var leftOut = 0
    private var lines: RecordingLines

    /// Throws if the file can't be read, or doesn't begin as a recording does; `-` is standard input.
    init(_ path: String) throws(CommandFailure) {
        let lines: RecordingLines
        do throws(FileFailure) {
            lines = try RecordingLines(path == "-" ? "/dev/stdin" : path)
        } catch {
            throw CommandFailure(.failed, "\(error).")
        }
        try self.init(path, lines)
    }

    /// Reads the contents of a file that can be read once only.
    init(_ path: String, contents: [UInt8]) throws(CommandFailure) {
        try self.init(path, RecordingLines(contents))
    }

    private init(_ path: String, _ lines: RecordingLines) throws(CommandFailure) {
        (self.path, self.lines) = (path, lines)
        do throws(RecordingStop) {
            guard let line = try lines.next() else { throw RecordingStop(line: 1, reason: "the file is empty") }
            let record = try line.record()
            guard record.object["session_console_recording"] != nil else {
                throw RecordingStop(line: 1, reason: "it does not begin with session_console_recording")
            }
            do { header = try RecordingHeader(record) } catch { throw line.stop(error) }
        } catch {
            throw CommandFailure(
                .failed, "\(path) is not a recording: \(error).",
                advice: "Recordings are made with --record FILE, and with \(ShellAction.recordingKey) in the console.")
        }
    }

    /// The next moment that can be understood, or `nil` at the end.
    ///
    /// Lines that can't be are passed over: see ``stop``.
    mutating func next() -> Moment? {
        var damage: (first: RecordingStop, count: Int)?
        while !isCut {
            let line: RecordingLine
            do throws(RecordingStop) {
                guard let next = try lines.next() else { break }
                line = next
            } catch {
                isCut = lines.hasFailed
                damage = (damage?.first ?? error, (damage?.count ?? 0) + 1)
                report(error)
                continue
            }
            do throws(RecordingStop) {
                guard var moment = try moment(line) else { continue }
                if let damage { moment.remark = Self.words(damage.first, count: damage.count) }
                return moment
            } catch {
                damage = (damage?.first ?? error, (damage?.count ?? 0) + 1)
                report(error)
            }
        }
        return nil
    }

    /// What a line says; `nil` for a moment that was left out.
    private mutating func moment(_ line: RecordingLine) throws(RecordingStop) -> Moment? {
        let record = try line.record()
        guard record.object["left_out"] == nil else {
            leftOut += 1
            return nil
        }
        do { return try Moment(record) } catch { throw line.stop(error) }
    }

    private mutating func report(_ damage: RecordingStop) {
        damagedCount += 1
        stop = stop ?? damage
    }

    private static func words(_ first: RecordingStop, count: Int) -> String {
        "\(first); \(count == 1 ? "1 line was" : "\(count) lines were") left out"
    }

    /// Why not all of the recording is shown: lines that could not be understood, or a newer version that wrote it.
    var flaw: String? {
        let newer =
            header.format > RecordingHeader.currentFormat
            ? "the recording has format \(header.format), newer than this program reads: not all of it may be shown"
            : nil
        let damage = stop.map { Self.words($0, count: damagedCount) }
        let flaws = [newer, damage].compactMap(\.self)
        return flaws.isEmpty ? nil : flaws.joined(separator: "; ")
    }

    /// All moments that can be read.
    mutating func rest() -> [Moment] {
        var moments: [Moment] = []
        while let moment = next() { moments.append(moment) }
        return moments
    }
}
