import ClientObservation
import ConsoleApp
import FoundationEssentials
import HostSystem
import SessionCore

/// The recorded traffic of another program: an archive, or the story that ships with the program.
struct ClientTraffic: Sendable {
    let path: String
    let messages: [ObservedMessage]
    /// The entries that can't be read, counted from 1.
    let damaged: [Int]
    /// The origins that a token may go to; empty where they are not known.
    var apis: Set<Origin> = []

    /// Throws if the file can't be read, or is not an archive; `-` is standard input.
    init(_ path: String) throws(CommandFailure) {
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try InputFile.contents(
                of: path == "-" ? "/dev/stdin" : path, limit: ArchiveReader.sizeLimit)
        } catch {
            guard path == WatchDemo.name else { throw CommandFailure(.failed, "\(error).") }
            self.init(path, WatchDemo.messages)
            return
        }
        do throws(ArchiveFlaw) {
            let reader = try ArchiveReader(bytes)
            self.init(path, reader.messages, damaged: reader.damaged)
        } catch {
            throw CommandFailure(.failed, "\(path) can't be read: \(error).")
        }
    }

    init(_ path: String, _ messages: [ObservedMessage], damaged: [Int] = []) {
        (self.path, self.messages, self.damaged) = (path, messages, damaged)
    }

    /// `nil` for a file that is not named as an archive: a recording, which is read line by line.
    init?(ifArchive path: String) throws(CommandFailure) {
        guard path.lowercased().hasSuffix(".har") || Self.isShipped(path) else { return nil }
        try self.init(path)
    }

    /// A file of that name comes before the story.
    private static func isShipped(_ name: String) -> Bool {
        name == WatchDemo.name && access(name, F_OK) != 0
    }

    /// Why not all of it is shown.
    var flaw: String? {
        damaged.first.map { "\(damaged.count) of its entries can't be read, the first is \($0)" }
    }

    /// When the first message began.
    var started: Date { messages.map(\.request.begin).min() ?? Date(timeIntervalSince1970: 0) }

    /// The last part of the path.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// What an observer has seen at its end.
    func observed() -> Observer {
        var observer = Observer(apis: apis)
        observer.observe(messages)
        observer.close()
        return observer
    }

    /// What the screens are told, step by step, the end of the watch last.
    var moments: some Sequence<[Moment]> {
        var translation = WatchTranslation(apis: apis)
        var order = ArchiveOrder(messages)
        var end = messages.map(\.end).max()
        return AnyIterator {
            if let moments = translation.moments(&order) { return moments }
            defer { end = nil }
            return end.map { translation.close(at: $0) }
        }
    }
}
