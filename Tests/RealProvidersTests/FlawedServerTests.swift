import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// That the doctor names the defect of a server, and no other, where its makers say which it has.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SESSION_CONSOLE_PROVIDERS"] != nil,
        "it fetches servers of MCP from PyPI; set SESSION_CONSOLE_PROVIDERS=1 to run it"),
    .serialized, .timeLimit(.minutes(8)), .limitedParallelism)
struct RealFlawedServers {
    /// By defect of mcp-authlab, what is said of it beyond what is said of the sound server.
    private static let defects: [String: Set<String>] = [
        "none": [],
        "skip_signature": ["forged-unsigned", "forged-key", "forged-issuer"],
        "skip_audience": ["foreign-audience"],
        "query_tokens": ["token-in-query", "good-token-in-query"],
        "ignore_origin": ["stranger-origin"],
        "no_error_param": ["wrong-token"],
        "bare_401": ["resource-challenge", "wrong-token"],
        "ignore_resource": [],
        "static_refresh": ["rotation"],
        "pkce_optional": ["code-challenge"],
        "skip_verifier": ["code-verifier"],
        "no_prm": ["resource-metadata", "resource-issuer", "mcp-resource-metadata"],
        "no_iss": ["issuer-in-response", "mcp-issuer"],
        "no_scope_challenge": ["mcp-scope"],
    ]

    /// What is true of the sound server, too: it revokes nothing, and leaves the body of what it refuses unread.
    private static let known: Set<String> = [
        "metadata-caching", "revocation", "two-authorizations", "kept-connection", "family", "refresh-twice",
        "code-twice",
    ]

    @Test func `a defect is named by its checks and by no other`() async throws {
        let names = Self.defects.keys.sorted()
        try await LentScript.run("Resources/start-flawed", names) { json in
            try await withThrowingTaskGroup { group in
                for name in names {
                    let origin = try #require(json[name]?.string)
                    group.addTask { (name, try await Self.complaints(about: origin)) }
                }
                for try await (name, complaints) in group {
                    let known =
                        name == "static_refresh" ? Self.known.subtracting(["family", "refresh-twice"]) : Self.known
                    #expect(complaints == Self.defects[name]?.union(known), "\(name)")
                }
            }
        }
    }

    /// The checks with a fault or a note.
    private static func complaints(about origin: String) async throws -> Set<String> {
        var program = try ProgramUnderTest()
        defer { program.remove() }
        try await program.makeScript("visitor", "#!/bin/sh\nexec curl --silent --location --output /dev/null \"$1\"\n")
        program.environment["BROWSER"] = program.home + "/visitor"
        let arguments = [
            "doctor", origin + "/mcp", "--issuer", origin, "--as", "mcp", "--behaviour", "--tokens",
            "--other-resource", origin + "/other", "--yes", "--format", "json",
        ]
        let environment = program.environment
        let result = try await blocking {
            try Subprocess(ProgramUnderTest.path, arguments, environment: environment).finish(within: .seconds(240))
        }
        let findings = try JSONValue(parsing: result.output)["findings"]?.array ?? []
        let complaints = findings.filter { ["fault", "note"].contains($0["verdict"]) }
        return Set(complaints.compactMap { $0["check"]?.string })
    }
}
