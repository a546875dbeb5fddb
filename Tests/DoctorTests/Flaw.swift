import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import Doctor

/// One thing that is wrong with a provider, and the check that says so.
struct Flaw: Sendable, CustomTestStringConvertible {
    let check: String
    let verdict: CheckVerdict
    let words: String
    let make: @Sendable (inout ImaginaryProvider) throws -> Void

    init(
        _ check: String, _ verdict: CheckVerdict, _ words: String,
        make: @escaping @Sendable (inout ImaginaryProvider) throws -> Void
    ) {
        (self.check, self.verdict, self.words, self.make) = (check, verdict, words, make)
    }

    var testDescription: String { "\(check): \(words)" }

    static let all = ofResource + ofMetadata + ofKeys + ofEndpoints + ofAuthorization + ofConnection

    static let ofResource = [
        Flaw("resource-challenge", .note, "403 without a token") { provider in
            provider.answers["/mcp"] = ScriptedAnswer { [challenges = provider.challenges] request in
                let isAsked = request.headers["Authorization"] == nil
                let headers: HTTPHeaders = ["WWW-Authenticate": isAsked ? challenges.0 : challenges.1]
                return try await ScriptedAnswer.answer(isAsked ? 403 : 401, headers: headers).respond(request)
            }
        },
        Flaw("resource-metadata", .fault, "of another path") { $0.resource["resource"] = "https://mcp.example/other" },
        Flaw("resource-metadata", .note, "of the path above") { $0.resource["resource"] = "https://mcp.example" },
        Flaw("resource-metadata", .fault, "a web page") {
            $0.answers[ImaginaryProvider.pointer] = .answer(200, headers: ["Content-Type": "text/html"], text: "<p>")
        },
        Flaw("resource-issuer", .note, "two issuers") {
            $0.resource["authorization_servers"] = ["https://as.example", "https://b.example"]
        },
        Flaw("resource-issuer", .fault, "none") { $0.resource["authorization_servers"] = nil },
        Flaw("challenge-form", .fault, "outside the grammar") { $0.challenges.0 += ", @@" },
        Flaw("challenge-error", .note, "an error without a token") { $0.challenges.0 += ", error=\"invalid_token\"" },
        Flaw("challenge-scope", .note, "not offered") {
            $0.challenges.0.replace("scope=\"read\"", with: "scope=\"read admin\"")
        },
        Flaw("wrong-token", .fault, "another error") {
            $0.challenges.1.replace("invalid_token", with: "invalid_request")
        },
        Flaw("wrong-token", .note, "no error") { $0.challenges.1 = $0.challenges.0 },
        Flaw("wrong-token", .fault, "500") { provider in
            provider.answers["/mcp"] = ScriptedAnswer { [challenge = provider.challenges.0] request in
                let answer: ScriptedAnswer =
                    request.headers["Authorization"] == nil ? .unauthorized(challenge) : .answer(500)
                return try await answer.respond(request)
            }
        },
        Flaw("token-in-query", .fault, "accepted") { provider in
            provider.answers["/mcp"] = ScriptedAnswer { [challenges = provider.challenges] request in
                let answer: ScriptedAnswer =
                    request.url.query != nil
                    ? .json("{}")
                    : .unauthorized(request.headers["Authorization"] == nil ? challenges.0 : challenges.1)
                return try await answer.respond(request)
            }
        },
        Flaw("token-in-query", .note, "read") { provider in
            provider.answers["/mcp"] = ScriptedAnswer { [challenges = provider.challenges] request in
                let isAsked = request.headers["Authorization"] == nil && request.url.query == nil
                return try await ScriptedAnswer.unauthorized(isAsked ? challenges.0 : challenges.1).respond(request)
            }
        },
    ]

    static let ofKeys = [
        Flaw("keys", .fault, "a web page") {
            $0.answers["/keys"] = .answer(200, headers: ["Content-Type": "text/html"], text: "<p>")
        },
        Flaw("keys", .fault, "not found") { $0.answers["/keys"] = .answer(404) },
        Flaw("keys", .fault, "none") { $0.keys = [] },
        Flaw("keys-named", .fault, "one name twice") { $0.keys[2]["kid"] = "rsa-1" },
        Flaw("keys-named", .note, "one name of keys that are no two of a type") { $0.keys[1]["kid"] = "rsa-1" },
        Flaw("keys-named", .fault, "one without a name") { $0.keys[1]["kid"] = nil },
        Flaw("keys-strong", .fault, "1024 bits") {
            $0.keys[0]["n"] = .string(Base64URL.encode([UInt8](repeating: 0xC1, count: 128)))
        },
        Flaw("keys-readable", .note, "an unknown type") {
            $0.keys.append(["kty": "XX", "kid": "new", "use": "sig"])
        },
        Flaw("keys-purpose", .note, "neither use nor alg") { $0.keys[0]["use"] = nil },
        Flaw("keys-public", .fault, "a private key") {
            $0.keys[1] = try ImaginaryProvider.ec.get().json(includingPrivate: true)
        },
        Flaw("keys-complete", .note, "none for ES256") { $0.keys.remove(at: 1) },
        Flaw("keys-rotation", .note, "one of each") { $0.keys.removeLast() },
        Flaw("keys-rotation", .note, "one") {
            $0.keys.removeSubrange(1...)
            $0.metadata["id_token_signing_alg_values_supported"] = ["RS256"]
        },
    ]

