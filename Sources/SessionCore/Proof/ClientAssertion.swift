import FoundationEssentials
import JOSE

/// The JWT by which a client proves that it holds its private key (RFC 7523 §2.2 and §3).
struct ClientAssertion: Sendable {
    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// Long enough for clocks that differ, short enough for a thief to be late.
    private static let lifetime = 300

    let clientID: String
    let audience: String
    /// Unique for each assertion: a provider accepts none twice.
    let jwtID: String
    let issuedAt: Date

    nonisolated(nonsending) func signed(by key: ClientKey) async throws -> String {
        let issuedAt = Int(self.issuedAt.timeIntervalSince1970)
        return try await PrivateKeySigner(key).sign(
            [
                "iss": .string(clientID), "sub": .string(clientID), "aud": .string(audience), "jti": .string(jwtID),
                "iat": .number(JSONNumber(issuedAt)), "exp": .number(JSONNumber(issuedAt + Self.lifetime)),
            ], type: "JWT")
    }
}
