import Addresses
import FoundationEssentials
import JOSE

/// A resource that wants a token, and what it said about that.
struct AskedResource {
    /// The URL that answered, after redirects within its origin.
    let url: URL
    let challenge: AuthenticationChallenge?
    let territory: Territory

    /// The scope to ask for: what the challenge says, else what the metadata lists, else none.
    func scope(of published: ProtectedResource?) -> [String] {
        let scope = challenge?.scope ?? []
        let named = scope.isEmpty ? published?.scopes ?? [] : scope
        // RFC 6749 §3.3; what can't be a scope would spoil the request.
        let usable = named.filter { name in
            !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
        }
        return Array(usable.prefix(Self.scopeLimit))
    }

    private static let scopeLimit = 64
}

extension ResourceDiscovery {
    /// Asks the resource without a token: by GET, and where it takes none by POST.
    func askResource(
        _ attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> (AskedResource?, Conclusion) {
        let own = Territory(of: url, connection: nil, allowsPlainHTTP: options.allowsPlainHTTP)
        if let flaw = own.flaw(of: url) {
            throw .failed(.badAddress("it", Redaction.url(url), flaw), .rfc(9728, "1.2"))
        }
        var request = HTTPRequest(url: url, headers: ["Accept": "application/json, text/event-stream"])
        var response = try await askResource(by: request, &attempts)
        if [405, 406].contains(response.status) {
            request.url = response.url
            request.method = "POST"
            request.headers["Content-Type"] = "application/json"
            request.body = .text("{}")
            let answer = try await askResource(by: request, &attempts)
            response = answer
        }
        let challenges = AuthenticationChallenge.parse(response.headers)
        let challenge = Self.challenge(among: challenges) ?? AuthenticationChallenge.token(in: response.headers)
        let asked = AskedResource(
            url: response.url, challenge: challenge,
            territory: Territory(
                of: response.url, connection: response.connection, allowsPlainHTTP: options.allowsPlainHTTP))
        let end = conclusion(status: response.status, challenges.map(\.scheme), hasToken: challenge != nil, asked.url)
        if end.outcome == .failed { throw end }
        return (end.finding == .open ? nil : asked, end)
    }

    private func askResource(
        by request: HTTPRequest, _ attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> HTTPResponse {
        do throws(DiscoveryFinding) {
            return try await DiscoveryRequests(channel: channel, territory: nil)
                .send(request, named: "the resource", for: .request, headSuffices: true, noting: &attempts)
        } catch {
            throw .failed(error, .rfc(9110, "15"))
        }
    }

    /// The challenge that says where the metadata is.
    private static func challenge(among challenges: [AuthenticationChallenge]) -> AuthenticationChallenge? {
        challenges.first { challenge in
            ["bearer", "dpop"].contains(challenge.scheme.lowercased()) && challenge.resourceMetadata != nil
        }
    }

    private func conclusion(status: Int, _ schemes: [String], hasToken: Bool, _ last: URL) -> Conclusion {
        switch status {
        case 200..<300: return Conclusion(.done, .open, .rfc(9110, "15.3"))
        case _ where hasToken && status != 401 && StatusMeaning(status) != .temporary:
            return Conclusion(.doubtful, .challengedBy(status: status), .rfc(6750, "3.1"))
        case 401 where hasToken && !ProtectedResource.isSame(last, url):
            return Conclusion(.doubtful, .moved(to: Redaction.url(last)), .rfc(9728, "3.3"))
        case 401 where hasToken: return Conclusion(.done, .challenged(schemes: schemes), .rfc(6750, "3"))
        case 401 where !schemes.isEmpty:
            return Conclusion(.doubtful, .noTokenChallenge(schemes: schemes), .rfc(6750, "3"))
        case 401: return Conclusion(.doubtful, .noChallenge(status: status), .rfc(9110, "15.5.2"))
        default:
            let finding = DiscoveryFinding(ofStatus: status)
            guard case .refused = finding, StatusMeaning(status) == .refusal else {
                return .failed(finding, .rfc(9110, "15"))
            }
            return Conclusion(.doubtful, .noChallenge(status: status), .rfc(6750, "3"))
        }
    }

    /// Reads what the resource publishes about itself: at the pointer of its challenge, else with the path inserted,
    /// else at the root.
    func readMetadata(
        of asked: AskedResource, _ attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> (ProtectedResource?, Conclusion) {
        let requests = DiscoveryRequests(channel: channel, territory: asked.territory)
        let pointer = try pointer(of: asked)
        var places = ProtectedResourceEndpoint.wellKnownPlaces(of: asked.url)
        if let pointer { places = [pointer] + places.filter { $0 != pointer } }
        let found: (place: URL, document: JSONObject)
        do throws(Conclusion) {
            found = try await requests.document(
                at: places, for: .resourceMetadata, asRequestedBy: .rfc(9728, "3.1"), answeredBy: .rfc(9728, "3.2"),
                noting: &attempts)
        } catch {
            // An issuer that a person names stands in for what the resource does not say.
            guard options.issuer != nil, error.finding == .nothingPublished else { throw error }
            return (nil, Conclusion(.skipped, error.finding, error.rule))
        }
        let document = ProtectedResource(found.document)
        let end = try document.judged(for: asked.url)
        guard let pointer, found.place != pointer, end.outcome == .done else { return (document, end) }
        return (document, Conclusion(.doubtful, .deadPointer(Redaction.url(pointer)), .rfc(9728, "5.1")))
    }

    private func pointer(of asked: AskedResource) throws(Conclusion) -> URL? {
        guard let text = asked.challenge?.resourceMetadata else { return nil }
        do throws(DiscoveryFinding) {
            return try asked.territory.url(text, named: "resource_metadata")
        } catch {
            throw .failed(error, .rfc(9728, "5.1"))
        }
    }
}

extension ProtectedResource {
    /// Whether the document may be used for that URL (RFC 9728 §3.3), and a token sent as this client does.
    fileprivate func judged(for url: URL) throws(Conclusion) -> Conclusion {
        guard let resource else { throw .failed(.memberMissing("resource"), .rfc(9728, "2")) }
        let asked = Redaction.url(url)
        guard let found = URL(given: resource), Self.isSame(found, url) || Self.isParent(found, of: url) else {
            throw .failed(.otherResource(found: resource, asked: asked), .rfc(9728, "3.3"))
        }
        if let bearerMethods, !bearerMethods.contains("header") {
            throw .failed(.noHeaderMethod(bearerMethods), .rfc(9728, "2"))
        }
        if Self.isSame(found, url) { return Conclusion(.done, .published, .rfc(9728, "3.3")) }
        return Conclusion(.doubtful, .parentResource(found: resource, asked: asked), .rfc(9728, "3.3"))
    }

    /// Whether both are one resource: HTTP writes an empty path as `/`, and a default port is left out.
    static func isSame(_ one: URL, _ other: URL) -> Bool {
        Origin(one) == Origin(other) && path(of: one) == path(of: other)
            && one.query(percentEncoded: true) == other.query(percentEncoded: true) && one.fragment == nil
    }

    private static func isParent(_ one: URL, of other: URL) -> Bool {
        guard Origin(one) == Origin(other), one.query == nil, one.fragment == nil else { return false }
        let slashed = { (path: String) in path.hasSuffix("/") ? path : path + "/" }
        return slashed(path(of: other)).hasPrefix(slashed(path(of: one)))
    }

    private static func path(of url: URL) -> String {
        let path = url.path(percentEncoded: true)
        return path.isEmpty ? "/" : path
    }
}
