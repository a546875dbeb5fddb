import Addresses
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import Doctor

/// What a profile demands beyond the standards.
@Suite(.timeLimit(.minutes(5)))
struct ProfileTests {
    /// What is wrong with a provider of the profile, and the one of its checks that says so.
    struct Case: Sendable, CustomTestStringConvertible {
        let demands: Demands
        let check: String
        let verdict: CheckVerdict
        let words: String
        let make: @Sendable (inout ImaginaryProvider) -> Void
        var testDescription: String { "\(demands.rawValue) \(check): \(words)" }

        init(
            _ demands: Demands, _ check: String, _ verdict: CheckVerdict, _ words: String,
            make: @escaping @Sendable (inout ImaginaryProvider) -> Void
        ) {
            (self.demands, self.check, self.verdict, self.words, self.make) = (demands, check, verdict, words, make)
        }
    }

    private static let cases = [
        Case(.fapi2, "fapi-par", .fault, "no endpoint") {
            $0.metadata["pushed_authorization_request_endpoint"] = nil
            $0.metadata["require_pushed_authorization_requests"] = nil
        },
        Case(.fapi2, "fapi-client-authentication", .fault, "secrets") {
            $0.metadata["token_endpoint_auth_methods_supported"] = ["client_secret_post"]
        },
        Case(.fapi2, "fapi-client-authentication", .note, "secrets, too") {
            $0.metadata["token_endpoint_auth_methods_supported"] = ["private_key_jwt", "none"]
        },
        Case(.fapi2, "fapi-bound-tokens", .fault, "bearer tokens") {
            $0.metadata["dpop_signing_alg_values_supported"] = nil
        },
        Case(.fapi2, "fapi-algorithms", .fault, "RS256") {
            $0.metadata["id_token_signing_alg_values_supported"] = ["RS256"]
        },
        Case(.fapi2, "fapi-algorithms", .fault, "none") {
            $0.metadata["id_token_signing_alg_values_supported"] = ["ES256", "none"]
        },
        Case(.fapi2, "fapi-algorithms", .note, "RS256, too") {
            $0.metadata["dpop_signing_alg_values_supported"] = ["ES256", "RS256"]
        },
        Case(.fapi2, "fapi-issuer", .fault, "no iss") {
            $0.metadata["authorization_response_iss_parameter_supported"] = nil
        },
        Case(.fapi2, "fapi-pkce", .fault, "none") { $0.metadata["code_challenge_methods_supported"] = nil },
        Case(.fapi2, "fapi-pkce", .note, "plain") {
            $0.metadata["code_challenge_methods_supported"] = ["S256", "plain"]
        },
        Case(.fapi2, "fapi-grants", .fault, "password") {
            $0.metadata["grant_types_supported"] = ["authorization_code", "password"]
        },
        Case(.fapi2, "fapi-grants", .note, "implicit") {
            $0.metadata["grant_types_supported"] = ["authorization_code", "implicit"]
        },
        Case(.oauth21, "oauth21-grants", .fault, "implicit") {
            $0.metadata["response_types_supported"] = ["code", "token"]
        },
        Case(.oauth21, "oauth21-pkce", .fault, "plain") {
            $0.metadata["code_challenge_methods_supported"] = ["plain"]
        },
        Case(.oauth21, "oauth21-pkce", .fault, "not listed") {
            $0.metadata["code_challenge_methods_supported"] = nil
        },
        Case(.oldMCP, "mcp-resource-metadata", .fault, "none") { provider in
            for path in [ImaginaryProvider.pointer, "/.well-known/oauth-protected-resource"] {
                provider.answers[path] = .answer(404)
            }
            provider.subject = .provider(issuer: ImaginaryProvider.issuer, resource: URL(given: ImaginaryProvider.url))
            provider.challenges.0 = "Bearer scope=\"read\""
        },
        Case(.mcp, "mcp-resource-metadata", .fault, "a page") { provider in
            for path in [ImaginaryProvider.pointer, "/.well-known/oauth-protected-resource"] {
                provider.answers[path] = .answer(200, headers: ["Content-Type": "text/html"], text: "<p>Home")
            }
        },
        Case(.oldMCP, "mcp-resource-metadata", .fault, "of another resource") {
            $0.resource["resource"] = "https://other.example/mcp"
        },
        Case(.mcp, "mcp-issuer", .note, "not announced") {
            $0.metadata["authorization_response_iss_parameter_supported"] = nil
        },
        Case(.mcp, "mcp-registration", .note, "registration") {
            $0.metadata["client_id_metadata_document_supported"] = nil
        },
        Case(.oldMCP, "mcp-registration", .note, "by hand") {
            $0.metadata["client_id_metadata_document_supported"] = nil
            $0.metadata["registration_endpoint"] = nil
        },
        Case(.mcp, "mcp-scope", .note, "no scope") { $0.challenges.0.replace(", scope=\"read\"", with: "") },
        Case(.newMCP, "mcp-offline-access", .note, "asked for") {
            $0.challenges.0.replace("scope=\"read\"", with: "scope=\"read offline_access\"")
        },
        Case(.oldMCP, "mcp-methods", .note, "initialize is open") { provider in
            provider.answers["/mcp"] = ScriptedAnswer { [challenges = provider.challenges] request in
                if request.method == "POST" {
                    return try await ScriptedAnswer.json("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}").respond(
                        request)
                }
                let isAsked = request.headers["Authorization"] == nil
                return try await ScriptedAnswer.unauthorized(isAsked ? challenges.0 : challenges.1).respond(request)
            }
        },
    ]

