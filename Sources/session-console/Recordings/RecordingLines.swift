import FoundationEssentials
import HostSystem
import JOSE
import Recordings
import SessionCore

/// Where a recording can't be read further, and why.
struct RecordingStop: Error, Sendable, Equatable {
    /// Counts from 1.
    var line: Int
    /// In bytes, from 1.
    var column = 1
    /// Why the rest can't be read; may contain text from the file.
    var reason: String
}

extension RecordingStop: CustomStringConvertible {
    var description: String { "line \(line), column \(column): \(reason)" }
}

/// A line of a recording.
struct RecordingLine {
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
final class RecordingLines {
    private static let pieceSize = 256 << 10

    /// `nil` where all is in the buffer.
    private let descriptor: Int32?
    private var buffer: [UInt8] = []
    /// Whether the file can't be read further.
    private(set) var hasFailed = false
    private var isPassingOver = false
    private var start = 0
    private var isAtEnd = false
    private var number = 0

    init(_ path: String) throws(FileFailure) { descriptor = try InputFile.open(path).descriptor }

    init(_ contents: [UInt8]) { (descriptor, buffer, isAtEnd) = (nil, contents, true) }

    deinit { if let descriptor { close(descriptor) } }

    func next() throws(RecordingStop) -> RecordingLine? {
        if isPassingOver { try passOver() }
        number += 1
        var searched = start
        while true {
            if let end = lineEnd(from: searched) {
                defer { start = end + 1 }
                return RecordingLine(number: number, bytes: buffer[start..<end])
            }
            searched = buffer.count
            guard searched - start <= Recorder.lineLimit else {
                isPassingOver = true
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

    /// Goes on to the end of a line that is too long to be kept.
    private func passOver() throws(RecordingStop) {
        while true {
            if let end = lineEnd(from: start) {
                (start, isPassingOver) = (end + 1, false)
                return
            }
            start = buffer.count
            if isAtEnd { return isPassingOver = false }
            try readPiece()
        }
    }

    /// The next line break; searched by the C library, as lines may be long.
    private func lineEnd(from index: Int) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + index, 0x0A, bytes.count - index) else {
                return nil
            }
            return UnsafeRawPointer(found) - base
        }
    }

    private func readPiece() throws(RecordingStop) {
        guard let descriptor else { return }
        buffer.removeFirst(start)
        start = 0
        var count = 0
        buffer += [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { piece, size in
            repeat {
                count = read(descriptor, piece.baseAddress, Self.pieceSize)
            } while count < 0 && errno == EINTR
            size = max(count, 0)
        }
        guard count >= 0 else {
            hasFailed = true
            throw RecordingStop(line: number, reason: String(cString: strerror(errno)))
        }
        isAtEnd = count == 0
    }
}
