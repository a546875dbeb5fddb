import HostSystem
import JOSE
import SessionCore

/// Reads the lines of an event file: first the existing ones, then those appended.
struct EventTail {
    private let file: EventFile
    private var inode: ino_t?
    private var offset = 0
    private var unfinished: [UInt8] = []
    /// Whether lines that were there before the first call are left out.
    private var isFromEnd: Bool

    /// With `fromEnd` the lines that there are now are not read.
    init(_ file: EventFile, fromEnd: Bool = false) {
        self.file = file
        isFromEnd = fromEnd
        if fromEnd, let (inode, size) = Self.facts(file.path) { (self.inode, offset) = (inode, size) }
    }

    /// Returns the events since the last call, the newest if there are more than `limit`; the first call begins with
    /// the oldest.
    mutating func next(atMost limit: Int = .max) -> [JSONObject] {
        if isFromEnd {
            guard let (inode, size) = Self.facts(file.path), inode != self.inode || size != offset else { return [] }
        }
        // A line that could not be written whole was taken away again.
        if !unfinished.isEmpty, let (inode, size) = Self.facts(file.path), inode == self.inode, size < offset {
            offset -= unfinished.count
            unfinished = []
        }
        var bytes: [UInt8] = []
        if inode == nil, !isFromEnd { bytes += Piece(of: file.previousPath, from: 0)?.bytes ?? [] }
        if let current = Piece(of: file.path, from: offset) {
            if let inode, current.inode != inode {
                // If the file was renamed, read the rest of the old one, then the new one from its beginning.
                if let old = Piece(of: file.previousPath, from: offset), old.inode == inode { bytes += old.bytes }
                offset = 0
                self.inode = nil
                if let whole = Piece(of: file.path, from: 0) { take(whole, into: &bytes) }
            } else {
                take(current, into: &bytes)
            }
        }
        return events(adding: bytes, atMost: limit)
    }

    private static func facts(_ path: String) -> (inode: ino_t, size: Int)? {
        var facts = stat()
        return stat(path, &facts) == 0 ? (facts.st_ino, Int(facts.st_size)) : nil
    }

    private mutating func take(_ piece: Piece, into bytes: inout [UInt8]) {
        bytes += piece.bytes
        offset += piece.bytes.count
        inode = piece.inode
    }

    private mutating func events(adding bytes: [UInt8], atMost limit: Int) -> [JSONObject] {
        unfinished += bytes
        guard let end = unfinished.lastIndex(of: 0x0A) else {
            // No program writes such a line.
            if unfinished.count > Piece.sizeLimit { unfinished = [] }
            return []
        }
        let lines = unfinished[..<end].split(separator: 0x0A)
        // A line that a dying process left unfinished is not JSON and is skipped; no program writes a longer one.
        let events = lines.suffix(limit).filter { $0.count < file.lineLimit }.compactMap {
            try? JSONValue(parsing: $0).object
        }
        unfinished.removeSubrange(...end)
        return events
    }
}

/// The content of a file from an offset on.
private struct Piece {
    /// The most that is read at once: many times the size of an event file.
    static let sizeLimit = 16 << 20

    let inode: ino_t
    let bytes: [UInt8]

    init?(of path: String, from offset: Int) {
        guard let (descriptor, facts) = try? RegularFile.open(path) else { return nil }
        defer { close(descriptor) }
        inode = facts.st_ino
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while bytes.count < Self.sizeLimit {
            let count = pread(descriptor, &buffer, buffer.count, off_t(offset + bytes.count))
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        self.bytes = bytes
    }
}
