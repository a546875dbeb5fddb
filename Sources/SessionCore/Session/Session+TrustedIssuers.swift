import Addresses
import FoundationEssentials
import JOSE

extension Session {
    /// How many issuers an answer names.
    private static let issuerLimit = 4

    /// The outcome of a 401 with the issuers that the API says it trusts, where the session's provider is not one.
    ///
    /// That is for the person who reads it: nothing is decided by it.
    nonisolated func informed(
        _ resolution: Resolution, by response: HTTPResponse, _ call: SessionCall
    ) async -> Resolution {
        guard case .surface(let verdict) = resolution, verdict.isAboutToken,
            let endpoint = ProtectedResourceEndpoint(.token(in: response.headers), of: response.url),
            let resource = await resources.resource(at: endpoint, over: provider(call.scope).channel),
            !resource.authorizationServers.isEmpty, !resource.isTrusting(client.issuer),
            resource.isAbout(response.url)
        else { return resolution }
        let issuers = resource.authorizationServers.prefix(Self.issuerLimit)
            .map { journal.secrets.scrubber.text($0, limit: 256) }
        return .surface(verdict.naming(issuers))
    }
}

extension ProtectedResource {
    /// Whether it accepts tokens of that issuer; a slash at the end makes no other provider.
    fileprivate func isTrusting(_ issuer: String) -> Bool {
        authorizationServers.contains { $0.isSame(butForSlash: issuer) }
    }

    /// Whether the document is about that API (RFC 9728 §3.3), or leaves open what it is about.
    fileprivate func isAbout(_ api: URL) -> Bool {
        guard let resource else { return true }
        return URL(given: resource).flatMap { Origin($0) } == Origin(api)
    }
}

extension AuthorizedResponse.Verdict {
    /// Whether it is that a 401 rejected the token.
    fileprivate var isAboutToken: Bool {
        switch self {
        case .rejected, .rejectedByAPI, .refreshFailed, .sessionEnded: true
        case .none, .accepted, .sessionChanged, .insufficientScope, .stepUpRequired: false
        }
    }

    /// The verdict with what the API's metadata says.
    fileprivate func naming(_ issuers: [String]) -> AuthorizedResponse.Verdict {
        switch self {
        case .rejected(let challenge): .rejected(challenge?.naming(issuers))
        case .rejectedByAPI(let challenge): .rejectedByAPI(challenge?.naming(issuers))
        case .refreshFailed(let challenge, let error): .refreshFailed(challenge?.naming(issuers), error)
        case .sessionEnded(let challenge, let end): .sessionEnded(challenge?.naming(issuers), end)
        case .none, .accepted, .sessionChanged, .insufficientScope, .stepUpRequired: self
        }
    }
}

extension AuthenticationChallenge {
    fileprivate func naming(_ issuers: [String]) -> AuthenticationChallenge {
        AuthenticationChallenge(
            scheme: scheme, parameters: parameters, received: received, trustedIssuers: issuers)
    }
}
