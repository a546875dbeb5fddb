import Glibc
import SessionCore
import TestSupport
import Testing

/// Something else, or somebody else's, in the place of a store's files.
@Suite(.timeLimit(.minutes(5)))
struct FileObstacleTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/demo.session.json" }

    private func reason(_ work: () throws -> Void) -> String {
        do {
            try work()
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: Obstacle.allCases)
    func `load 3: what is not a file is unreadable at once, and stays where it is`(obstacle: Obstacle) throws {
        obstacle.raise(at: path)
        let store = FileStore(path: path)
        let message = reason { _ = try store.read() }
        #expect(message.contains("can't be read: \(path): "))
        #expect(folder.names("") == ["demo.session.json"])
        obstacle.clear(at: path)
        #expect(try store.read() == nil)
    }

    @Test func `load 3: a file that is larger than any record is unreadable, and none is written`() throws {
        let store = FileStore(path: path)
        let most = [UInt8](repeating: 0x20, count: 1 << 20)
        try store.write(most)
        #expect(try store.read() == most)
        #expect(reason { try store.write(most + [0x20]) }.contains("it is larger than 1024 KiB"))
        #expect(try store.read() == most)
        truncate(path, 1 << 20 + 1)
        #expect(reason { _ = try store.read() }.contains("it is larger than 1024 KiB"))
        truncate(path, 1 << 40)
        #expect(reason { _ = try store.read() }.contains("it is larger than 1024 KiB"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `leak 5: a session file of another user is not believed, and nothing is moved`() async throws {
        let before = try await SessionFixture(store: FileStore(path: path)).signedIn()
        let record = try await before.store.text
        chown(path, 12_345, 12_345)
        let fixture = SessionFixture(store: FileStore(path: path))
        let error = await sessionError { try await fixture.session.configure() }
        #expect(error == .store(.unreadable("\(path): it belongs to uid 12345, not to uid 0")))
        #expect(await fixture.session.state == .unknown)
        #expect(folder.text("demo.session.json") == record)
        #expect(!folder.names("").contains { $0.contains("damaged") })
    }

    @Test func `leak 5: folders in which others could replace the session are reported once`() async throws {
        folder.makeFolder("loose")
        folder.makeFolder("loose/mine")
        let store = FileStore(path: folder.path + "/loose/mine/demo.session.json")
        #expect(await store.weaknesses() == [])
        chmod(folder.path + "/loose", 0o777)
        let fixture = try await SessionFixture(store: store).signedIn()
        let warnings = fixture.events.compactMap { event -> String? in
            if case .storeWarning(let warning) = event.kind { warning } else { nil }
        }
        let place = folder.path + "/loose"
        #expect(
            warnings == [
                "other users can write to \(place) and replace the stored session; close it with: chmod go-w \(place)"
            ])
        // Where nobody can rename what is another's nothing can be replaced.
        chmod(folder.path + "/loose", 0o1777)
        #expect(await store.weaknesses() == [])
    }
}
