import HostSystem
import ConsoleApp
import FoundationEssentials
import SessionCore

/// A recording that is shown in the console, or the traffic of another program.
struct RecordingSource: Sendable {
    private enum Contents: Sendable {
        case file
        /// What came through a pipe, which can be read once only.
        case bytes([UInt8])
        case traffic(ClientTraffic)
    }

    let path: String
    let header: RecordingHeader
    private let contents: Contents

    /// How many moments are handed on at once: reading them must not hold up keys.
    private static let pieceSize = 1_000
    /// More moments than this are not kept in memory.
    private static let limit = 500_000

    /// More than this of a pipe is not kept in memory.
    private static let pipeLimit = 64 << 20

    /// Throws if the file can't be read, or is neither a recording nor an archive.
    init(_ path: String) throws(CommandFailure) {
        guard path != "-" else {
            throw CommandFailure(
                .badCommandLine, "The keys are read from standard input, so the recording can't be.",
                advice: "Save it in a file and open that; 'report -' reads standard input.")
        }
        self.path = path
        if let traffic = try ClientTraffic(ifArchive: path) {
            (contents, header) = (.traffic(traffic), RecordingHeader(of: traffic))
            return
        }
        let bytes: [UInt8]?
        do throws(FileFailure) {
            bytes = try InputFile.pipeContents(of: path, limit: Self.pipeLimit)
        } catch {
            throw CommandFailure(.failed, "\(error).", advice: "Save it in a file, and open that.")
        }
        do {
            header = try Self.reader(path, bytes).header
            contents = bytes.map { .bytes($0) } ?? .file
        } catch {
            // An archive may have any name.
            guard bytes == nil, let traffic = try? ClientTraffic(path) else { throw error }
            (contents, header) = (.traffic(traffic), RecordingHeader(of: traffic))
        }
    }

    init(_ traffic: ClientTraffic) {
        (path, header, contents) = (traffic.path, RecordingHeader(of: traffic), .traffic(traffic))
    }

    private static func reader(_ path: String, _ contents: [UInt8]?) throws(CommandFailure) -> RecordingReader {
        if let contents { return try RecordingReader(path, contents: contents) }
        return try RecordingReader(path)
    }

    /// What is known before the first moment is read.
    var context: ConsoleContext {
        var context = ConsoleContext(profile: header.profile ?? "recording")
        if header.isOfWatch { context.stage = header.command == RecordingHeader.server ? .server : .watch }
        // What is over can't be struck.
        if header.isOfWatch { context.faults = [] }
        return context
    }

    /// Hands on the moments in their order; answers why not all could be read.
    @concurrent
    func read(_ take: @Sendable ([Moment]) async -> Void) async -> String? {
        switch contents {
        case .file: await Self.read(path, nil, take)
        case .bytes(let bytes): await Self.read(path, bytes, take)
        case .traffic(let traffic): await read(traffic, take)
        }
    }

    @concurrent
    private func read(_ traffic: ClientTraffic, _ take: @Sendable ([Moment]) async -> Void) async -> String? {
        var piece: [Moment] = []
        for moments in traffic.moments {
            if Task.isCancelled { break }
            piece += moments
            guard piece.count >= Self.pieceSize else { continue }
            await take(piece)
            piece = []
        }
        if !piece.isEmpty { await take(piece) }
        return traffic.flaw
    }

    @concurrent
    private static func read(
        _ path: String, _ contents: [UInt8]?, _ take: @Sendable ([Moment]) async -> Void
    ) async -> String? {
        do {
            var reader = try reader(path, contents)
            var count = 0
            while !Task.isCancelled {
                if count >= Self.limit { return "only the first \(Self.limit) moments are shown" }
                var moments: [Moment] = []
                while moments.count < Self.pieceSize, let moment = reader.next() { moments.append(moment) }
                if !moments.isEmpty { await take(moments) }
                count += moments.count
                if moments.count < Self.pieceSize { break }
            }
            return reader.flaw
        } catch {
            return error.message
        }
    }
}

extension RecordingHeader {
    fileprivate init(of traffic: ClientTraffic) {
        let command = traffic.isOfServer ? Self.server : Self.watch
        self.init(started: traffic.started, command: command, profile: traffic.name, configuration: nil)
    }
}
