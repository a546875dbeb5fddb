import Doctor
import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// `doctor`, as a person and as a script call it.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct DoctorCommandTests {
    private let program: ProgramUnderTest

    init() throws { program = try ProgramUnderTest() }

    @Test func `the exit status tells sound, faults and unreachable apart`() async throws {
        defer { program.remove() }
        let provider = try await ProviderProcess(program)
        let url = provider.announcement.api + "/orders"
        let sound = try await program.run("doctor", url)
        #expect(sound.status == 0, "\(sound.text)\(sound.errorText)")
        #expect(sound.lines.contains("✓ the methods of PKCE                      S256"), "\(sound.text)")
        #expect(sound.lines.allSatisfy { $0.count <= 80 }, "\(sound.text)")
        #expect(sound.lines.last?.hasPrefix("0 faults, ") == true)
        #expect(sound.lines.contains("  \"resource\": [\"\(url)\"],"), "\(sound.text)")
        try await provider.control("spoil-chain", ["flaws": ["plain-pkce"]])
        let faulty = try await program.run("doctor", url)
        #expect(faulty.status == 23)
        #expect(faulty.lines.contains("✗ the methods of PKCE                      only plain"), "\(faulty.text)")
        #expect(faulty.lines.last?.hasPrefix("1 fault, ") == true)
        #expect(faulty.lines.contains { $0.hasPrefix("    To mend it: Support S256, ") }, "\(faulty.text)")
        try await provider.end()
        let dead = try await program.run("doctor", url, "--format", "json")
        #expect(dead.status == 5)
        let findings = try JSONValue(parsing: dead.output)
        #expect(findings["findings"]?.array?.isEmpty == false && findings["fault"] == 0 && findings["note"] == 0)
    }

    @Test func `every format has the findings, and the profile's issuer needs no URL`() async throws {
        defer { program.remove() }
        let provider = try await ProviderProcess(program)
        let issuer = provider.announcement.issuer
        try await provider.control("spoil-chain", ["flaws": ["plain-pkce"]])
        func run(_ format: String) async throws -> String {
            let result = try await program.run("doctor", "--issuer", issuer, "--as", "oidc", "--format", format)
            #expect(result.status == 23, "\(result.errorText)")
            return result.text
        }
        let json = try JSONValue(parsing: Array(try await run("json").utf8))
        #expect(json["subject"]?.string == issuer && json["issuer"]?.string == issuer)
        #expect(json["fault"] == 1)
        #expect(json["profile"] == .object([:]))
        let names = json["findings"]?.array?.compactMap { $0["check"]?.string } ?? []
        let pkce = json["findings"]?.array?.first { $0["check"] == "pkce" }
        #expect(pkce?["verdict"] == "fault" && pkce?["rule"] == "RFC 7636 §4.2")
        let remedy = "Support S256, and list it in code_challenge_methods_supported."
        #expect(pkce?["remedy"]?.string == remedy)
        #expect(json["findings"]?.array?.first { $0["verdict"] == "sound" }?["remedy"] == nil)
        let message = pkce?["messages"]?.array?.first?.object
        #expect(message?["url"]?.string == issuer + "/.well-known/oauth-authorization-server")
        #expect(message?["status"] == 200)

        let tap = try await run("tap").split(separator: "\n")
        #expect(tap.first == "TAP version 13" && tap.dropFirst().first == "1..\(names.count)")
        #expect(tap.count { $0.hasPrefix("not ok ") } == 1)
        #expect(tap.contains { $0.hasPrefix("ok ") && $0.hasSuffix(" # SKIP plain http") })
        #expect(tap.contains { $0.contains("To mend it: \(remedy)") })
        let sarif = try JSONValue(parsing: Array(try await run("sarif").utf8))
        let result = sarif["runs"]?.array?.first?["results"]?.array?.first { $0["ruleId"] == "pkce" }
        #expect(result?["message"]?["text"]?.string?.hasSuffix("To mend it: \(remedy)") == true)
        let junit = try await run("junit")
        #expect(junit.contains("tests=\"\(names.count)\" failures=\"1\""))
        #expect(junit.contains("<failure message=\"only plain (RFC 7636 §4.2)."))
        let markdown = try await run("markdown")
        #expect(markdown.hasPrefix("# What a provider does, seen from outside\n\n`\(issuer)`\n\n## Faults\n\n| fact |"))
        #expect(
            markdown.contains(
                "| the methods of PKCE `pkce` | only plain | RFC 7636 §4.2 | the authorization server | A client "))
        #expect(markdown.contains("| \(remedy) |"))
    }

    @Test func `forged tokens are sent where a person says that the server is theirs`() async throws {
        defer { program.remove() }
        let provider = try await ProviderProcess(program)
        let url = provider.announcement.api + "/orders"
        let refused = try await program.run("doctor", url, "--tokens")
        #expect(refused.status == 2 && refused.text.isEmpty)
        #expect(refused.errorText.contains("session-console doctor \(url) --tokens --yes"), "\(refused.errorText)")
        try await provider.control("spoil-resource", ["flaws": ["unsigned"]])
        let faulty = try await program.run("doctor", url, "--tokens", "--yes", "-v")
        #expect(faulty.status == 23, "\(faulty.errorText)")
        #expect(
            faulty.lines.contains("✗ a forged JWT without a signature         taken: it answers 200"), "\(faulty.text)")
        #expect(faulty.lines.last?.hasPrefix("1 fault, ") == true)
        // A token that is taken is a key.
        #expect(faulty.errorText.contains("Authorization: Bearer") && !faulty.errorText.contains("Bearer ey"))
        let issuer = try await program.run("doctor", provider.announcement.issuer, "--tokens", "--yes")
        #expect(issuer.status == 1 && issuer.errorText.contains("is an issuer and no resource"), "\(issuer.errorText)")
        try await provider.end()
    }

    @Test func `what an earlier result has is no news`() async throws {
        defer { program.remove() }
        let provider = try await ProviderProcess(program)
        let url = provider.announcement.api + "/orders"
        try await provider.control("spoil-chain", ["flaws": ["plain-pkce"]])
        let before = try await program.run("doctor", url, "--format", "json")
        #expect(before.status == 23)
        let file = program.home + "/before.json"
        try Data(before.output).write(to: URL(filePath: file))
        let after = try await program.run("doctor", url, "--baseline", file)
        #expect(after.status == 0, "\(after.errorText)")
        #expect(after.lines.contains { $0.hasPrefix("✗ ") && $0.hasSuffix("only plain, as before") }, "\(after.text)")
        #expect(after.lines.last?.hasPrefix("0 new faults, 0 new notes, ") == true, "\(after.text)")
        #expect(try await program.run("doctor", url, "--fail-on", "never").status == 0)
        #expect(try await program.run("doctor", url, "--baseline", program.home + "/none.json").status == 2)
        let other = try await program.run("doctor", provider.announcement.api + "/admin", "--baseline", file)
        #expect(other.status == 2 && other.text.isEmpty)
        #expect(other.errorText.contains("is of \(url), and not of"), "\(other.errorText)")
        let issuer = provider.announcement.issuer
        let same = try await program.run("doctor", url, "--issuer", issuer, "--baseline", file)
        #expect(same.status == 0, "\(same.errorText)")
        var moved = try #require(try JSONValue(parsing: before.output).object)
        moved["issuer"] = "https://other.example"
        try Data(moved.serialized().utf8).write(to: URL(filePath: file))
        let elsewhere = try await program.run("doctor", url, "--issuer", issuer, "--baseline", file)
        #expect(elsewhere.status == 2 && elsewhere.text.isEmpty)
        #expect(elsewhere.errorText.contains("is of a resource at https://other.example,"), "\(elsewhere.errorText)")
        try Data("{}".utf8).write(to: URL(filePath: file))
        let wrong = try await program.run("doctor", url, "--baseline", file)
        #expect(wrong.status == 2 && wrong.errorText.contains("what doctor --format json has printed"))
        try await provider.end()
    }

    @Test func `a resource above or below the examined one is no other one`() async throws {
        defer { program.remove() }
        let url = "http://127.0.0.1:1/api/orders"
        for other in [url, url + "/", url + "/1", "http://127.0.0.1:1/api", "http://127.0.0.1:1"] {
            let refused = try await program.run(
                "doctor", url, "--behaviour", "--tokens", "--yes", "--other-resource", other)
            #expect(refused.status == 2, "\(other) \(refused.errorText)")
            let named = try await program.run(
                "doctor", "--issuer", "http://127.0.0.1:1", "--client-id", "app", "--resource", url, "--behaviour",
                "--tokens", "--yes", "--other-resource", other)
            #expect(named.errorText.contains("nor above or below it."), "\(other) \(named.errorText)")
        }
    }

    @Test func `a word that is not a URL is refused`() async throws {
        defer { program.remove() }
        #expect(try await program.run("doctor", "example").status == 2)
        #expect(try await program.run("doctor", "http://127.0.0.1:1", "--as", "saml").status == 2)
        #expect(try await program.run("doctor").status == 2)
    }
}
