package import JOSE

/// A line for the profile of a client, where what was seen suggests one.
package struct ProfileSetting: Sendable, Hashable {
    /// As a profile has it: `client_auth`.
    package let key: String
    package let value: JSONValue

    init(_ key: String, _ value: JSONValue) { (self.key, self.value) = (key, value) }

    static func issuer(_ issuer: String) -> ProfileSetting { ProfileSetting("issuer", .string(issuer)) }

    static func resource(_ resource: String) -> ProfileSetting {
        ProfileSetting("resource", .array([.string(resource)]))
    }

    static func scope(_ names: [String]) -> ProfileSetting {
        ProfileSetting("scope", .string(names.joined(separator: " ")))
    }

    /// How a client authenticates at a server that lists these methods (RFC 8414 §2); `nil` where it may do without or
    /// by HTTP Basic, which need no line, or there is no choice that this program could make.
    static func clientAuthentication(listed methods: [String]) -> ProfileSetting? {
        guard !methods.contains("none"), !methods.contains("client_secret_basic") else { return nil }
        let names = [
            ("client_secret_post", "post"), ("private_key_jwt", "private_key_jwt"),
            ("tls_client_auth", "tls_client_auth"),
        ]
        return names.first { methods.contains($0.0) }.map { ProfileSetting("client_auth", .string($0.1)) }
    }
}
