import JOSE

/// One challenge of a `WWW-Authenticate` field (RFC 9110 §11.6.1), with the parameters of RFC 6750 §3 and RFC 9470 §3.
public struct AuthenticationChallenge: Sendable, Hashable {
    /// As received: `Bearer`, `DPoP`, `Basic`.
    public let scheme: String
    /// Names in lower case; if a name appears twice, the first value counts.
    public let parameters: [String: String]
    /// The `WWW-Authenticate` fields as received, where they hold no challenge that says what is wrong with the token:
    /// they are malformed, or of another scheme.
    public let received: String?
    /// The issuers that the API's own metadata names (RFC 9728 §2), where the session's provider is not among them;
    /// empty otherwise, and where the metadata was not read.
    public let trustedIssuers: [String]

    /// Creates a challenge; `parameters` has its names in lower case.
    public init(
        scheme: String, parameters: [String: String], received: String? = nil, trustedIssuers: [String] = []
    ) {
        self.scheme = scheme
        self.parameters = parameters
        self.received = received
        self.trustedIssuers = trustedIssuers
    }

    /// The protection space (RFC 9110 §11.5); `nil` where the challenge names none.
    public var realm: String? { parameters["realm"] }
    /// Such as `invalid_token` or `insufficient_scope`.
    public var error: String? { parameters["error"] }
    /// The server's explanation for a developer (RFC 6750 §3); it is not text for users.
    public var errorDescription: String? { parameters["error_description"] }
    /// Whether it is the proof that is refused, and not the token (RFC 9449 §7.1).
    var isAboutProof: Bool { error == "invalid_dpop_proof" || error == "use_dpop_nonce" }
    /// The claims that the token lacks (`claims`, OpenID Connect Core §5.5), as JSON.
    ///
    /// Decoded from base64 where they are sent so, as in Microsoft Entra's claims challenges; `nil` where the challenge
    /// names none.
    public var claims: String? { parameters["claims"].flatMap(Self.decodedClaims) }
    /// Whether another kind of sign-in would be answered otherwise (RFC 9470, or a claims challenge).
    var asksForStepUp: Bool {
        error == "insufficient_user_authentication" || error == "insufficient_claims" || claims != nil
    }
    /// The scope that the resource asks for (RFC 6750 §3), split at spaces; empty where the challenge names none.
    public var scope: [String] { parameters["scope"]?.split(separator: " ").map(String.init) ?? [] }
    /// Where the API publishes what it is (RFC 9728 §5.1), as received; `nil` where the challenge does not say.
    public var resourceMetadata: String? { parameters["resource_metadata"] }
    /// RFC 9470 §3.
    public var acrValues: [String] { parameters["acr_values"]?.split(separator: " ").map(String.init) ?? [] }
    /// RFC 9470 §3; `nil` where absent, negative or no number.
    public var maxAge: Duration? {
        parameters["max_age"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? .seconds($0) : nil }
    }

    /// A JSON object as it is, or in base64 of either alphabet, padded or not.
    static func decodedClaims(_ text: String) -> String? {
        let encoded = text.replacing("+", with: "-").replacing("/", with: "_").prefix { $0 != "=" }
        let candidates = [Array(text.utf8)] + ((try? Base64URL.decode(String(encoded))).map { [$0] } ?? [])
        let isObject = { (bytes: [UInt8]) in (try? JSONValue(parsing: bytes))?.object != nil }
        return candidates.first(where: isObject).map { String(decoding: $0, as: UTF8.self) }
    }
}
