import Glibc
import SessionCore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FileLockTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/demo.session.json" }

    @Test func `invariant 27: sessions on one file make one token request`() async throws {
        let transport = ScriptedTransport()
        let clock = SystemClock()
        let configuration = SessionFixture.configuration
        transport.always(
            "/.well-known/openid-configuration",
            ScriptedTransport.json(
                "{\"issuer\":\"\(configuration.issuer)\",\"token_endpoint\":\"\(configuration.issuer)/token\"}"))
        let gate = Gate()
        transport.always("/token", ScriptedTransport.held(by: gate, ScriptedTransport.tokens()))
        let sessions = (0..<4).map { _ in
            Session(client: configuration, transport: transport, store: FileStore(path: path), clock: clock)
        }
        try await sessions[0].configure()
        try await sessions[0].signIn(GivenTokens(expiresIn: .zero))
        for session in sessions.dropFirst() { try await session.configure() }
        let tokens = sessions.map { session in Task { try await session.accessToken().value.reveal() } }
        for session in sessions { try await until { await session.status.refreshWaiters == 1 } }
        try await transport.received(1, at: "/token")
        gate.open()
        for token in tokens { #expect(try await token.value == "A2") }
        #expect(transport.requests(to: "/token").count == 1)
    }

    @Test func `invariant 27: the lock keeps others out, for a bounded time`() async throws {
        let (one, two) = (FileStore(path: path), FileStore(path: path))
        let clock = SystemClock()
        let lock = try await one.lock(within: .seconds(1), clock: clock)
        await #expect(throws: StoreError.locked("process \(getpid())")) {
            try await two.lock(within: .milliseconds(30), clock: clock)
        }
        lock.release()
        try await two.lock(within: .zero, clock: clock).release()
    }

    @Test func `address 5: a refresh behind a lock says who holds it, before its deadline`() async throws {
        let fixture = try await SessionFixture(store: FileStore(path: path)).signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        let other = try await FileStore(path: path).lock(within: .seconds(1), clock: fixture.clock)
        defer { other.release() }
        let session = fixture.session
        let isOver = Mutex(false)
        let refresh = Task {
            let error = await sessionError { try await session.refresh() }
            isOver.withLock { $0 = true }
            return error
        }
        let deadline = SessionFixture.configuration.refreshDeadline
        var passed = Duration.zero
        // The wait looks at the lock every 50 ms.
        while passed < deadline * 0.95, !isOver.withLock(\.self) {
            try await until { fixture.clock.sleeperCount >= 2 || isOver.withLock(\.self) }
            fixture.clock.advance(by: .milliseconds(100))
            passed += .milliseconds(100)
        }
        #expect(await refresh.value == .store(.locked("process \(getpid())")))
        #expect(fixture.tokenRequests.isEmpty)
    }

    @Test func `invariant 27: waiting for the lock ends as soon as its task is cancelled`() async throws {
        let (one, two) = (FileStore(path: path), FileStore(path: path))
        let clock = TestClock()
        let lock = try await one.lock(within: .seconds(1), clock: clock)
        defer { lock.release() }
        let waiter = Task { try await two.lock(within: .seconds(60), clock: clock) }
        try await clock.sleepers(atLeast: 1)
        waiter.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiter.value }
    }

    @Test func `invariant 27: the lock of a process that is killed is free`() async throws {
        let process = try LockingProcess(path + ".lock", folder: folder)
        try await until { process.isHolding }
        let store = FileStore(path: path)
        let clock = SystemClock()
        await #expect(throws: StoreError.self) { try await store.lock(within: .milliseconds(20), clock: clock) }
        process.kill()
        try await store.lock(within: .seconds(10), clock: clock).release()
    }

    @Test func `invariant 27: a released lock is free though a copy of its descriptor lives on`() async throws {
        let clock = SystemClock()
        let lock = try await FileStore(path: path).lock(within: .zero, clock: clock)
        // As a child has one until it runs its program.
        let copy = dup(try #require(descriptors(of: path + ".lock").first))
        defer { close(copy) }
        lock.release()
        try await FileStore(path: path).lock(within: .zero, clock: clock).release()
    }

    @Test func `invariant 27: programs that this one starts inherit no lock`() async throws {
        let lock = try await FileStore(path: path).lock(within: .zero, clock: SystemClock())
        defer { lock.release() }
        let descriptor = try #require(descriptors(of: path + ".lock").first)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `loss 5: a waiter whose lock file was replaced waits for the new one`() async throws {
        let clock = SystemClock()
        let path = path
        let first = try await FileStore(path: path).lock(within: .zero, clock: clock)
        let hasLock = Mutex(false)
        let waiter = Task {
            let lock = try await FileStore(path: path).lock(within: patience, clock: clock)
            hasLock.withLock { $0 = true }
            return lock
        }
        try await until { descriptors(of: path + ".lock").count == 2 }
        unlink(path + ".lock")
        let second = try await FileStore(path: path).lock(within: .zero, clock: clock)
        first.release()
        try await until { descriptors(of: path + ".lock").count == 2 || hasLock.withLock { $0 } }
        #expect(hasLock.withLock { !$0 })
        second.release()
        try await waiter.value.release()
    }
}

/// Another program that holds the lock until it is killed: `flock` of util-linux.
private struct LockingProcess {
    private let id: pid_t
    private let folder: TemporaryFolder

    init(_ path: String, folder: TemporaryFolder) throws {
        self.folder = folder
        var id: pid_t = 0
        // --no-fork: the process that holds the lock is the one that is killed.
        let words = ["flock", "--no-fork", path, "sh", "-c", "touch \(folder.path)/held; exec sleep 600"]
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let status = posix_spawnp(&id, "flock", nil, nil, &arguments, environ)
        try #require(status == 0, "\(String(cString: strerror(status)))")
        self.id = id
    }

    var isHolding: Bool { folder.text("held") != nil }

    func kill() {
        Glibc.kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }
}

/// The descriptors of this process that a file was opened by.
private func descriptors(of path: String) -> [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var found: [Int32] = []
    var buffer = [CChar](repeating: 0, count: 4096)
    while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard let number = Int32(name) else { continue }
        let count = readlink("/proc/self/fd/\(name)", &buffer, buffer.count)
        let target = String(decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if target == path { found.append(number) }
    }
    return found
}
