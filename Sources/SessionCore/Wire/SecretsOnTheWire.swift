import Addresses
import FoundationEssentials
import JOSE

/// Finds the secrets in the messages to and from a provider by the names under which they travel.
enum SecretsOnTheWire {
    static func of(_ request: HTTPRequest) -> [Secret] {
        var secrets: [Secret] = []
        if let field = request.headers["Authorization"] { secrets += credentials(in: field) }
        guard case .bytes(let bytes) = request.body else { return secrets }
        for item in FormParameters(decoding: bytes).items where SecretNames.contains(item.name) {
            secrets.append(Secret(item.value))
        }
        return secrets
    }

    static func of(_ response: HTTPResponse) -> [Secret] {
        guard response.body.count <= HTTPResponse.answerSizeLimit,
            let object = try? response.jsonObject(for: .token)
        else { return [] }
        return object.members.flatMap { member in
            SecretNames.contains(member.name) ? secrets(in: member.value.string) : []
        }
    }

    /// The text itself; of a URL, such as `verification_uri_complete`, what its query says: the provider's other URLs
    /// begin as this one does.
    private static func secrets(in text: String?) -> [Secret] {
        guard let text else { return [] }
        guard text.hasAuthority, let url = URL(given: text), url.host != nil else { return [Secret(text)] }
        return FormParameters(decoding: url.query(percentEncoded: true) ?? "").items.map { Secret($0.value) }
    }

    /// The token, or user name and password as one text, and the password alone.
    private static func credentials(in field: String) -> [Secret] {
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return [] }
        let credentials = String(parts[1])
        guard parts[0].lowercased() == "basic", let bytes = try? Base64.decode(credentials) else {
            return [Secret(credentials)]
        }
        let pair = String(decoding: bytes, as: UTF8.self)
        let password = pair.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        let secrets = [credentials, password, FormParameters.decode(password)]
        // Beside a password that is found alone, the pair would only mask the client's name wherever that stands.
        return (SecretForms.canFind(password) ? secrets : secrets + [pair]).map { Secret($0) }
    }
}

extension String {
    /// Whether it may be a URL with a host, which has two slashes before it: to read each token as a URL takes time.
    fileprivate var hasAuthority: Bool {
        var text = self
        return text.withUTF8 { bytes in
            bytes.indices.dropFirst().contains { bytes[$0] == 0x2F && bytes[$0 - 1] == 0x2F }
        }
    }
}
