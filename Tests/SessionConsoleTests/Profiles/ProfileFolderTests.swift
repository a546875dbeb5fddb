import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5)))
struct ProfileFolderTests {
    @Test(arguments: [
        ("a", true), ("work.2_b-C", true), (String(repeating: "a", count: 100), true), ("", false), (".hidden", false),
        ("-x", false), ("a/b", false), ("..", false), ("ü", false), ("a b", false),
        (String(repeating: "a", count: 101), false),
    ])
    func `a profile's name is one that a file can have anywhere`(name: String, isName: Bool) {
        #expect(ProfileFolder.isName(name) == isName)
    }

    @Test func `profiles are added once, listed by name and removed, in a folder of the user's own`() throws {
        let home = TemporaryFolder()
        let folder = ProfileFolder(path: "\(home.path)/config/profiles")
        #expect(folder.names() == [])
        try folder.add(Profile(name: "work"))
        try folder.add(Profile(name: "home"))
        home.write("{}", to: "config/profiles/.hidden.json")
        home.write("{}", to: "config/profiles/notes.txt")
        #expect(folder.names() == ["home", "work"])
        var facts = stat()
        #expect(stat(folder.path, &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o700)
        #expect(throws: ProfileError.self) { try folder.add(Profile(name: "work")) }
        #expect(throws: ProfileError.self) { try folder.load("other") }
        #expect(try folder.load("work") == Profile(name: "work"))
        try folder.remove("work")
        #expect(throws: ProfileError.self) { try folder.remove("work") }
        #expect(folder.names() == ["home"])
    }

    @Test func `relative folders in the environment are ignored`() throws {
        let folders = try Folders(environment: [
            "HOME": "/home/a", "XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "/state",
        ])
        #expect(folders.profiles == "/home/a/.config/session-console/profiles")
        #expect(folders.sessions == "/state/session-console")
        #expect(folders.sessionFile(profile: "work") == "/state/session-console/work.session.json")
        #expect(folders.eventFile(profile: "work") == "/state/session-console/work.events.jsonl")
        for environment in [[:], ["HOME": "home"], ["XDG_CONFIG_HOME": "/config"]] {
            #expect(throws: CommandFailure.self) { try Folders(environment: environment) }
        }
    }
}
