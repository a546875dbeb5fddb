import Addresses
public import FoundationEssentials
package import JOSE

/// A client that was registered at an issuer (RFC 7591 §3.2.1); store it like a secret.
public struct RegisteredClient: Sendable, Hashable {
    /// The only issuer where it can be used.
    public let issuer: String
    /// The identifier that the server gave it.
    public let clientID: String
    /// How it authenticates.
    public let authentication: ClientAuthentication
    /// When its secret expires; `nil` where it has no secret, or one that does not expire.
    public let secretExpiry: Date?
    /// Where the browser is sent back to, with the port that was registered.
    public let redirectURI: URL
    /// The token that manages the registration (RFC 7592 §1.2); `nil` where the server gave none.
    public let managementToken: Secret?
    /// Where the registration is managed (RFC 7592 §1.2); `nil` where the server gave none.
    public let managementURL: URL?

    /// Whether it can sign in at an issuer at that time.
    public func isUsable(at issuer: String, on date: Date) -> Bool {
        self.issuer.hasSameBytes(as: issuer) && (secretExpiry.map { date < $0 } ?? true)
    }
}

extension RegisteredClient {
    /// Reads what ``json`` wrote; `nil` for anything else.
    package init?(_ json: JSONObject) {
        guard let issuer = json["issuer"]?.string, let clientID = json["client_id"]?.string,
            let redirectURI = json["redirect_uri"]?.string.flatMap({ URL(given: $0) })
        else { return nil }
        self.issuer = issuer
        self.clientID = clientID
        self.redirectURI = redirectURI
        let secret = json["client_secret"]?.string.map { Secret($0) }
        authentication =
            switch (json["token_endpoint_auth_method"]?.string, secret) {
            case ("client_secret_post", let secret?): .post(secret)
            case (_, let secret?): .basic(secret)
            case (_, nil): .none
            }
        secretExpiry = try? json.date("client_secret_expires_at")
        managementToken = json["registration_access_token"]?.string.flatMap { Self.managementToken($0) }
        managementURL = json["registration_client_uri"]?.string.flatMap { URL(given: $0) }
    }

    /// The token that manages a registration; `nil` where the text fits no Bearer field (RFC 7592 §1.2).
    static func managementToken(_ text: String) -> Secret? { text.isB64Token ? Secret(text) : nil }

    /// The client with its secrets, for a file that only its owner can read.
    package var json: JSONObject {
        var json: JSONObject = [
            "issuer": .string(issuer), "client_id": .string(clientID),
            "redirect_uri": .string(redirectURI.absoluteString),
        ]
        if let method = authentication.method { json["token_endpoint_auth_method"] = .string(method) }
        if let secret = authentication.secrets.first { json["client_secret"] = .string(secret.reveal()) }
        if let secretExpiry { json["client_secret_expires_at"] = .date(secretExpiry) }
        if let managementToken { json["registration_access_token"] = .string(managementToken.reveal()) }
        if let managementURL { json["registration_client_uri"] = .string(managementURL.absoluteString) }
        return json
    }
}

extension ClientAuthentication {
    /// Its name in metadata, of a client that is registered by itself.
    fileprivate var method: String? {
        switch self {
        case .none: "none"
        case .basic: "client_secret_basic"
        case .post: "client_secret_post"
        case .privateKeyJWT, .mutualTLS: nil
        }
    }
}
