public import FoundationEssentials
package import JOSE

/// A client's metadata, for a registration (RFC 7591 §2) or for a document that the client publishes.
public struct ClientMetadata: Sendable, Hashable {
    /// The name that the sign-in page shows.
    public var name: String
    /// Identifies the program, the same in every registration and version.
    public var softwareID: String
    /// The program's version.
    public var softwareVersion: String
    /// Where the browser is sent back to; its port is registered with it, because not every server varies ports
    /// (RFC 8252 §7.3).
    public var redirectURI: URL

    /// Creates the metadata of a native client.
    public init(name: String, softwareID: String, softwareVersion: String, redirectURI: URL) {
        self.name = name
        self.softwareID = softwareID
        self.softwareVersion = softwareVersion
        self.redirectURI = redirectURI
    }

    /// The metadata as JSON, of a client that authenticates by that method and asks for those grants.
    ///
    /// With `signsOut` the browser may come back from a sign-out at the provider, too (OpenID Connect RP-Initiated
    /// Logout 1.0 §3.1).
    package func json(
        authenticatingBy method: String = "none", grants: [String] = ["authorization_code", "refresh_token"],
        scope: [String] = [], signsOut: Bool = false
    ) -> JSONObject {
        var json: JSONObject = [
            "client_name": .string(name),
            "application_type": "native",
            "redirect_uris": [.string(redirectURI.absoluteString)],
            "grant_types": .array(grants.map { .string($0) }),
            "response_types": ["code"],
            "token_endpoint_auth_method": .string(method),
            "software_id": .string(softwareID),
            "software_version": .string(softwareVersion),
        ]
        if signsOut { json["post_logout_redirect_uris"] = [.string(redirectURI.absoluteString)] }
        if !scope.isEmpty { json["scope"] = .string(scope.joined(separator: " ")) }
        return json
    }

    /// The document that is hosted at an address, which then is the client's identifier.
    package func document(at url: URL) -> JSONObject {
        var document: JSONObject = ["client_id": .string(url.absoluteString)]
        for member in json(signsOut: true).members { document[member.name] = member.value }
        return document
    }
}
