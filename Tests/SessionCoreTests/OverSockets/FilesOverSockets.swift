import DemoProvider
import FoundationEssentials
import Glibc
import SessionCore
import TestSupport
import Testing

/// The session's file, with a provider that rotates refresh tokens behind it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FilesOverSockets {
    private static let name = "demo.session.json"
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/sessions/" + Self.name }

    private func withFile(
        signedInAs username: String? = "alice", clock: any SessionClock = SlowClock(),
        test: (LiveSession) async throws -> Void
    ) async throws {
        try await withLiveSession(
            store: .given(FileStore(path: path)), signedInAs: username, clock: clock, test: test)
    }

    private func mode(_ path: String) -> mode_t {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
    }

    @Test func `invariant 30 over sockets: the tokens of a whole life are readable by their owner alone`() async throws
    {
        // What the program may have been started with.
        try await withFile(signedInAs: nil) { live in
            let sessions = folder.path + "/sessions"
            try await live.session.configure()
            for step in [live.signIn(as: "alice"), live.session.refresh, live.signIn(as: "bob"), live.session.refresh] {
                try await step()
                #expect(mode(path) == 0o600)
                #expect(mode(sessions) == 0o700)
                // A write may be under way: what is owed for the tokens of the session before.
                let names = folder.names("sessions").filter { $0 != Self.name + ".tmp" }
                #expect(names == [Self.name, Self.name + ".lock"])
                #expect(mode(path + ".lock") == 0o600)
                #expect([0, 0o600].contains(mode(path + ".tmp")))
            }
            chmod(path, 0o644)
            chmod(sessions, 0o755)
            try await live.session.refresh()
            #expect(mode(path) == 0o600)
            #expect(mode(sessions) == 0o700)
            try await live.session.signOut()
            #expect(folder.names("sessions") == [Self.name, Self.name + ".lock"])
            #expect(try await live.store.holdsNoToken)
        }
    }

    @Test func `invariant 30 over sockets: whoever reads while others write sees whole records only`() async throws {
        try await withFile { live in
            let writing = Task {
                for _ in 0..<20 { try await live.session.refresh() }
            }
            let reading = Task {
                let store = FileStore(path: path)
                var records: Set<[UInt8]> = []
                while !Task.isCancelled {
                    let record = try #require(try store.read())
                    if records.insert(record).inserted {
                        let reader = live.another(on: MemoryStore(record: record))
                        try await reader.configure()
                        #expect(await reader.state == .authenticated(.restored))
                    }
                    await Task.yield()
                }
                return records.count
            }
            try await writing.value
            reading.cancel()
            #expect(try await reading.value > 0)
        }
    }

    @Test(arguments: ["", "{\"version\":1,\"issuer\":\"http://127.0.0.1", "\u{0}\u{1}\u{2}", "[]", "{\"version\":1}"])
    func `invariant 31 over sockets: a damaged file is set aside, and a sign-in begins anew beside it`(damage: String)
        async throws
    {
        folder.makeFolder("sessions")
        folder.write(damage, to: "sessions/" + Self.name)
        try await withFile(signedInAs: nil) { live in
            try await live.session.configure()
            #expect(await live.session.state == .noSession(.storeLost))
            #expect(live.events("storeFailed") == 1)
            #expect(live.wire.requests(to: "/token").isEmpty)
            try await live.signIn()
            #expect(try await live.send().verdict == .accepted)
            #expect(folder.text("sessions/\(Self.name).damaged-1") == damage)
            let restarted = live.another(on: FileStore(path: path))
            try await restarted.configure()
            #expect(await restarted.state == .authenticated(.restored))
        }
    }

    @Test func `invariant 31 over sockets: a file that is cut short while the session runs costs nobody the session`()
        async throws
    {
        try await withFile { live in
            let whole = try #require(folder.text("sessions/" + Self.name))
            let half = String(whole.prefix(whole.count / 2))
            folder.write(half, to: "sessions/" + Self.name)
            try await live.session.refresh()
            #expect(try await live.send().verdict == .accepted)
            #expect(folder.text("sessions/\(Self.name).damaged-1") == half)
            let newest = try #require(try await live.tokens.refresh).reveal()
            try await until { try await live.store.text.contains(newest) }
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 1, "invalid_grant": 0])
        }
    }

    @Test(arguments: [Obstacle.folder, .circularLink])
    func `invariant 32 over sockets: a file that can't be read is not no session`(obstacle: Obstacle) async throws {
        try await withFile { live in
            let record = try await live.store.text
            rename(path, path + ".away")
            obstacle.raise(at: path)
            let restarted = live.another(on: FileStore(path: path))
            guard case .store(.unreadable(let reason)) = await sessionError({ try await restarted.configure() }) else {
                Issue.record("what can't be read is taken for something else")
                return
            }
            #expect(reason.contains(path))
            #expect(await restarted.state == .unknown)
            #expect(await sessionError { _ = try await restarted.accessToken() } == .notConfigured)

            // The session that runs goes on with its token, and spends no refresh token that it could not store.
            #expect(try await live.send().verdict == .accepted)
            await live.session.declareAccessTokenExpired()
            guard case .store(.unreadable) = await sessionError({ _ = try await live.session.accessToken() }) else {
                Issue.record("a refresh begins that nobody could store")
                return
            }
            #expect(await live.refreshes == 0)
            #expect(await live.isAuthenticated)

            obstacle.clear(at: path)
            rename(path + ".away", path)
            #expect(try await live.store.text == record)
            try await restarted.configure()
            #expect(await restarted.state == .authenticated(.restored))
            #expect(try await restarted.send(live.request()).verdict == .accepted)
        }
    }

    @Test func `invariant 26 over sockets: where nothing can be written the new tokens are used, and stored later`()
        async throws
    {
        try await withFile(clock: SystemClock()) { live in
            let before = try await live.store.text
            // In the place of the temporary file: neither removed as a file nor written.
            folder.makeFolder("sessions/\(Self.name).tmp")
            try await live.session.refresh()
            #expect(live.events("storeFailed") > 0)
            #expect(try await live.store.text == before)
            #expect(try await live.send().verdict == .accepted)
            // The newest refresh token is sent, not the spent one that the file still has.
            try await live.session.refresh()
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 2, "invalid_grant": 0])
            let newest = try #require(try await live.tokens.refresh).reveal()
            rmdir(path + ".tmp")
            try await until { try await live.store.text.contains(newest) }
            let restarted = live.another(on: FileStore(path: path))
            try await restarted.configure()
            try await restarted.refresh()
            #expect(await live.demo.statistics.token["refresh_token"] == ["ok": 3, "invalid_grant": 0])
        }
    }
}

extension LiveSession {
    fileprivate func signIn(as username: String) -> @Sendable () async throws -> Void {
        { try await signIn(username) }
    }
}
