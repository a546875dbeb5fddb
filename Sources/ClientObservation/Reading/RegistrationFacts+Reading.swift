import Addresses
import FoundationEssentials
import JOSE
import SessionHTTP

extension RegistrationFacts {
    /// `nil` where the answer names no client.
    init?(_ answer: JSONObject) {
        guard let client = answer["client_id"]?.string else { return nil }
        self.client = TextOnPath.cut(client)
        authentication = TextOnPath.cut(answer["token_endpoint_auth_method"]?.string ?? "client_secret_basic")
        let uris = (answer["redirect_uris"]?.strings ?? []).prefix(64)
        redirects = Set(uris.map(Self.id(ofRedirect:)))
        redirectTexts = Set(uris.prefix(8).map(TextOnPath.cut))
        grants = answer["grant_types"]?.strings.map { Set($0.prefix(32).map(TextOnPath.cut)) }
        scope = answer["scope"]?.string.map { RequestReader.words($0) }
    }

    /// A redirect URI as it is compared: on loopback any port will do (RFC 8252 §7.3).
    static func id(ofRedirect uri: String) -> SecretID {
        guard let url = URL(given: uri), let origin = Origin(url), origin.isLoopback else { return SecretID(of: uri) }
        return SecretID(
            of: "\(origin.scheme)://\(origin.host)\(URLPlace.path(url))?\(url.query(percentEncoded: true) ?? "")")
    }
}
