import Addresses
package import FoundationEssentials
import JOSE

extension ClientConfiguration {
    /// Throws ``SessionError/invalidConfiguration(setting:reason:)`` for the first setting that can't work.
    public func validate() throws(SessionError) {
        try validateIssuer()
        try require(!clientID.isEmpty, .clientID, "it is empty")
        try require(clientID.isVSCHAR, .clientID, "it is not plain ASCII")
        for name in scope {
            let isValid =
                !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
            try require(
                isValid, .scope, "\"\(name)\" can't be a scope: it may not contain spaces, quotes or backslashes")
        }
        for api in apis { try validate(api, setting: .apis) }
        for endpoint in ProviderEndpoint.allCases {
            guard let url = endpoints[endpoint] else { continue }
            try validate(url, setting: .endpoint(endpoint))
            if let flaw = endpoint.flaw(of: url) {
                throw .invalidConfiguration(setting: .endpoint(endpoint), reason: "it \(flaw) (RFC 6749 §3.1)")
            }
        }
        for resource in resources {
            let url = URL(given: resource)
            try require(
                url?.scheme != nil && !resource.contains("#"), .resources,
                "\(resource) is not an absolute URI without a fragment (RFC 8707 §2)")
        }
        for name in tokenParameters.items.map(\.name) {
            try require(
                !Self.reservedTokenParameters.contains(name), .tokenParameters, "\(name) is set by the session itself")
        }
        try require(refreshMargin >= .zero, .refreshMargin, "it is negative")
        try require(refreshDeadline > .zero, .refreshDeadline, "it is not positive")
        try require(clockTolerance >= .zero, .clockTolerance, "it is negative")
        try require(
            !idTokenAlgorithms.isEmpty, .idTokenAlgorithms, "it is empty: no ID token could ever be accepted")
        for name in idTokenAlgorithms.sorted() {
            try require(JWSAlgorithm(rawValue: name) != nil, .idTokenAlgorithms, "\(name) is not supported")
        }
        if authentication.secret == nil, let name = idTokenAlgorithms.intersection(Self.symmetricAlgorithms).min() {
            throw .invalidConfiguration(
                setting: .idTokenAlgorithms,
                reason: "\(name) is checked with the client's secret, and this client has none")
        }
        try validateAuthentication()
        if let proofKey {
            do throws(JOSEError) {
                _ = try ProofIssuer(proofKey)
            } catch {
                throw .invalidConfiguration(setting: .proofKey, reason: error.clause)
            }
        }
    }

    /// Throws ``SessionError/insecureURL(_:)`` for plain http beyond this machine, unless it is allowed.
    package func requireSecure(_ url: URL) throws(SessionError) {
        guard let origin = Origin(url), origin.isSecure || origin.isLoopback || allowsPlainHTTP else {
            throw .insecureURL(Redaction.url(url))
        }
    }

    private func validateIssuer() throws(SessionError) {
        guard let url = URL(given: issuer) else {
            throw .invalidConfiguration(setting: .issuer, reason: "\"\(issuer)\" is not a URL")
        }
        try validate(url, setting: .issuer)
        try require(
            !issuer.contains("?") && !issuer.contains("#"), .issuer,
            "it has a query or a fragment, which an issuer never has (RFC 8414 §2)")
    }

    private func validate(_ url: URL, setting: ClientSetting) throws(SessionError) {
        let text = url.absoluteString
        guard let origin = Origin(url) else {
            throw .invalidConfiguration(setting: setting, reason: "\"\(text)\" is not an absolute http or https URL")
        }
        try require(url.user == nil, setting, "it contains a user name; a URL may not contain credentials")
        try require(
            origin.isSecure || origin.isLoopback || allowsPlainHTTP, setting,
            "\(text) is plain http beyond this machine; use https, or allowsPlainHTTP where the network is trusted")
    }

    private func validateAuthentication() throws(SessionError) {
        switch authentication {
        case .none, .mutualTLS: return
        case .basic(let secret), .post(let secret):
            try require(!secret.reveal().isEmpty, .clientSecret, "it is empty")
        case .privateKeyJWT(let key):
            do throws(JOSEError) {
                _ = try PrivateKeySigner(key)
            } catch {
                throw .invalidConfiguration(setting: .clientKey, reason: error.clause)
            }
        }
    }

    private func require(_ condition: Bool, _ setting: ClientSetting, _ reason: String) throws(SessionError) {
        guard condition else { throw .invalidConfiguration(setting: setting, reason: reason) }
    }
}
