import Addresses
import FoundationEssentials
import JOSE

extension ResourceDiscovery {
    /// The issuer whose tokens the resource takes; of several the one that was chosen (RFC 9728 §7.6).
    func chooseIssuer(
        of statement: ResourceStatement, _ asked: AskedResource
    ) throws(Conclusion) -> (String, Conclusion) {
        if let server = statement.server {
            return (server.issuer, Conclusion(.doubtful, .issuerOfOrigin(server.issuer), .mcp("2025-03-26")))
        }
        let named = statement.metadata?.authorizationServers ?? []
        let issuers: [String]
        if let expected = options.issuer {
            guard named.isEmpty || named.contains(where: { $0.hasSameBytes(as: expected) }) else {
                let found = Array(named.prefix(Self.issuerLimit))
                throw .failed(.unexpectedIssuer(found: found, expected: expected), .rfc(9728, "7.6"))
            }
            issuers = [expected]
        } else {
            var seen: Set<[UInt8]> = []
            issuers = Array(named.filter { seen.insert(Array($0.utf8)).inserted }.prefix(Self.issuerLimit))
        }
        guard let issuer = issuers.first else { throw .failed(.noIssuer, .rfc(9728, "2")) }
        guard issuers.count == 1 else { throw Conclusion(.question, .severalIssuers(issuers), .rfc(9728, "7.6")) }
        do throws(DiscoveryFinding) {
            let url = try asked.territory.url(issuer, named: "the issuer")
            // RFC 8414 §2: an issuer has neither.
            if issuer.contains("?") || url.query != nil {
                throw .badAddress(of: "the issuer", address: issuer, flaw: .hasFragment)
            }
        } catch {
            throw .failed(error, .rfc(8414, "2"))
        }
        return (issuer, Conclusion(.done, .issuer(issuer), .rfc(9728, "2")))
    }

    /// A person chooses among them.
    private static let issuerLimit = 100

    /// Reads the server's metadata: with the path inserted as RFC 8414 has it, as OpenID Connect has it, and appended.
    func readMetadata(
        of issuer: String, _ territory: Territory, _ known: ServerDocument?,
        _ attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> (ProviderMetadata, Conclusion) {
        let document: JSONObject
        if let known {
            (document, attempts) = (known.document, known.attempts)
        } else {
            document = try await serverDocument(of: issuer, territory, &attempts)
        }
        let configuration = configuration(of: issuer)
        guard let found = document["issuer"]?.string else { throw .failed(.memberMissing("issuer"), .rfc(8414, "2")) }
        guard found.hasSameBytes(as: issuer) else {
            throw .failed(.otherIssuer(found: found, expected: issuer), .rfc(8414, "3.3"))
        }
        let metadata = ProviderMetadata(document, for: configuration)
        return (metadata, try metadata.judged(within: territory))
    }

    private func serverDocument(
        of issuer: String, _ territory: Territory, _ attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> JSONObject {
        let requests = DiscoveryRequests(channel: channel, territory: territory)
        let places: [URL]
        do throws(SessionError) {
            places = try Discovery(configuration: configuration(of: issuer)).locations().reversed()
        } catch {
            throw .failed(.badAddress(of: "the issuer", address: issuer, flaw: .insecure), .rfc(8414, "2"))
        }
        return try await requests.document(
            at: places, for: .discovery, asRequestedBy: .rfc(8414, "3"), answeredBy: .rfc(8414, "3.2"),
            noting: &attempts
        ).document
    }

    private func configuration(of issuer: String) -> ClientConfiguration {
        var configuration = ClientConfiguration(
            issuer: issuer, clientID: "", authentication: options.authentication, scope: [])
        configuration.allowsPlainHTTP = options.allowsPlainHTTP
        return configuration
    }

    /// The metadata of an authorization server on the resource's own origin; `nil` where there are none.
    func ownServer(of asked: AskedResource) async -> ServerDocument? {
        guard let origin = Origin(asked.url)?.description else { return nil }
        var attempts: [DiscoveryStep.Attempt] = []
        guard let document = try? await serverDocument(of: origin, asked.territory, &attempts) else { return nil }
        let isSlashed = document["issuer"]?.string == origin + "/"
        return ServerDocument(issuer: isSlashed ? origin + "/" : origin, document: document, attempts: attempts)
    }
}

extension ProviderMetadata {
    /// Whether a client can sign in there with a code, and no endpoint leads where the resource may not.
    fileprivate func judged(within territory: Territory) throws(Conclusion) -> Conclusion {
        for endpoint in [ProviderEndpoint.authorization, .token] where endpoints[endpoint] == nil {
            throw .failed(.memberMissing(endpoint.rawValue), .rfc(8414, "2"))
        }
        for endpoint in ProviderEndpoint.allCases {
            guard let text = endpoints[endpoint] else { continue }
            do throws(DiscoveryFinding) {
                _ = try territory.url(text, named: endpoint.rawValue)
            } catch {
                throw .failed(error, .rfc(8414, "2"))
            }
        }
        if let grantTypes, !grantTypes.contains("authorization_code") {
            throw .failed(.noCode(grantTypes), .rfc(8414, "2"))
        }
        if let responseTypes, !responseTypes.contains("code") {
            throw .failed(.noCode(responseTypes), .rfc(8414, "2"))
        }
        guard let methods = codeChallengeMethods else {
            return Conclusion(.doubtful, .unlistedPKCE, .rfc(8414, "2"))
        }
        guard methods.contains("S256") else { throw .failed(.noS256(methods), .rfc(7636, "4.2")) }
        return Conclusion(.done, .published, .rfc(8414, "3.3"))
    }
}
