public import FoundationEssentials
import JOSE

/// Signs ID tokens as a provider does, with a key made for the test (ES256).
public struct IDTokenSigner: Sendable {
    private let key: JWK
    private let issuer: String
    private let clientID: String

    /// Creates a signer of ID tokens that `issuer` issues to the client.
    public init(issuer: String, clientID: String) throws {
        self.issuer = issuer
        self.clientID = clientID
        key = try JWK.generate(.p256, keyID: "test-key")
    }

    /// The provider's key set (RFC 7517 §5), as JSON.
    public var keySet: String { JWKSet(keys: [key]).json.serialized() }

    /// An ID token for a user, issued now and valid for five minutes.
    ///
    /// `claims`, a JSON object, adds claims or replaces these; a `null` takes one away: `{"nonce":"n1","exp":0}`.
    /// Throws where it is not a JSON object.
    public func idToken(
        subject: String = "alice", issuedAt now: Date, claims: String = "{}"
    ) throws -> String {
        let now = Int(now.timeIntervalSince1970)
        var payload: JSONObject = [
            "iss": .string(issuer), "sub": .string(subject), "aud": .string(clientID),
            "exp": .number(JSONNumber(now + 300)), "iat": .number(JSONNumber(now)),
        ]
        guard let changes = try JSONValue(parsing: Array(claims.utf8)).object else {
            throw JOSEError.wrongType(.payload, expected: "a JSON object")
        }
        for change in changes.members { payload[change.name] = change.value == .null ? nil : change.value }
        return try JWS.sign(payload: Array(payload.serialized().utf8), key: key, algorithm: .es256)
    }
}
