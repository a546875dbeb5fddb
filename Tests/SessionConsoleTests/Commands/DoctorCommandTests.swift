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
        let message = pkce?["messages"]?.array?.first?.object
        #expect(message?["url"]?.string == issuer + "/.well-known/oauth-authorization-server")
        #expect(message?["status"] == 200)

        let tap = try await run("tap").split(separator: "\n")
        #expect(tap.first == "TAP version 13" && tap.dropFirst().first == "1..\(names.count)")
        #expect(tap.count { $0.hasPrefix("not ok ") } == 1)
        #expect(tap.contains { $0.hasPrefix("ok ") && $0.hasSuffix(" # SKIP plain http") })
        let junit = try await run("junit")
        #expect(junit.contains("tests=\"\(names.count)\" failures=\"1\""))
        #expect(junit.contains("<failure message=\"only plain (RFC 7636 §4.2)."))
        let markdown = try await run("markdown")
        #expect(markdown.hasPrefix("# What a provider does, seen from outside\n\n`\(issuer)`\n\n## Faults\n\n| fact |"))
        #expect(markdown.contains("| the methods of PKCE `pkce` | only plain | RFC 7636 §4.2 | A client "))
    }

    @Test func `a word that is not a URL is refused`() async throws {
        defer { program.remove() }
        #expect(try await program.run("doctor", "example").status == 2)
        #expect(try await program.run("doctor", "http://127.0.0.1:1", "--as", "saml").status == 2)
        #expect(try await program.run("doctor").status == 2)
    }
}
