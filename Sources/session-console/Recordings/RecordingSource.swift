import ConsoleApp
import SessionCore

/// A recording that is shown in the console.
struct RecordingSource: Sendable {
    let path: String
    let header: RecordingHeader
    /// What came through a pipe, which can be read once only.
    private let contents: [UInt8]?

    /// How many moments are handed on at once: reading them must not hold up keys.
    private static let pieceSize = 1_000
    /// More moments than this are not kept in memory.
    private static let limit = 500_000

    /// More than this of a pipe is not kept in memory.
    private static let pipeLimit = 64 << 20

    /// Throws if the file can't be read, or does not begin as a recording does.
    init(_ path: String) throws(CommandFailure) {
        guard path != "-" else {
            throw CommandFailure(
                .badCommandLine, "The keys are read from standard input, so the recording can't be.",
                advice: "Save it in a file and open that; 'report -' reads standard input.")
        }
        self.path = path
        do throws(FileFailure) {
            contents = try InputFile.pipeContents(of: path, limit: Self.pipeLimit)
        } catch {
            throw CommandFailure(.failed, "\(error).", advice: "Save it in a file, and open that.")
        }
        header = try Self.reader(path, contents).header
    }

    private static func reader(_ path: String, _ contents: [UInt8]?) throws(CommandFailure) -> RecordingReader {
        if let contents { return try RecordingReader(path, contents: contents) }
        return try RecordingReader(path)
    }

    /// What is known before the first moment is read.
    var context: ConsoleContext { ConsoleContext(profile: header.profile ?? "recording") }

    /// Hands on the moments in their order; answers why not all could be read.
    @concurrent
    func read(_ take: @Sendable ([Moment]) async -> Void) async -> String? {
        do {
            var reader = try Self.reader(path, contents)
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
