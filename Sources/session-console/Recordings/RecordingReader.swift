import ConsoleApp
import FoundationEssentials
import Glibc
import JOSE
import Recordings
import SessionCore

/// Reads a recording moment by moment, as far as it goes: never more of it than a line is in memory.
struct RecordingReader {
    let path: String
    let header: RecordingHeader
    /// Why the recording ends before the file does; `nil` until then, and if it doesn't.
    private(set) var stop: RecordingStop?
    /// How many moments were left out when it was recorded, of those read.
    private(set) var leftOut = 0
    private var lines: RecordingLines

    /// Throws if the file can't be read, or doesn't begin as a recording does.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        do throws(FileFailure) {
            lines = try RecordingLines(path)
        } catch {
            throw CommandFailure(.failed, "\(error).")
        }
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
                advice: "Recordings are made with --record FILE, and with w in the console.")
        }
    }

    /// The next moment; `nil` at the end, or at the first line that can't be understood: see ``stop``.
    mutating func next() -> Moment? {
        guard stop == nil else { return nil }
        do throws(RecordingStop) {
            while let line = try lines.next() {
                let record = try line.record()
                if record.object["left_out"] != nil {
                    leftOut += 1
                    continue
                }
                do { return try Moment(record) } catch { throw line.stop(error) }
            }
        } catch {
            stop = error
            if header.format > RecordingHeader.currentFormat {
                stop?.reason += " (\(header.version) of session-console wrote it, a newer one)"
            }
        }
        return nil
    }

    /// All moments that can be read.
    mutating func rest() -> [Moment] {
        var moments: [Moment] = []
        while let moment = next() { moments.append(moment) }
        return moments
    }
}

/// Where a recording can't be read further, and why.
struct RecordingStop: Error, Sendable, Equatable {
    /// Counts from 1.
    var line: Int
    /// In bytes, from 1.
    var column = 1
    /// It may contain text from the file.
    var reason: String
}

extension RecordingStop: CustomStringConvertible {
    var description: String { "line \(line), column \(column): \(reason)" }
}

/// A line of a recording.
private struct RecordingLine {
    let number: Int
    let bytes: ArraySlice<UInt8>

    func record() throws(RecordingStop) -> Record {
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes) } catch {
            throw RecordingStop(line: number, column: error.offset + 1, reason: "\(error.reason)")
        }
        do { return try Record(value) } catch { throw stop(error) }
    }

    /// The flaw with the column of the member, as far as its name is there.
    func stop(_ flaw: RecordFlaw) -> RecordingStop {
        let name = Array("\"\(flaw.member.split(separator: ".").last { Int($0) == nil } ?? "")\":".utf8)
        let place = bytes.indices.first { bytes[$0] == name[0] && bytes[$0...].starts(with: name) }
        return RecordingStop(
            line: number, column: (place ?? bytes.startIndex) - bytes.startIndex + 1, reason: "\(flaw)")
    }
}

/// The lines of a file, of which only a piece is in memory.
private final class RecordingLines {
    private static let pieceSize = 256 << 10

    private let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var number = 0

    init(_ path: String) throws(FileFailure) {
        self.path = path
        descriptor = try RegularFile.open(path).descriptor
    }

    deinit { close(descriptor) }

    func next() throws(RecordingStop) -> RecordingLine? {
        number += 1
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                return RecordingLine(number: number, bytes: buffer[start..<end])
            }
            searched = buffer.count
            guard searched - start <= Recorder.lineLimit else {
                throw RecordingStop(line: number, reason: "the line is longer than \(Recorder.lineLimit >> 20) MiB")
            }
            guard !isAtEnd else {
                guard start < buffer.count else { return nil }
                defer { start = buffer.count }
                return RecordingLine(number: number, bytes: buffer[start...])
            }
            searched -= start
            try readPiece()
        }
    }

    private func readPiece() throws(RecordingStop) {
        buffer.removeFirst(start)
        start = 0
        let used = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: Self.pieceSize))
        var count: Int
        repeat {
            count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + used }, Self.pieceSize) }
        } while count < 0 && errno == EINTR
        buffer.removeLast(Self.pieceSize - max(count, 0))
        guard count >= 0 else { throw RecordingStop(line: number, reason: String(cString: strerror(errno))) }
        isAtEnd = count == 0
    }
}
