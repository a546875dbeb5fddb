import ClientObservation
import ClientWatch
import ConsoleApp
import FoundationEssentials
import HostSystem
import SessionCore

/// The recorded traffic of another program: an archive, or the story that ships with the program.
struct ClientTraffic: Sendable {
    let path: String
    let messages: [ObservedMessage]
    /// The entries that can't be read, counted from 1, with the reason.
    let damaged: [(entry: Int, flaw: EntryFlaw)]
    /// What its entries lack, and what was assumed for it.
    let gaps: ArchiveGaps
    /// The origins that a token may go to; empty where they are not known.
    var apis: Set<Origin> = []
    /// Whether it is what a server has seen of its clients.
    let isOfServer: Bool

    /// Throws if the file can't be read, or is not an archive; `-` is standard input.
    init(_ path: String) throws(CommandFailure) {
        let reader: ArchiveReader
        do throws(FileFailure) {
            reader = try Self.reader(of: path)
        } catch {
            guard let story = ShippedTraffic.named(path) else { throw CommandFailure(.failed, "\(error).") }
            self.init(path, story.messages)
            return
        }
        var archive = reader
        do throws(ArchiveFlaw) {
            try archive.finish()
        } catch {
            throw CommandFailure(.failed, "\(path) can't be read: \(error).")
        }
        self.init(path, archive.messages, damaged: archive.damaged, gaps: archive.gaps)
    }

    /// Reads piece by piece: an afternoon in a browser is larger than what may be kept of it.
    private static func reader(of path: String) throws(FileFailure) -> ArchiveReader {
        let name = path == "-" ? "/dev/stdin" : path
        let (descriptor, facts) = try InputFile.open(name)
        defer { close(descriptor) }
        let isFile = facts.st_mode & S_IFMT == S_IFREG && path != "-"
        var reader = ArchiveReader(folder: isFile ? folder(of: path) : nil)
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileFailure(name, .system(errno)) }
            if count == 0 { return reader }
            reader.take(count == buffer.count ? buffer : Array(buffer[..<count]))
        }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    init(
        _ path: String, _ messages: [ObservedMessage], damaged: [(entry: Int, flaw: EntryFlaw)] = [],
        gaps: ArchiveGaps = ArchiveGaps()
    ) {
        (self.path, self.messages, self.damaged, self.gaps) = (path, messages, damaged, gaps)
        isOfServer = messages.contains { $0.request.caller?.address != nil }
    }

    /// `nil` for a file that is not named as an archive: a recording, which is read line by line.
    init?(ifArchive path: String) throws(CommandFailure) {
        guard path.lowercased().hasSuffix(".har") || Self.isShipped(path) else { return nil }
        try self.init(path)
    }

    /// A file of that name comes before the story.
    private static func isShipped(_ name: String) -> Bool {
        ShippedTraffic.named(name) != nil && access(name, F_OK) != 0
    }

    /// Why not all of it is shown.
    var flaw: String? {
        guard !damaged.isEmpty else { return nil }
        var reasons: [(flaw: EntryFlaw, first: Int, count: Int)] = []
        for (entry, flaw) in damaged {
            if let index = reasons.firstIndex(where: { $0.flaw == flaw }) {
                reasons[index].count += 1
            } else {
                reasons.append((flaw, entry, 1))
            }
        }
        let shown = reasons.prefix(Self.reasonLimit).map { reason in
            reason.count == 1
                ? "\(reason.flaw) (entry \(reason.first))"
                : "\(reason.flaw) (\(reason.count), the first is entry \(reason.first))"
        }
        return "\(damaged.count) of its entries can't be read: \(shown.joined(separator: "; "))"
            + (reasons.count > Self.reasonLimit ? "; …" : "")
    }

    private static let reasonLimit = 5

    /// When the first message began.
    var started: Date { messages.map(\.request.begin).min() ?? Date(timeIntervalSince1970: 0) }

    /// The last part of the path.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// What is seen of it at its end.
    func observed() -> WatchRecord {
        var record = WatchRecord(apis: apis, isOfServer: isOfServer)
        for notice in gaps.notices { record.take(notice, at: started) }
        var order = ArchiveOrder(messages)
        while let step = record.next(of: &order) { record.take(step) }
        record.close()
        return record
    }

    /// What the screens are told, step by step, the end of the watch last.
    var moments: some Sequence<[Moment]> {
        var translation = WatchTranslation(WatchRecord(apis: apis, isOfServer: isOfServer))
        var order = ArchiveOrder(messages)
        var end = messages.map(\.end).max()
        var gaps = gaps.notices[...]
        return AnyIterator {
            if let notice = gaps.popFirst() { return [translation.moment(notice, at: started)] }
            if let moments = translation.moments(&order) { return moments }
            defer { end = nil }
            return end.map { translation.close(at: $0) }
        }
    }
}
