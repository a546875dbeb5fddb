import Addresses
import FoundationEssentials
import JOSE
import SessionCore

/// What is at one of the places where an issuer's metadata may be.
struct MetadataPlace: Sendable {
    let url: URL
    let reply: Reply

    /// The document, if there is one.
    let document: JSONObject?

    init(url: URL, reply: Reply) {
        self.url = url
        self.reply = reply
        let response = reply.response.flatMap { $0.isSuccess ? $0 : nil }
        document = try? response?.jsonObject(for: .discovery)
    }

    var isOpenID: Bool { url.path.hasSuffix("/openid-configuration") || url.path.contains("/openid-configuration/") }
}

extension Visit {
    /// What is at the places of the issuer's metadata, in the order of RFC 8414 §3 and then OpenID Connect; empty
    /// without an issuer.
    mutating func places() async -> [MetadataPlace] {
        guard let issuer, let url = URL(given: issuer) else { return [] }
        var places: [MetadataPlace] = []
        for place in Discovery.places(of: url).reversed() {
            let reply = await ask(.document(place, for: .discovery))
            let known = knownPlaces[place] ?? MetadataPlace(url: place, reply: reply)
            knownPlaces[place] = known
            places.append(known)
        }
        return places
    }

    /// What the issuer publishes, as the client reads it: OpenID Connect's document goes before that of RFC 8414, which
    /// fills its gaps where it is of the same issuer.
    mutating func metadata() async -> JSONObject? {
        let documents = await places().reversed().compactMap(\.document)
        guard var merged = documents.first else { return nil }
        for other in documents.dropFirst() where other["issuer"] == merged["issuer"] {
            for member in other.members where merged[member.name] == nil { merged[member.name] = member.value }
        }
        return merged
    }

    /// The document of OpenID Connect alone, whose rules hold for no other.
    mutating func openIDDocument() async -> JSONObject? {
        await places().last { $0.isOpenID && $0.document != nil }?.document
    }

    /// Whether OpenID Connect's rules hold: its document is there or demanded.
    mutating func speaksOpenID() async -> Bool {
        let document = await openIDDocument()
        return demands == .oidc || document != nil
    }

    /// An endpoint of the metadata: where it is, or why it is not gone to; `nil` where it is not offered.
    mutating func address(of endpoint: ProviderEndpoint) async -> Result<URL, DiscoveryFinding>? {
        guard let text = await metadata()?[endpoint.rawValue]?.string else { return nil }
        guard let territory else { return nil }
        do throws(DiscoveryFinding) {
            return .success(try territory.url(text, named: endpoint.rawValue))
        } catch {
            return .failure(error)
        }
    }

    /// Why each endpoint of the metadata that is not gone to isn't.
    mutating func flaws() async -> [(endpoint: ProviderEndpoint, flaw: AddressFlaw)] {
        var flaws: [(ProviderEndpoint, AddressFlaw)] = []
        for endpoint in ProviderEndpoint.allCases {
            if case .failure(.badAddress(_, _, let flaw)) = await address(of: endpoint) {
                flaws.append((endpoint, flaw))
            }
        }
        return flaws
    }
}
