import Addresses
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport

@testable import Doctor

/// A sound provider with a resource, as a script that a test breaks.
struct ImaginaryProvider: Sendable {
    static let url = "https://mcp.example/mcp"
    static let issuer = "https://as.example"
    static let places = ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]
    static let pointer = "/.well-known/oauth-protected-resource/mcp"

    var subject: ExaminedSubject?
    var demands: Demands?
    var metadata: JSONObject = [
        "issuer": .string(issuer), "authorization_endpoint": "https://as.example/authorize",
        "token_endpoint": "https://as.example/token", "userinfo_endpoint": "https://as.example/userinfo",
        "jwks_uri": "https://as.example/keys", "revocation_endpoint": "https://as.example/revoke",
        "introspection_endpoint": "https://as.example/introspect",
        "device_authorization_endpoint": "https://as.example/device",
        "pushed_authorization_request_endpoint": "https://as.example/par",
        "registration_endpoint": "https://as.example/register", "end_session_endpoint": "https://as.example/logout",
        "scopes_supported": ["openid", "read", "offline_access"], "response_types_supported": ["code"],
        "grant_types_supported": [
            "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code",
        ],
        "token_endpoint_auth_methods_supported": ["none", "client_secret_post"],
        "code_challenge_methods_supported": ["S256"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "ES256"],
        "authorization_response_iss_parameter_supported": true,
        "refresh_token_expiration_types_supported": ["token_timeout"],
        "authorization_grant_profiles_supported": ["urn:example:params:oauth:grant-profile:other"],
    ]
    var metadataFields: HTTPHeaders = ["Content-Type": "application/json", "Cache-Control": "public, max-age=3600"]
    var keys: [JSONObject]
    /// The resource's challenges, without a token and with a wrong one.
    var challenges = (
        "Bearer resource_metadata=\"https://mcp.example\(pointer)\", scope=\"read\"",
        "Bearer error=\"invalid_token\", resource_metadata=\"https://mcp.example\(pointer)\""
    )
    var resource: JSONObject = [
        "resource": .string(url), "authorization_servers": [.string(issuer)], "scopes_supported": ["read"],
    ]
    var client: KnownClient? = KnownClient(id: "app", redirectURI: redirectURI)
    static let redirectURI = "https://app.example/callback"
    /// How a known client's request is answered that may have no page.
    var redirectStatus = 302
    /// Of an error response; `nil` for that of the metadata.
    var sentIssuer: String?
    var pageFields: HTTPHeaders = ["Content-Type": "text/html", "X-Frame-Options": "DENY"]
    /// Which redirect URIs are compared in part alone, by their beginning.
    var lenience: String?
    /// What takes the place of the sound answers, by path.
    var answers: [String: ScriptedAnswer] = [:]
    var date: String? = "Thu, 01 Jan 2026 00:00:01 GMT"
    var tls: TLSFacts? = TLSFacts(
        version: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384", certificateSubject: nil, certificateIssuer: nil,
        certificateExpiry: Date(timeIntervalSince1970: 1_767_225_600 + 60 * 86_400))

    /// Those of single hosts.
    var dates: [String: String] = [:]
    var expiries: [String: Date] = [:]

    static let rsa = Result { try JWK.generate(.rsa(), keyID: "rsa-1") }
    static let nextRSA = Result { try JWK.generate(.rsa(), keyID: "rsa-2") }
    static let ec = Result { try JWK.generate(.p256, keyID: "ec-1") }

    init() throws {
        keys = [
            try Self.rsa.get().json(includingPrivate: false), try Self.ec.get().json(includingPrivate: false),
            try Self.nextRSA.get().json(includingPrivate: false),
        ]
    }

    /// The transport that answers so.
    var wire: Wire {
        let scripted = ScriptedTransport()
        for place in Self.places { scripted.always(place, metadataAnswer(metadata)) }
        scripted.always(Self.pointer, .json(resource.serialized()))
        scripted.always("/keys", .json(JSONObject([("keys", .array(keys.map { .object($0) }))]).serialized()))
        scripted.always(
            "/mcp",
            ScriptedAnswer { [challenges] request in
                let challenge = request.headers["Authorization"] == nil ? challenges.0 : challenges.1
                return try await ScriptedAnswer.unauthorized(challenge).respond(request)
            })
        scripted.always("/authorize", authorization)
        scripted.always(
            "/token",
            .json("{\"error\":\"invalid_request\"}", status: 400, headers: ["Cache-Control": "no-store"]))
        scripted.always("/userinfo", .unauthorized())
        scripted.always("/revoke", .refusal("invalid_request"))
        scripted.always("/introspect", .refusal("invalid_client", status: 401))
        scripted.always("/device", .refusal("invalid_request"))
        scripted.always("/par", .refusal("invalid_request"))
        scripted.always("/register", .refusal("invalid_client_metadata"))
        scripted.always("/logout", .answer(200, headers: ["Content-Type": "text/html"], text: "<p>Bye"))
        for (path, answer) in answers { scripted.always(path, answer) }
        return Wire(scripted: scripted, date: date, tls: tls, dates: dates, expiries: expiries)
    }

    private var authorization: ScriptedAnswer {
        var parameters: FormParameters = ["error": "login_required"]
        parameters["iss"] = sentIssuer ?? metadata["issuer"]?.string
        if sentIssuer == "" { parameters["iss"] = nil }
        return ScriptedAnswer { [redirectStatus, pageFields, lenience, parameters] request in
            let query = FormParameters(decoding: request.url.query(percentEncoded: true) ?? "")
            let uri = query["redirect_uri"] ?? ""
            guard query["client_id"] == "app", uri == Self.redirectURI || lenience.map(uri.hasPrefix) == true else {
                return try await ScriptedAnswer.answer(400, headers: pageFields, text: "<p>Who?").respond(request)
            }
            guard query["prompt"] == "none" else {
                return try await ScriptedAnswer.answer(200, headers: pageFields, text: "<form>").respond(request)
            }
            let location = "\(uri)?\(parameters.query)"
            return try await ScriptedAnswer.answer(redirectStatus, headers: ["Location": location]).respond(request)
        }
    }

    func metadataAnswer(_ document: JSONObject) -> ScriptedAnswer {
        .answer(200, headers: metadataFields, text: document.serialized())
    }

    func examined(over wire: Wire? = nil) async throws -> Diagnosis {
        guard let url = URL(given: Self.url) else { throw TransportError.cancelled }
        var doctor = Doctor(of: subject ?? .url(url), transport: wire ?? self.wire, clock: TestClock())
        doctor.demands = demands
        doctor.client = client
        return await doctor.examine()
    }
}

/// A scripted transport whose answers have a date and a connection.
struct Wire: HTTPTransport {
    let scripted: ScriptedTransport
    let date: String?
    let tls: TLSFacts?
    var dates: [String: String] = [:]
    var expiries: [String: Date] = [:]

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var response = try await scripted.send(request)
        let host = request.url.host ?? ""
        response.headers["Date"] = dates[host] ?? date
        var tls = tls
        if let expiry = expiries[host] { tls?.certificateExpiry = expiry }
        response.connection = HTTPConnectionFacts(remoteAddress: nil, isReused: false, tls: tls)
        return response
    }
}

extension Diagnosis {
    /// The checks that found something to say against the provider.
    var complaints: [String] { findings.filter { [.fault, .note].contains($0.verdict) }.map(\.check) }
}
