import ClientObservation
import FoundationEssentials
import HostSystem
import JOSE
import SessionCore

/// Reads the messages of an HTTP Archive (HAR) 1.2, as browsers, proxies and this program write it.
///
/// The archive may be of any size: it is read as it comes, and only what says something of a session is kept. Without
/// credentials in it, as browsers export it by default, little can be said of a client.
struct ArchiveReader {
    /// The most that is kept of all messages, in bytes.
    static let keptLimit = 64 << 20
    /// The largest body in a file of its own that is read.
    private static let bodyLimit = 4 << 20

    private(set) var messages: [ObservedMessage] = []
    /// The entries that can't be read, counted from 1, with the reason.
    private(set) var damaged: [(entry: Int, flaw: EntryFlaw)] = []
    /// What was assumed of its entries, and what they lack.
    private(set) var gaps = ArchiveGaps()
    /// The folder of the archive, which may have bodies in files; `nil` for a pipe.
    private let folder: String?
    private var slicer = ArchiveSlicer()
    private var count = 0
    private var keptSize = 0
    private var isFirst = true

    init(folder: String? = nil) { self.folder = folder }

    /// Reads an archive that is there as a whole; throws where it is none.
    init(_ bytes: [UInt8], folder: String? = nil) throws(ArchiveFlaw) {
        self.init(folder: folder)
        take(bytes)
        try finish()
    }

    /// Takes the next bytes.
    mutating func take(_ bytes: [UInt8]) {
        var bytes = bytes
        if isFirst, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        isFirst = false
        var entries: [[UInt8]] = []
        slicer.take(bytes) { entries.append($0) }
        for entry in entries { read(entry) }
    }

    /// Ends it; throws where it was not an archive.
    mutating func finish() throws(ArchiveFlaw) {
        guard slicer.hasEntries else { throw .noEntries }
        if !slicer.isComplete { damaged.append((count + 1, .cut)) }
    }

    private mutating func read(_ bytes: [UInt8]) {
        count += 1
        do throws(EntryFlaw) {
            guard keptSize <= Self.keptLimit else { throw .beyondLimit }
            let json: JSONValue
            do { json = try JSONValue(parsing: bytes, maximumCount: 1_000_000) } catch { throw .notJSON(error) }
            let entry = try ArchivedEntry(json) { contents(of: $0) }
            messages.append(entry.message)
            gaps.count(entry)
            keptSize += entry.size
        } catch {
            damaged.append((count, error))
        }
    }

    /// A body in a file of the archive's own folder; of no other, because an archive may come from anybody.
    private func contents(of name: String) -> [UInt8]? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard let folder, !parts.contains(where: { ["", ".", ".."].contains($0) }) else { return nil }
        return try? RegularFile.contents(of: "\(folder)/\(name)", limit: Self.bodyLimit)
    }
}

/// Why a text is not an archive.
enum ArchiveFlaw: Error, CustomStringConvertible {
    case noEntries

    var description: String { "it has no log.entries, which an HTTP Archive has" }
}
