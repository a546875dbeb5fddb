import Addresses
import FoundationEssentials
import JOSE
import SessionHTTP

extension AnswerFacts {
    /// What a provider or an API publishes, from the answer to a request for that.
    mutating func readPublication(_ object: JSONObject, at url: String, _ kind: Sighting.Kind) {
        switch kind {
        case .keys:
            keys = (try? JWKSet(json: object)).map { JWKSet(keys: $0.keys.compactMap(\.publicKey)) }
        case .userInfo: subject = object["sub"]?.string.map(TextOnPath.cut)
        case .metadata:
            isMetadata = object["issuer"] != nil || object["resource"] != nil
            if let resource = object["resource"]?.string, let servers = object["authorization_servers"]?.strings {
                self.resource = ResourceMetadataFacts(
                    resource: TextOnPath.cut(URLPlace.normalized(url: resource)),
                    servers: Set(servers.prefix(8).map { TextOnPath.cut(URLPlace.normalized(url: $0)) }))
            } else if let issuer = object["issuer"]?.string, !Self.isPlace(url, of: issuer) {
                misplacedIssuer = TextOnPath.cut(issuer)
            }
        default: break
        }
    }

    /// Microsoft's issuers name a tenant by its number, on a host of their own, wherever its metadata were asked for.
    private static func isOfMicrosoft(_ url: URL) -> Bool {
        let hosts = [
            "login.microsoftonline.com", "login.microsoftonline.us", "login.partner.microsoftonline.cn",
            "login.microsoft.com", "login.windows.net", "sts.windows.net", "sts.chinacloudapi.cn",
        ]
        let host = Origin(url)?.host ?? ""
        return hosts.contains(host) || [".b2clogin.com", ".ciamlogin.com"].contains { host.hasSuffix($0) }
    }

    /// Whether the metadata of an issuer are at a URL (RFC 8414 §3.1; OpenID Connect Discovery 1.0 §4.1).
    ///
    /// One that stands for many, such as Microsoft's with `{tenantid}`, is compared with none.
    private static func isPlace(_ url: String, of issuer: String) -> Bool {
        guard !issuer.contains("{"), let place = URL(given: url), let name = URL(given: issuer), Origin(name) != nil
        else { return true }
        let folders = place.path(percentEncoded: true).split(separator: "/")
        guard let wellKnown = folders.firstIndex(of: ".well-known"), wellKnown + 1 < folders.count else { return true }
        let around = folders[..<wellKnown] + folders[(wellKnown + 2)...]
        if [place, name].allSatisfy(isOfMicrosoft) { return true }
        return Origin(place) == Origin(name) && Array(around) == name.path(percentEncoded: true).split(separator: "/")
    }
}