    /// A provider that does all that each profile demands.
    private static func provider(_ demands: Demands) throws -> ImaginaryProvider {
        var provider = try ImaginaryProvider()
        provider.demands = demands
        provider.metadata["require_pushed_authorization_requests"] = true
        provider.metadata["token_endpoint_auth_methods_supported"] = ["private_key_jwt"]
        provider.metadata["dpop_signing_alg_values_supported"] = ["ES256"]
        provider.metadata["id_token_signing_alg_values_supported"] = ["ES256"]
        provider.metadata["client_id_metadata_document_supported"] = true
        return provider
    }

    private static func findings(_ provider: ImaginaryProvider) async throws -> [Finding] {
        let names = Check.demanded(by: provider.demands).map(\.name)
        return try await provider.examined().findings.filter { names.contains($0.check) }
    }

    @Test(arguments: Demands.allCases)
    func `who does all that is demanded has nothing against them`(demands: Demands) async throws {
        let findings = try await Self.findings(Self.provider(demands))
        #expect(findings.map(\.check) == Check.demanded(by: demands).map(\.name))
        let unsound = findings.filter { $0.verdict != .sound }.map(\.check)
        // What can't be seen is named.
        #expect(unsound == ["fapi-sign-in", "fapi-unseen", "oauth21-sign-in"].filter(unsound.contains))
        #expect(unsound.count == (demands == .fapi2 ? 2 : demands == .oauth21 ? 1 : 0))
    }

    @Test(arguments: cases)
    func `what is demanded and missing is named by its check and by no other of the profile`(flawed: Case) async throws
    {
        var provider = try Self.provider(flawed.demands)
        flawed.make(&provider)
        let complaints = try await Self.findings(provider).filter { [.fault, .note].contains($0.verdict) }
        #expect(complaints.map(\.check) == [flawed.check], "\(complaints.map(\.seen))")
        #expect(complaints.first?.verdict == flawed.verdict)
    }

    @Test func `each check of a profile has a case, and a name of its own`() {
        var seen: Set<String> = []
        for demands in Demands.allCases {
            let demanded = Check.demanded(by: demands).map(\.name)
            let names = Check.all.map(\.name) + demanded
            #expect(Set(names).count == names.count)
            seen.formUnion(demanded)
        }
        seen.subtract(["fapi-sign-in", "fapi-unseen", "oauth21-sign-in"])
        #expect(Set(Self.cases.map(\.check)) == seen)
    }

    @Test func `what a revision demands is cited from it`() async throws {
        for (demands, revision) in [(Demands.mcp, "2026-07-28"), (.newMCP, "2026-07-28"), (.oldMCP, "2025-11-25")] {
            let rules = Check.demanded(by: demands).map(\.rule)
            #expect(
                !rules.isEmpty && rules.allSatisfy { $0.document == "MCP \(revision)" && $0.url.contains(revision) })
        }
    }

    @Test func `an outage says nothing of what a resource publishes`() async throws {
        var provider = try Self.provider(.mcp)
        provider.answers[ImaginaryProvider.pointer] = .answer(503)
        let finding = try await Self.findings(provider).first { $0.check == "mcp-resource-metadata" }
        #expect(finding?.verdict == .unknown && finding?.seen == "it answers 503: unavailable now")
    }

    @Test func `that pushing is required can't be seen where it is only offered`() async throws {
        var provider = try Self.provider(.fapi2)
        provider.metadata["require_pushed_authorization_requests"] = nil
        #expect(try await Self.findings(provider).first { $0.check == "fapi-par" }?.verdict == .unknown)
    }
}
