import Glibc
import SessionCore
import Synchronization
import TestSupport
import Testing

/// A lock file that can't be opened.
@Suite(.timeLimit(.minutes(5)))
struct LockRepairTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/session.lock" }

    private func isLockFile(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && facts.st_mode & 0o777 == 0o600
    }

    @Test(arguments: Obstacle.allCases)
    func `loss 5: what stands in the lock's place is replaced, and locks of many at once exclude each other`(
        obstacle: Obstacle
    ) async throws {
        let path = path
        for _ in 0..<5 {
            unlink(path)
            obstacle.raise(at: path)
            let holders = Holders()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        // A lock of its own each, as another process has.
                        let lock = try await FileLock(path: path).lock(within: .seconds(60), clock: SystemClock())
                        holders.enter()
                        await Task.yield()
                        holders.leave()
                        lock.release()
                    }
                }
                try await group.waitForAll()
            }
            #expect(holders.most == 1)
            #expect(holders.total == 8)
            #expect(isLockFile(path))
        }
    }

    @Test func `loss 5: a lock that can't be repaired is an error with its path, and nothing is refreshed`()
        async throws
    {
        let store = FileStore(path: folder.path + "/demo.session.json")
        let fixture = try await SessionFixture(store: store).signedIn()
        let lock = folder.path + "/demo.session.json.lock"
        unlink(lock)
        folder.makeFolder("demo.session.json.lock")
        folder.write("somebody's", to: "demo.session.json.lock/file")
        fixture.expireAccessToken()
        let error = await sessionError { _ = try await fixture.session.accessToken() }
        #expect(error == .store(.lockFailed("\(lock): it is a folder, not a file")))
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(folder.text("demo.session.json.lock/file") == "somebody's")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `loss 5: in a folder of another user nothing is removed`() async throws {
        Obstacle.namedPipe.raise(at: path)
        chown(folder.path, 12_345, 12_345)
        await #expect(throws: StoreError.lockFailed("\(path): it is a named pipe, not a file")) {
            try await FileLock(path: path).lock(within: .zero, clock: SystemClock())
        }
        #expect(folder.names("") == ["session.lock"])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `loss 5: a lock that root makes in a user's folder is the user's`() async throws {
        chown(folder.path, 12_345, 12_345)
        try await FileLock(path: path).lock(within: .zero, clock: SystemClock()).release()
        var facts = stat()
        #expect(stat(path, &facts) == 0)
        #expect(facts.st_uid == 12_345)
    }

    @Test func `a store of one's own is locked by a file lock`() async throws {
        struct OwnStore: SessionStore {
            let memory = MemoryStore()
            let fileLock: FileLock

            func read() async throws -> [UInt8]? { try await memory.read() }
            func write(_ record: [UInt8]) async throws { try await memory.write(record) }
            func remove() async throws { try await memory.remove() }
            func setAside() async throws -> String { try await memory.setAside() }
            func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
                try await fileLock.lock(within: limit, clock: clock)
            }
        }
        let clock = SystemClock()
        let store = OwnStore(fileLock: FileLock(path: path))
        let lock = try await store.lock(within: .zero, clock: clock)
        #expect(lock.warning == nil)
        // In the queue of this process, and by another that has the file alone.
        for other in [store.fileLock, FileLock(path: path)] {
            await #expect(throws: StoreError.self) { try await other.lock(within: .milliseconds(5), clock: clock) }
        }
        lock.release()
        try await FileLock(path: path).lock(within: .zero, clock: clock).release()
        #expect(await store.weaknesses() == [])
    }
}

/// Counts who holds a lock at the same time.
private final class Holders: Sendable {
    private let counts = Mutex((now: 0, most: 0, total: 0))

    var most: Int { counts.withLock(\.most) }
    var total: Int { counts.withLock(\.total) }

    func enter() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.total + 1) } }

    func leave() { counts.withLock { $0.now -= 1 } }
}