    static let ofEndpoints = [
        Flaw("authorization-endpoint", .fault, "not found") { $0.answers["/authorize"] = .answer(404) },
        Flaw("token-endpoint", .fault, "500") { $0.answers["/token"] = .answer(500) },
        Flaw("token-endpoint", .fault, "redirected") {
            $0.answers["/token"] = .answer(308, headers: ["Location": "/token/"])
        },
        Flaw("token-endpoint", .fault, "a web page") {
            $0.answers["/token"] = .answer(400, headers: ["Content-Type": "text/html"], text: "<p>")
        },
        Flaw("token-endpoint", .note, "403") { $0.answers["/token"] = .refusal("invalid_request", status: 403) },
        Flaw("client-authentication-asked", .note, "Basic, which is not listed") {
            $0.answers["/token"] = .json(
                "{\"error\":\"invalid_client\"}", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"a\""])
        },
        Flaw("userinfo", .fault, "accepts any token") { $0.answers["/userinfo"] = .json("{\"sub\":\"a\"}") },
        Flaw("userinfo", .note, "403") { $0.answers["/userinfo"] = .answer(403) },
        Flaw("userinfo", .note, "the error in its body alone") {
            $0.answers["/userinfo"] = .refusal("invalid_token", status: 401)
        },
        Flaw("revocation", .fault, "not found") { $0.answers["/revoke"] = .answer(404) },
        Flaw("revocation", .note, "not offered") { $0.metadata["revocation_endpoint"] = nil },
        Flaw("introspection", .fault, "a made-up token is active") {
            $0.answers["/introspect"] = .json("{\"active\":true}")
        },
        Flaw("introspection", .note, "asks nobody, and tells nothing") {
            $0.answers["/introspect"] = .json("{\"active\":false}")
        },
        Flaw("device-authorization", .fault, "no endpoint") { $0.metadata["device_authorization_endpoint"] = nil },
        Flaw("device-authorization", .note, "no grant") {
            $0.metadata["grant_types_supported"] = ["authorization_code", "refresh_token"]
        },
        Flaw("pushed-authorization", .fault, "required without an endpoint") {
            $0.metadata["pushed_authorization_request_endpoint"] = nil
            $0.metadata["require_pushed_authorization_requests"] = true
        },
        Flaw("pushed-authorization", .fault, "500") { $0.answers["/par"] = .answer(500) },
        Flaw("pushed-authorization", .note, "any client's") { $0.answers["/par"] = .json("{}", status: 201) },
        Flaw("device-authorization", .note, "any client's") { $0.answers["/device"] = .json("{}") },
        Flaw("registration", .note, "500") { $0.answers["/register"] = .answer(500) },
        Flaw("registration", .fault, "registers anything") { $0.answers["/register"] = .json("{}", status: 201) },
        Flaw("registration", .note, "not offered") { $0.metadata["registration_endpoint"] = nil },
        Flaw("end-session", .fault, "not found") { $0.answers["/logout"] = .answer(404) },
    ]

    static let ofAuthorization = [
        Flaw("redirect-uri", .fault, "by its beginning") { $0.lenience = ImaginaryProvider.redirectURI },
        Flaw("redirect-uri", .fault, "by its scheme") { $0.lenience = "https://" },
        Flaw("redirect-status", .note, "307") { $0.redirectStatus = 307 },
        Flaw("issuer-sent", .fault, "none") { $0.sentIssuer = "" },
        Flaw("issuer-sent", .fault, "of another provider") { $0.sentIssuer = "https://other.example" },
        Flaw("page-framing", .note, "allowed") { $0.pageFields["X-Frame-Options"] = nil },
        Flaw("page-framing", .note, "allowed, behind a redirect") { provider in
            provider.answers["/authorize"] = .answer(302, headers: ["Location": "/login"])
            provider.answers["/login"] = .answer(200, headers: ["Content-Type": "text/html"], text: "<form>")
        },
        Flaw("authorization-cors", .note, "for all") { $0.pageFields["Access-Control-Allow-Origin"] = "*" },
        Flaw("authorization-cors", .fault, "with cookies") {
            $0.pageFields["Access-Control-Allow-Origin"] = Probe.stranger
            $0.pageFields["Access-Control-Allow-Credentials"] = "true"
        },
        Flaw("legacy-grants", .note, "password") {
            $0.metadata["grant_types_supported"] = [
                "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code", "password",
            ]
        },
        Flaw("legacy-grants", .note, "tokens in URLs") {
            $0.metadata["response_types_supported"] = ["code", "id_token token"]
        },
        Flaw("grant-profiles", .note, "without its grant") {
            $0.metadata["authorization_grant_profiles_supported"] = ["urn:ietf:params:oauth:grant-profile:id-jag"]
        },
        Flaw("keys-few", .note, "seventeen") { provider in
            let key = provider.keys[2]
            for number in 0..<14 {
                provider.keys.append(key)
                provider.keys[provider.keys.count - 1]["kid"] = .string("more-\(number)")
            }
        },
    ]

    static let ofConnection = [
        Flaw("clock", .note, "five minutes ahead") { $0.date = "Thu, 01 Jan 2026 00:05:00 GMT" },
        Flaw("clock", .note, "ten seconds behind") { $0.date = "Wed, 31 Dec 2025 23:59:50 GMT" },
        Flaw("tls-version", .fault, "1.1") { $0.tls?.version = "TLSv1.1" },
        Flaw("certificate", .note, "three days left") {
            $0.tls?.certificateExpiry = Date(timeIntervalSince1970: 1_767_225_600 + 3 * 86_400 + 1)
        },
    ]
}
