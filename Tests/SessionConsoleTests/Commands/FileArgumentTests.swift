import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// Files that are named on the command line, and something else in their place.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct FileArgumentTests {
    private static let provider = ["--issuer", "https://id.example", "--client-id", "cli"]

    @Test(arguments: Obstacle.allCases, ["client-secret-file", "ca-file", "dpop-key"])
    func `load 3: an option's file that is not one is refused at once`(obstacle: Obstacle, option: String) async throws
    {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        obstacle.raise(at: program.home + "/thing")
        let result = try await program.run(
            arguments: ["status", "--\(option)", program.home + "/thing"] + Self.provider)
        #expect(result.status == 2)
        #expect(result.errorText.contains("--\(option) is '\(program.home)/thing', but must be a"))
    }

    @Test(arguments: Obstacle.allCases)
    func `load 3: nor is a body, a set of keys or a profile waited for`(obstacle: Obstacle) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        obstacle.raise(at: program.home + "/thing")
        let request = try await program.run(
            arguments: [
                "request", "https://api.example/", "--api", "https://api.example", "-d", "@\(program.home)/thing",
            ]
                + Self.provider)
        #expect(request.status == 2)
        #expect(request.errorText.contains("--data is '@\(program.home)/thing'"))
        let keys = try await program.run(
            "inspect", "eyJhbGciOiJub25lIn0.e30.", "--jwks", program.home + "/thing")
        #expect(keys.errorText.contains("/thing") || keys.text.contains("/thing"))
        let folder = program.home + "/config/session-console/profiles"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        obstacle.raise(at: folder + "/work.json")
        let profile = try await program.run("status", "--profile", "work")
        #expect(profile.status == 2)
        #expect(profile.errorText.contains("\(folder)/work.json can't be read: "))
    }

    @Test func `load 3: what the shell has opened is read all the same`() async throws {
        let console = try await Console()
        try await console.signIn()
        let body = try await console.run("request", "-d", "@/dev/stdin", "/echo", input: "a=1")
        #expect(try JSONValue(parsing: body.output)["body"] == "a=1")
        let secret = try await console.run("status", "--client-secret-file", "/dev/stdin", input: "s3cret\n")
        #expect(secret.status == 0)
    }

    @Test(arguments: ["htp://alice:hunter2@proxy:3128", "alice:hunter2@proxy", "http:/alice:hunter2@proxy:3128"])
    func `leak 5: a mistyped URL is not echoed with its password`(url: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        for option in ["proxy", "api", "redirect-uri"] {
            let result = try await program.run(arguments: ["status", "--\(option)", url] + Self.provider)
            #expect(result.status == 2)
            #expect(result.errorText.contains("…@proxy"))
            #expect(!result.errorText.contains("hunter2"))
        }
        let issuer = try await program.run(
            "status", "--issuer", "http://alice:hunter2@id.example", "--client-id", "cli")
        #expect(issuer.status == 2)
        #expect(!issuer.errorText.contains("hunter2"))
    }

    @Test func `leak 5: a profile is its owner's alone, and a looser mode is repaired`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        func mode(_ name: String) -> mode_t {
            var facts = stat()
            return stat(program.home + "/config/session-console/" + name, &facts) == 0 ? facts.st_mode & 0o777 : 0
        }
        let provider = try await ProviderProcess(program)
        #expect(try await program.run(arguments: ["profile", "add", "work"] + provider.options).status == 0)
        #expect(mode("profiles/work.json") == 0o600)
        #expect(mode("profiles") == 0o700)
        chmod(program.home + "/config/session-console/profiles/work.json", 0o644)
        #expect(try await program.run("profile", "show", "work").status == 0)
        #expect(mode("profiles/work.json") == 0o600)
        chmod(program.home + "/config/session-console/profiles", 0o755)
        #expect(try await program.run(arguments: ["profile", "add", "home"] + provider.options).status == 0)
        #expect(mode("profiles") == 0o700)
    }

    @Test func `loss 6: a lock on the events file keeps no command from its work`() async throws {
        let console = try await Console()
        try await console.signIn()
        let descriptor = open(console.eventFile, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_SH) == 0)
        #expect(try await console.run("refresh").status == 0)
        #expect(try await console.run("status").status == 0)
        flock(descriptor, LOCK_UN)
        #expect(try await console.run("refresh").status == 0)
        #expect(try await console.run("events").text.contains("refresh["))
    }

    @Test func `load 3: a named pipe in place of the events file is said by events, and stops no command`() async throws
    {
        let console = try await Console()
        try await console.signIn()
        unlink(console.eventFile)
        Obstacle.namedPipe.raise(at: console.eventFile)
        #expect(try await console.run("refresh").status == 0)
        let events = try await console.run("events")
        #expect(events.status == 1)
        #expect(events.errorText.contains("\(console.eventFile): it is a named pipe, not a file"))
    }
}
