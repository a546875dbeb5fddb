import HostSystem
import TestSupport
import Testing

/// A folder for the life of a process.
@Suite(.timeLimit(.minutes(5)))
struct ProcessFolderTests {
    private let place = TemporaryFolder()
    private var environment: [String: String] { ["XDG_RUNTIME_DIR": place.path] }

    /// No process has this number.
    private let gone = "kind-99999999-abcdef"

    @Test func `a folder is its user's alone, and gone at the end`() throws {
        var folder: ProcessFolder? = try ProcessFolder("kind", environment: environment)
        var facts = stat()
        #expect(stat(folder?.path ?? "", &facts) == 0 && facts.st_mode & 0o7777 == 0o700)
        folder = nil
        #expect(place.names("").isEmpty)
    }

    @Test func `what a killed program has left is removed, and nothing else is`() throws {
        place.makeFolder(gone)
        place.write("password", to: gone + "/text")
        let others = ["kind-\(getpid())-abcdef", "kind-abcdef", "kind-99999999-abc-def", "other-99999999-abcdef"]
        for name in others { place.makeFolder(name) }
        let folder = try ProcessFolder("kind", environment: environment)
        #expect(place.names("").filter { !folder.path.hasSuffix($0) } == others.sorted())
    }

    @Test func `a folder that somebody holds stays, whatever its number`() throws {
        place.makeFolder(gone)
        let holder = open("\(place.path)/\(gone)", O_RDONLY | O_DIRECTORY)
        #expect(holder >= 0 && flock(holder, LOCK_EX) == 0)
        _ = try ProcessFolder("kind", environment: environment)
        #expect(place.names("") == [gone])
        close(holder)
        _ = try ProcessFolder("kind", environment: environment)
        #expect(place.names("").isEmpty)
    }
}
