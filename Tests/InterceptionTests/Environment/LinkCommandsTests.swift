import FoundationEssentials
import Glibc
@testable import Interception
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LinkCommandsTests {
    private let place = TemporaryFolder()

    private func run(in name: String = "run", _ base: [String: String]) throws -> LinkCommands? {
        place.makeFolder(name)
        return try LinkCommands("\(place.path)/\(name)", base: base, program: "/bin/echo")
    }

    private func addCommand(_ name: String) {
        place.makeFolder("bin")
        place.write("", to: "bin/\(name)")
        chmod("\(place.path)/bin/\(name)", 0o755)
    }

    @Test func `only the commands that the user has are there, for the user alone`() throws {
        for name in ["xdg-open", "gio", "firefox"] { addCommand(name) }
        place.write("", to: "bin/www-browser")
        let commands = try #require(try run(["PATH": "/nowhere:\(place.path)/bin"]))
        #expect(place.names("run/commands") == ["gio", LinkCommands.browserName, "xdg-open"].sorted())
        var facts = stat()
        for path in [commands.folder, commands.browser] {
            #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o700)
        }
        let bare = try #require(try run(in: "bare", [:]))
        #expect(bare.browser == "\(place.path)/bare/commands/\(LinkCommands.browserName)")
        #expect(place.names("bare/commands") == [LinkCommands.browserName])
    }

    @Test func `a script hands its words on as they are, whatever its own path has`() throws {
        let name = "it's a $(folder)"
        let commands = try #require(try run(in: name, [:]))
        let link = "http://a.test/?x=$(id)&y='\"`id` *"
        let result = try Subprocess(commands.browser, [link, "", "-n"], environment: [:]).finish()
        let words = ["hand-link-on", "\(place.path)/\(name)", LinkCommands.browserName, link, "", "-n"]
        #expect(result.text == words.joined(separator: " ") + "\n")
    }

    @Test func `the user's own BROWSER is kept, and a list has no place for a colon`() throws {
        #expect(try run(["BROWSER": "w3m %s:lynx"]) != nil)
        #expect(place.text("run/browser") == "w3m %s:lynx")
        #expect(try run(in: "unset", ["BROWSER": ""]) != nil)
        #expect(place.text("unset/browser") == nil)
        #expect(try run(in: "a:b", [:]) == nil)
    }

    @Test func `the variables name them, and stay as they are without`() throws {
        var files = RunFiles(
            systemRoots: "", addedRoots: "", trustStore: "", hook: "", wgetSettings: "", phpSettings: "")
        func variables(_ base: [String: String]) throws -> [String: String] {
            try ChildEnvironment.variables(
                from: base, proxy: ProxyAddress(port: 1), hosts: WatchList(["a.test"]), files: files)
        }
        let base = ["PATH": "/bin", "BROWSER": "w3m"]
        #expect(try variables(base).filter { base[$0.key] != nil } == base)
        let commands = try #require(try run(base))
        files.links = commands
        #expect(try variables(base)["PATH"] == "\(commands.folder):/bin")
        #expect(try variables(base)["BROWSER"] == commands.browser)
        let bare = try variables([:])
        #expect(bare["PATH"] == nil && bare["BROWSER"] == commands.browser)
    }
}
