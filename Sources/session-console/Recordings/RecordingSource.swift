import ConsoleApp

/// A recording that is shown in the console.
struct RecordingSource: Sendable {
    let path: String
    let header: RecordingHeader

    /// How many moments are handed on at once: reading them must not hold up keys.
    private static let pieceSize = 1_000
    /// More moments than this are not kept in memory.
    private static let limit = 500_000

    /// Throws if the file can't be read, or does not begin as a recording does.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        header = try RecordingReader(path).header
    }

    /// What is known before the first moment is read.
    var context: ConsoleContext { ConsoleContext(profile: header.profile ?? "recording") }

    /// Hands on the moments in their order; answers why not all could be read.
    @concurrent
    func read(_ take: @Sendable ([Moment]) async -> Void) async -> String? {
        do {
            var reader = try RecordingReader(path)
            var count = 0
            while !Task.isCancelled {
                if count >= Self.limit { return "only the first \(Self.limit) moments are shown" }
                var moments: [Moment] = []
                while moments.count < Self.pieceSize, let moment = reader.next() { moments.append(moment) }
                if !moments.isEmpty { await take(moments) }
                count += moments.count
                if moments.count < Self.pieceSize { break }
            }
            return reader.stop.map { "the recording can be read until here: \($0)" }
        } catch {
            return error.message
        }
    }
}
