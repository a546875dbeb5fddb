import Addresses
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import Doctor

/// A provider that needs one clause of a check: without it the check says something else.
struct CheckClause: Sendable, CustomTestStringConvertible {
    let check: String
    let verdict: CheckVerdict
    let seen: String
    let make: @Sendable (inout ImaginaryProvider) throws -> Void

    init(
        _ check: String, _ verdict: CheckVerdict, _ seen: String,
        make: @escaping @Sendable (inout ImaginaryProvider) throws -> Void
    ) {
        (self.check, self.verdict, self.seen, self.make) = (check, verdict, seen, make)
    }

    var testDescription: String { "\(check): \(seen)" }

    static let all = [
        CheckClause("clock", .note, "300 s ahead of this machine's") { $0.date = "Thu, 01 Jan 2026 00:05:00 GMT" },
        CheckClause("clock", .note, "10 s behind this machine's") { $0.date = "Wed, 31 Dec 2025 23:59:50 GMT" },
        // Beside one that is right.
        CheckClause("clock", .note, "300 s behind this machine's") {
            $0.dates["mcp.example"] = "Wed, 31 Dec 2025 23:55:00 GMT"
        },
        // Beside one that is good for longer.
        CheckClause("certificate", .fault, "-1 days left") {
            $0.tls?.certificateExpiry = Date(timeIntervalSince1970: 1_767_225_600 + 60 * 86_400)
            $0.expiries["mcp.example"] = Date(timeIntervalSince1970: 1_767_225_600 - 86_400)
        },
        CheckClause("keys-named", .note, "1 of 1 without a kid") {
            $0.keys.removeSubrange(1...)
            $0.keys[0]["kid"] = nil
        },
        CheckClause("keys-public", .fault, "1 of 4 are private or secret") {
            $0.keys.append(["kty": "oct", "kid": "secret", "k": "c2VjcmV0"])
        },
        CheckClause("keys-complete", .note, "no key for ES256") { $0.keys[1]["use"] = "enc" },
        CheckClause("keys-rotation", .note, "one each: ") { $0.keys[2]["use"] = "enc" },
        CheckClause("endpoints-present", .fault, "authorization_endpoint is missing") {
            $0.metadata["authorization_endpoint"] = nil
            $0.metadata["grant_types_supported"] = nil
        },
        CheckClause("metadata-agreement", .fault, "they differ in issuer") { provider in
            var other = provider.metadata
            other["issuer"] = "https://other.example"
            provider.answers[ImaginaryProvider.places[1]] = provider.metadataAnswer(other)
        },
        // A sign-in page may refuse later; where the right URI is sent back at once, it has.
        CheckClause("redirect-uri", .unknown, "a page comes that may refuse another path") { provider in
            provider.answers["/authorize"] = .answer(200, headers: ["Content-Type": "text/html"], text: "<form>")
        },
        CheckClause("redirect-uri", .sound, "refused: another path, host, sub-domain, port") { _ in },
        CheckClause("redirect-uri", .unknown, "it answers 400 to the right one, too") {
            $0.client = KnownClient(id: "nobody", redirectURI: ImaginaryProvider.redirectURI)
        },
        CheckClause("redirect-uri", .unknown, "requests must be pushed") {
            $0.metadata["require_pushed_authorization_requests"] = true
        },
        CheckClause("redirect-status", .unknown, "no redirect was seen") {
            $0.answers["/authorize"] = .answer(200, headers: ["Content-Type": "text/html"], text: "<form>")
        },
        CheckClause("page-framing", .unknown, "only an error was seen") {
            $0.client = nil
            $0.pageFields["X-Frame-Options"] = nil
        },
        CheckClause("issuer-sent", .sound, "neither announced nor sent") {
            $0.sentIssuer = ""
            $0.metadata["authorization_response_iss_parameter_supported"] = false
        },
        CheckClause("token-caching", .unknown, "the refusal has no no-store") {
            $0.answers["/token"] = .refusal("invalid_request")
        },
        CheckClause("refresh-token-expiration", .absent, "not offered") {
            $0.metadata["refresh_token_expiration_types_supported"] = nil
        },
        CheckClause("grant-profiles", .absent, "not offered") {
            $0.metadata["authorization_grant_profiles_supported"] = nil
        },
        CheckClause("metadata-answers", .fault, "it answers 401") {
            $0.answers[ImaginaryProvider.places[1]] = .answer(401)
        },
    ]
}

@Suite(.timeLimit(.minutes(5)))
struct CheckClauseTests {
    @Test(arguments: CheckClause.all)
    func `each clause of a check decides a provider`(clause: CheckClause) async throws {
        var provider = try ImaginaryProvider()
        try clause.make(&provider)
        let finding = try #require(await provider.examined().findings.first { $0.check == clause.check })
        #expect(finding.verdict == clause.verdict && finding.seen.contains(clause.seen), "\(finding.seen)")
    }
}
