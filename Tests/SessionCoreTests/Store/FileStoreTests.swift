import Glibc
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FileStoreTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/sessions/demo.session.json" }

    private func mode(_ path: String) -> mode_t {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
    }

    @Test func `invariant 30: the record is 0600 in a folder of 0700, and nothing else is left`() async throws {
        let store = FileStore(path: path)
        try store.write(Array("one".utf8))
        // Before a second write: it would repair the mode.
        #expect(mode(folder.path + "/sessions") == 0o700)
        try store.write(Array("two".utf8))
        // Before it is read: reading repairs a mode.
        #expect(mode(path) == 0o600)
        #expect(try await store.text == "two")
        #expect(folder.names("sessions") == ["demo.session.json"])
    }

    @Test func `invariant 30: of a link the file is meant that it leads to, and the link stays`() async throws {
        folder.makeFolder("sessions")
        folder.makeFolder("far")
        #expect(symlink("../far/record", path) == 0)
        let store = FileStore(path: path)
        #expect(try store.read() == nil)
        for text in ["one", "two"] {
            try store.write(Array(text.utf8))
            #expect(folder.text("far/record") == text)
        }
        #expect(try await store.text == "two")
        try store.remove()
        #expect(folder.names("far").isEmpty)
        try store.write(Array("damaged".utf8))
        #expect(try store.setAside().hasSuffix("/far/record.damaged-1"))
        #expect(folder.names("far") == ["record.damaged-1"] && folder.text("sessions/demo.session.json") == nil)
        #expect(folder.names("sessions") == ["demo.session.json"])
    }

    @Test func `invariant 30: what is no plain file is not replaced`() throws {
        folder.makeFolder("sessions")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: StoreError.self) { try FileStore(path: path).write([1]) }
        var facts = stat()
        #expect(lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO)
    }

    @Test func `invariant 30: looser modes are repaired`() async throws {
        let store = FileStore(path: path)
        try store.write(Array("one".utf8))
        chmod(path, 0o644)
        chmod(folder.path + "/sessions", 0o755)
        #expect(try store.read() == Array("one".utf8))
        #expect(mode(path) == 0o600)
        try store.write(Array("two".utf8))
        #expect(mode(folder.path + "/sessions") == 0o700)
    }

    @Test func `invariant 30: a folder that is not for sessions alone keeps its mode`() async throws {
        chmod(folder.path, 0o755)
        folder.makeFolder("other")
        try FileStore(path: folder.path + "/session.json").write([1])
        #expect(mode(folder.path) == 0o755)
        #expect(mode(folder.path + "/session.json") == 0o600)
    }

    @Test func `invariant 30: a folder that every user may write to keeps its mode`() throws {
        chmod(folder.path, 0o1777)
        try FileStore(path: folder.path + "/session.json").write([1])
        var facts = stat()
        #expect(stat(folder.path, &facts) == 0)
        #expect(facts.st_mode & 0o7777 == 0o1777)
    }

    @Test func `invariant 30: what a writer left when it was killed harms nothing`() async throws {
        let store = FileStore(path: path)
        try store.write(Array("whole".utf8))
        folder.write("half a rec", to: "sessions/demo.session.json.tmp")
        #expect(try await store.text == "whole")
        try store.write(Array("next".utf8))
        #expect(try await store.text == "next")
        #expect(folder.names("sessions") == ["demo.session.json"])
    }

    @Test func `invariant 30: a write that fails leaves the record before`() async throws {
        let store = FileStore(path: path)
        try store.write(Array("whole".utf8))
        // In the place of the temporary file: it can't be removed as a file, nor written.
        folder.makeFolder("sessions/demo.session.json.tmp")
        #expect(throws: StoreError.self) { try store.write(Array("next".utf8)) }
        #expect(try await store.text == "whole")
    }

    @Test(arguments: ["", "{\"version\":1,\"issuer\":\"https://iss", "\u{0}\u{1}garbage", "[]", "{\"version\":1}"])
    func `invariant 31: a damaged record is set aside, reported and never overwritten`(damaged: String) async throws {
        folder.makeFolder("sessions")
        folder.write(damaged, to: "sessions/demo.session.json")
        let fixture = SessionFixture(store: FileStore(path: path))
        try await fixture.session.configure()
        #expect(await fixture.session.state == .noSession(.storeLost))
        let name = path + ".damaged-1"
        #expect(folder.text("sessions/demo.session.json.damaged-1") == damaged)
        let reports = fixture.events.compactMap { event -> String? in
            if case .storeFailed(.damaged(let setAside, _)) = event.kind { setAside } else { nil }
        }
        #expect(reports == [name])
        try await fixture.session.signIn(GivenTokens())
        #expect(folder.text("sessions/demo.session.json.damaged-1") == damaged)
        #expect(try await fixture.store.text.contains("\"R1\""))
    }

    @Test func `invariant 44: another client's record is left as it is`() async throws {
        let theirs = try await SessionFixture(store: FileStore(path: path)).signedIn()
        let record = try await theirs.store.text
        let ours = SessionFixture(store: FileStore(path: path)) { $0.clientID = "another" }
        try await ours.session.configure()
        let owner = RecordOwner(issuer: SessionFixture.issuer, clientID: "console")
        #expect(await ours.session.state == .noSession(.foreignRecord(.client(owner))))
        #expect(folder.names("sessions").filter { $0.contains("damaged") } == [])
        #expect(try await ours.store.text == record)
    }

    @Test func `invariant 31: a record that is damaged while the session runs costs nobody the session`() async throws {
        let fixture = try await SessionFixture(store: FileStore(path: path)).signedIn()
        folder.write("garbage", to: "sessions/demo.session.json")
        fixture.clock.advance(by: .milliseconds(100))
        #expect(try await fixture.session.accessToken().value.reveal() == "A1")
        #expect(folder.text("sessions/demo.session.json.damaged-1") == "garbage")
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(1))
        try await until { try await fixture.store.text.contains("\"R1\"") }
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test func `invariant 31: the second damaged record gets a name of its own`() async throws {
        let store = FileStore(path: path)
        for text in ["one", "two"] {
            try store.write(Array(text.utf8))
            _ = try store.setAside()
            #expect(try store.read() == nil)
        }
        #expect(folder.text("sessions/demo.session.json.damaged-1") == "one")
        #expect(folder.text("sessions/demo.session.json.damaged-2") == "two")
    }

    @Test func `invariant 32: a record that can't be read is not no session`() async throws {
        let before = try await SessionFixture(store: FileStore(path: path)).signedIn()
        let store = FaultyStore(before.store)
        store.failReading(.unreadable("permission denied"))
        let fixture = SessionFixture(store: store)
        let session = fixture.session
        #expect(await sessionError { try await session.configure() } == .store(.unreadable("permission denied")))
        #expect(await session.state == .unknown)
        #expect(await sessionError { _ = try await session.accessToken() } == .notConfigured)
        #expect(store.writeCount == 0)
        #expect(store.removeCount == 0)
        store.failReading(nil)
        try await session.configure()
        #expect(await session.state == .authenticated(.restored))
    }

    @Test func `invariant 32: nor is one that can't be read any more while the session runs`() async throws {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        store.failReading(.unreadable("input/output error"))
        fixture.clock.advance(by: .seconds(1))
        #expect(try await fixture.session.accessToken().value.reveal() == "A1")
        fixture.expireAccessToken()
        let session = fixture.session
        let error = await sessionError { _ = try await session.accessToken() }
        #expect(error == .store(.unreadable("input/output error")))
        #expect(await session.state.isAuthenticated)
        #expect(store.removeCount == 0)
        #expect(fixture.tokenRequests.isEmpty)
    }

    @Test func `invariant 32: a folder in the record's place is unreadable, not absent`() async throws {
        folder.makeFolder("sessions")
        folder.makeFolder("sessions/demo.session.json")
        #expect(throws: StoreError.self) { try FileStore(path: path).read() }
    }

    @Test func `invariant 31: a whole record of another version is not taken up`() async throws {
        let before = try await SessionFixture(store: FileStore(path: path)).signedIn()
        let record = try await before.store.text
        let other = record.replacing("\"version\":1,", with: "\"version\":99,")
        try #require(other != record)
        folder.write(other, to: "sessions/demo.session.json")
        let fixture = SessionFixture(store: FileStore(path: path))
        try? await fixture.session.configure()
        #expect(await !fixture.session.state.isAuthenticated)
    }

    @Test func `everything about a session comes back from the file`() async throws {
        let before = try await SessionFixture(store: FileStore(path: path)).signedIn(
            GivenTokens(subject: "alice \"A\" \u{1F600}", scope: ["openid", "orders"]))
        before.clock.advance(by: .seconds(10))
        let after = SessionFixture(store: FileStore(path: path), clock: before.clock)
        try await after.session.configure()
        var expected = await before.session.status
        let found = await after.session.status
        expected.state = .authenticated(.restored)
        expected.verifiedAt = nil
        #expect(found == expected)
        #expect(await after.session.revealTokens()?.refresh == Secret("R1"))
    }
}
