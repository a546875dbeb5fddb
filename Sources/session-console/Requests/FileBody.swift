import HostSystem
import SessionCore
import Synchronization

/// A request's body from a file or a pipe.
struct FileBody: Sendable {
    /// Bodies up to this size are read into memory, so that they can be sent again after a refresh.
    static let wholeLimit = 8 << 20

    private let descriptor: Int32
    /// `nil` if it is not known before the end.
    private let length: Int?

    /// Opens a file, or standard input by the name `-`.
    init(_ path: String) throws(FileFailure) {
        let facts: stat
        (descriptor, facts) = try InputFile.open(path == "-" ? "/dev/stdin" : path)
        // The shell may have opened standard input at an offset.
        let isWhole = facts.st_mode & S_IFMT == S_IFREG && lseek(descriptor, 0, SEEK_CUR) == 0
        length = isWhole ? Int(facts.st_size) : nil
    }

    /// The body: a small one is read into memory, a large one is sent while it is read, and only once.
    func body() throws(CommandFailure) -> HTTPBody {
        var beginning: [UInt8] = []
        while beginning.count <= Self.wholeLimit {
            let piece = try read()
            if piece.isEmpty { return .bytes(beginning) }
            beginning += piece
        }
        let first = Mutex<[UInt8]?>(beginning)
        return .stream(
            HTTPBodyStream(
                length: length,
                chunks: AsyncThrowingStream {
                    if let beginning = first.withLock({ $0.take() }) { return beginning }
                    let piece = try read()
                    return piece.isEmpty ? nil : piece
                }))
    }

    private func read() throws(CommandFailure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = HostSystem.read(descriptor, &buffer, buffer.count)
            if count >= 0 { return Array(buffer.prefix(count)) }
            guard errno == EINTR else {
                throw CommandFailure(.failed, "The body can't be read: \(String(cString: strerror(errno))).")
            }
        }
    }
}
