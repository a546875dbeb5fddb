import Addresses
package import FoundationEssentials
import JOSE

/// Finds a provider's metadata from its issuer (OpenID Connect Discovery 1.0 §4, RFC 8414 §3).
package struct Discovery: Sendable {
    let configuration: ClientConfiguration
    /// The time for each place; `nil` means the transport's default.
    var timeout: Duration?

    /// A document, and the well-known places after its own, which may have another document.
    struct Search: Sendable {
        var metadata: ProviderMetadata
        var otherLocations: [URL]
    }

    /// Asks at the well-known places, in turn, until one has a document.
    ///
    /// Where none has and a token endpoint is configured, the configuration is all there is. A 5xx of one place says
    /// nothing about the next: it is thrown where no other place has a document. Any other failure that may pass, and a
    /// document of another issuer, end the search.
    func search(over channel: Channel) async throws(SessionError) -> Search {
        var (outage, firstFailure): (SessionError?, SessionError?)
        var locations = try locations()
        while !locations.isEmpty {
            let url = locations.removeFirst()
            do throws(SessionError) {
                return Search(metadata: try await metadata(at: url, over: channel), otherLocations: locations)
            } catch {
                switch error {
                case .server(500..., _, _, _): outage = outage ?? error
                case .transport: throw outage ?? error
                case _ where error.meansNoDocument: firstFailure = firstFailure ?? error
                default: throw error
                }
            }
        }
        if let outage { throw outage }
        if configuration.endpoints[.token] != nil {
            return Search(metadata: ProviderMetadata(withoutDiscovery: configuration), otherLocations: [])
        }
        throw firstFailure ?? .unsupported("metadata")
    }

    /// The places in the order they are tried; for an issuer without a path two of the three are one.
    func locations() throws(SessionError) -> [URL] {
        guard let issuer = URL(given: configuration.issuer), let origin = Origin(issuer) else {
            throw .invalidConfiguration(setting: .issuer, reason: "it is not an absolute http or https URL")
        }
        try configuration.requireSecure(issuer)
        return Self.places(of: issuer, origin)
    }

    /// Where an issuer's metadata may be, in the order it is looked for: OpenID's place appended and inserted, then
    /// that of RFC 8414; none for what is not an http or https URL.
    package static func places(of issuer: URL) -> [URL] { Origin(issuer).map { places(of: issuer, $0) } ?? [] }

    private static func places(of issuer: URL, _ origin: Origin) -> [URL] {
        var path = issuer.path(percentEncoded: true)
        while path.hasSuffix("/") { path.removeLast() }
        let candidates = [
            "\(path)/.well-known/openid-configuration",
            "/.well-known/openid-configuration\(path)",
            "/.well-known/oauth-authorization-server\(path)",
        ]
        var seen: Set<String> = []
        return candidates.filter { seen.insert($0).inserted }.compactMap { URL(given: "\(origin)\($0)") }
    }

    /// The metadata at a well-known place; throws if it has no document, or one of another issuer.
    func metadata(at url: URL, over channel: Channel) async throws(SessionError) -> ProviderMetadata {
        let response = try await channel.send(
            HTTPRequest(url: url, headers: ["Accept": "application/json"], timeout: timeout), for: .discovery)
        guard response.isSuccess else { throw response.failure(during: .discovery, now: channel.clock.now) }
        let document = try response.jsonObject(for: .discovery)
        guard let issuer = document["issuer"]?.string else {
            throw .unintelligible("issuer is missing", during: .discovery)
        }
        // Compared byte by byte: Swift's == equates different encodings of one character.
        guard !issuer.contains("{") else {
            throw .invalidConfiguration(
                setting: .issuer,
                reason: "\(configuration.issuer) is for many tenants, whose issuer is \(issuer); "
                    + "put your tenant's ID in place of the braces")
        }
        guard issuer.hasSameBytes(as: configuration.issuer) else {
            let isSlash = issuer.isSame(butForSlash: configuration.issuer)
            throw .untrustworthy(
                "the issuer is \(issuer), but \(configuration.issuer) is configured"
                    + (isSlash ? ": they differ by the slash at the end alone" : ""), during: .discovery)
        }
        return ProviderMetadata(document, for: configuration)
    }
}

extension String {
    /// Whether two issuers differ by a slash at the end at most, which makes them two all the same (RFC 8414 §2).
    func isSame(butForSlash other: String) -> Bool {
        func plain(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }
        return plain(self).hasSameBytes(as: plain(other))
    }
}

extension SessionError {
    /// Whether a well-known place has no document; single-page applications answer 200 with a web page.
    var meansNoDocument: Bool {
        switch self {
        case .server(let status, _, _, _): [.redirect, .refusal].contains(StatusMeaning(status))
        case .unintelligible, .refused: true
        default: false
        }
    }
}
