import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct ArchiveOptionTests {
    private func signedIn() async throws -> Console {
        let console = try await Console()
        try await console.signIn()
        return console
    }

    private func archive(_ console: Console) throws -> String { try console.program.text("out.har") }

    private func path(_ console: Console) -> String { console.program.home + "/out.har" }

    /// The names of files in the home that begin with that of the archive.
    private func leftovers(_ console: Console) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: console.program.home).filter { $0.hasPrefix("out.har") }
    }

    @Test func `statement 5: the exchanges of a request are kept, and no secret with them`() async throws {
        let console = try await signedIn()
        let old = try await console.run("token").text.filter { $0 != "\n" }
        let refresh = try #require(try console.record()["session"]?["refresh_token"]?.string)
        try await console.provider.control("revoke-access-tokens", ["username": "alice"])
        let result = try await console.run("request", "--har", path(console), "-d", "{\"a\": 1}", "/echo")
        #expect(result.status == 0, "\(result.errorText)")
        try FileManager.default.removeItem(atPath: path(console))
        let unauthorized = try await console.run("request", "--har", path(console), "/orders")
        #expect(unauthorized.status == 0, "\(unauthorized.errorText)")
        let text = try archive(console)
        let entries = try HARCheck.entries(of: try JSONValue(parsing: text.utf8))
        let statuses = entries.map { $0["response"]?["status"]?.int ?? -1 }
        #expect(statuses.contains(401))
        #expect(statuses.last == 200)
        #expect(entries.contains { $0["_purpose"] == "token" })
        let new = try await console.run("token").text.filter { $0 != "\n" }
        for secret in [old, new, refresh] {
            #expect(secret.utf8.count > 16)
            #expect(!text.contains(secret))
        }
        var facts = stat()
        #expect(stat(path(console), &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o600)
        #expect(try leftovers(console) == ["out.har"])
    }

    @Test func `the exchanges of a run are kept, those of one that fails too`() async throws {
        let console = try await signedIn()
        try console.program.write(
            "GET /orders\nAuthorization: Bearer x\n###\nGET http://127.0.0.1:1/\n", to: "calls.http")
        let result = try await console.run("run", "--har", path(console), console.program.home + "/calls.http")
        #expect(result.status == 5)
        let entries = try HARCheck.entries(of: try JSONValue(parsing: try archive(console).utf8))
        let urls = entries.compactMap { $0["request"]?["url"]?.string }
        #expect(urls.map { $0.hasSuffix("/orders") } == [true, false])
        #expect(entries.last?["response"]?["status"] == 0)
        try FileManager.default.removeItem(atPath: path(console))
        let series = try await console.run("request", "--repeat", "30", "--har", path(console), "/status")
        #expect(series.status == 0)
        #expect(try HARCheck.entries(of: try JSONValue(parsing: try archive(console).utf8)).count == 30)
    }

    @Test(arguments: ["", "%"])
    func `statement 5: a token in a URL is masked in the archive`(form: String) async throws {
        let console = try await signedIn()
        var token = try await console.run("token").text.filter { $0 != "\n" }
        if form == "%" { token = token.utf8.map { "%" + String($0, radix: 16) }.joined() }
        let result = try await console.run("request", "--har", path(console), "/echo?q=\(token)")
        #expect(result.status == 0, "\(result.errorText)")
        let archive = try archive(console)
        #expect(archive.contains("/echo?q=") && !archive.contains(token))
    }

    @Test func `statement 5, invariant 38: an archive with a secret in it is not written`() async throws {
        let console = try await signedIn()
        let token = try await console.run("token").text.filter { $0 != "\n" }
        let result = try await console.run("request", "--har", path(console), "-H", "\(token): x", "/echo")
        #expect(result.status == 1)
        #expect(result.errorText.contains("out.har was not written: exchange 1 of 1 contains a secret of the session."))
        #expect(try leftovers(console).isEmpty)
    }

    @Test func `a file that exists is not replaced, and nothing is sent`() async throws {
        let console = try await signedIn()
        try console.program.write("as it was", to: "out.har")
        let result = try await console.run("request", "--har", path(console), "/echo")
        #expect(result.status == 2)
        #expect(result.errorText.contains("out.har: a file with that name exists."), "\(result.errorText)")
        #expect(try archive(console) == "as it was")
        #expect(try await console.provider.statistics()["api"]?["/echo"] == nil)
    }

    @Test func `a file that can't be written is refused before anything is sent`() async throws {
        let console = try await signedIn()
        let home = console.program.home
        try FileManager.default.createDirectory(atPath: home + "/folder", withIntermediateDirectories: true)
        for name in [home + "/none/out.har", home + "/folder", "/dev/null", "", "-"] {
            let result = try await console.run("request", "--har", name, "/echo")
            #expect(result.status == 2, "\(name): \(result.errorText)")
            #expect(result.errorText.contains("Name a new file for --har in a folder that exists and is writable."))
        }
        #expect(try await console.provider.statistics()["api"]?["/echo"] == nil)
        var facts = stat()
        #expect(stat("/dev/null", &facts) == 0 && facts.st_mode & S_IFMT == S_IFCHR)
    }
}
