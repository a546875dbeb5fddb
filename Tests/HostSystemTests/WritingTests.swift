import FoundationEssentials
import HostSystem
import Synchronization
import TestSupport
import Testing

/// What is written is whole, or not there.
@Suite(.timeLimit(.minutes(5)))
struct WritingTests {
    private let folder = TemporaryFolder()

    /// Takes three bytes at a time, and after so many none.
    private func calls(room: Int) -> FileCalls {
        let left = Mutex(room)
        var calls = FileCalls()
        calls.write = { file, bytes in
            let count = left.withLock { left in
                defer { left -= min(left, 3) }
                return min(left, 3, bytes.count)
            }
            guard count > 0 else {
                errno = ENOSPC
                return -1
            }
            return write(file, bytes.baseAddress, count)
        }
        return calls
    }

    /// Appends to the file of lines, and returns what failed.
    private func append(_ text: String, _ calls: FileCalls = .system) -> Int32? {
        let file = open("\(folder.path)/lines", O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        return calls.append(Array(text.utf8), to: file)
    }

    @Test func `lines that a full disk takes in part are taken away again`() {
        folder.write("first\n", to: "lines")
        #expect(append("second\nthird\n", calls(room: 8)) == ENOSPC)
        #expect(folder.text("lines") == "first\n")
        #expect(append("second\n", calls(room: 100)) == nil)
        #expect(folder.text("lines") == "first\nsecond\n")
    }

    @Test func `a line that a writer left unfinished takes no other with it`() {
        folder.write("first\nsec", to: "lines")
        #expect(append("a\n") == nil)
        #expect(folder.text("lines") == "first\nsec\na\n")
    }

    @Test func `a new file that a full disk takes in part is not left`() {
        let path = "\(folder.path)/new"
        #expect(throws: FileFailure(path, .system(ENOSPC))) {
            try NewFile.write(Array("much".utf8), to: path, calls: calls(room: 3))
        }
        #expect(folder.names("").isEmpty)
    }

    @Test func `a full pipe is waited for`() async throws {
        let ends = try #require(WakingPipe.open())
        defer { close(ends.read) }
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let writing = Task.detached {
            try await blocking {
                defer { close(ends.write) }
                return FileCalls.system.writeAll(bytes, to: ends.write)
            }
        }
        var read: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = HostSystem.read(ends.read, &buffer, buffer.count)
            if count == 0 { break }
            if count > 0 { read += buffer.prefix(count) } else { await Task.yield() }
        }
        #expect(try await writing.value == nil)
        #expect(read == bytes)
    }
}
