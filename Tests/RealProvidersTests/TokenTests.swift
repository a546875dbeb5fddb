import DemoProvider
import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// What the doctor says of how real resource servers take tokens, compared with requests that share nothing with it.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SESSION_CONSOLE_PROVIDERS"] != nil,
        "it fetches resource servers from PyPI; set SESSION_CONSOLE_PROVIDERS=1 to run it"),
    .serialized, .timeLimit(.minutes(8)), .limitedParallelism)
struct RealTokenReceptions {
    private static let servers = [
        "fastmcp", "mcp", "authlib", "unverified", "open-to-pages", "mod-auth-openidc", "mod-oauth2",
    ]
    private static let forgeries = ["forged-unsigned", "forged-key", "forged-secret"]

    @Test func `each verdict on a token is what the raw requests show`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        var configuration = DemoProvider.Configuration()
        // No token's end is waited for.
        configuration.accessTokenLifetime = .seconds(600)
        let provider = try await DemoProvider.start(configuration)
        try await LentScript.run("Resources/start-judged", [provider.issuer, provider.api]) { json in
            let python = try #require(json["python"]?.string)
            for name in Self.servers {
                let url = try #require(json[name]?.string)
                let raw = try await raw(of: url, provider, program, python)
                #expect(raw["right"]?.double == 200, "\(name)")
                let seen = try await verdicts(on: url, provider, program)
                expect(seen, raw, at: name)
            }
        }
        await provider.stop()
    }

    private func expect(_ seen: [String: String], _ raw: JSONValue, at name: String) {
        func isTaken(_ key: String) -> Bool { raw[key]?.double == 200 }
        for check in Self.forgeries {
            #expect(seen[check] == (isTaken(check) ? "fault" : "sound"), "\(name) \(check)")
        }
        #expect(seen["foreign-audience"] == (isTaken("foreign-audience") ? "fault" : "sound"), "\(name)")
        #expect(seen["good-token-in-query"] == (isTaken("good-token-in-query") ? "note" : "sound"), "\(name)")
        #expect(seen["scheme-case"] == (isTaken("scheme-case") ? "sound" : "fault"), "\(name)")
        let takesOne = isTaken("first") || isTaken("second")
        #expect(seen["two-authorizations"] == (takesOne ? "note" : "sound"), "\(name)")
        let isOpen = raw["cookies"] == true
        let isMCP = ["fastmcp", "mcp"].contains(name)
        let origin = isOpen ? "fault" : isMCP && isTaken("stranger-origin") ? "note" : "sound"
        #expect(seen["stranger-origin"] == origin, "\(name)")
        #expect(seen["token-echo"] == "sound", "\(name)")
        // A claim is judged by a signature that is taken.
        let end = name == "unverified" ? "sound" : "unknown"
        #expect(seen["forged-end"] == end, "\(name)")
        #expect(seen["forged-audience"] == (name == "unverified" ? "fault" : "unknown"), "\(name)")
    }

    private func raw(
        of url: String, _ provider: DemoProvider, _ program: ProgramUnderTest, _ python: String
    ) async throws -> JSONValue {
        let arguments = [LentScript.folder + "/Resources/raw_tokens.py", url, provider.issuer, provider.clientID]
        let environment = program.environment
        let result = try await blocking {
            try Subprocess(python, arguments, environment: environment).finish(within: .seconds(60))
        }
        return try JSONValue(parsing: Array((result.lines.last ?? result.errorText).utf8))
    }

    /// The verdict of each check, by a doctor that signs in by password.
    private func verdicts(
        on url: String, _ provider: DemoProvider, _ program: ProgramUnderTest
    ) async throws -> [String: String] {
        let arguments = [
            "doctor", url, "--issuer", provider.issuer, "--client-id", provider.clientID, "--scope",
            "openid offline_access orders", "--tokens", "--other-resource", provider.api + "/orders", "--behaviour",
            "--flow", "password", "--username", "alice", "--password-stdin", "--yes", "--format", "json",
        ]
        let environment = program.environment
        let result = try await blocking {
            let process = try Subprocess(ProgramUnderTest.path, arguments, environment: environment)
            try process.write("wonderland\n")
            return try process.finish(within: .seconds(120))
        }
        let findings = try JSONValue(parsing: result.output)["findings"]?.array ?? []
        return findings.reduce(into: [:]) { $0[$1["check"]?.string ?? ""] = $1["verdict"]?.string }
    }
}
