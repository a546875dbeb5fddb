import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SharedLockFileTests {
    private let folder = TemporaryFolder()
    private let clock = SystemClock()

    private func store(_ name: String, in subfolder: String = "sessions") -> FileStore {
        FileStore(path: "\(folder.path)/\(subfolder)/\(name)", lockFile: "\(folder.path)/sessions/.lock")
    }

    @Test func `the locks of a folder's records need one file, and don't wait for each other`() async throws {
        var locks: [StoreLock] = []
        for number in 0..<50 { locks.append(try await store("\(number)").lock(within: .zero, clock: clock)) }
        #expect(folder.names("sessions") == [".lock"])
        for lock in locks { lock.release() }
    }

    @Test func `invariant 27: two stores of one record lock each other out by the shared file`() async throws {
        let lock = try await store("alice").lock(within: .zero, clock: clock)
        await #expect(throws: StoreError.locked("another process")) {
            try await store("alice").lock(within: .milliseconds(10), clock: clock)
        }
        lock.release()
        try await store("alice").lock(within: .zero, clock: clock).release()
    }
}
