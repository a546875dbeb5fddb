import FoundationEssentials
import JOSE

/// The userinfo endpoint (OpenID Connect Core §5.3).
package struct UserInfoEndpoint: Sendable {
    private let provider: ProviderChannel

    package init(_ provider: ProviderChannel) {
        self.provider = provider
    }

    /// Asks for the claims of the access token's user.
    ///
    /// An answer about another user than `subject` is refused (§5.3.2); `nil` where the session does not know it yet.
    package func fetch(accessToken: Secret, subject: String?) async -> UserInfoOutcome {
        do throws(SessionError) {
            let scheme = provider.configuration.tokenScheme.rawValue
            let request = HTTPRequest(
                url: try await provider.url(of: .userInfo),
                headers: [
                    "Authorization": "\(scheme) \(accessToken.reveal())",
                    "Accept": "application/json, application/jwt",
                ],
                redirects: .doNotFollow)
            let response = try await provider.send(for: .userInfo, token: accessToken) { request }
            if response.status == 401 {
                let challenge = AuthenticationChallenge.answer(in: response.headers)
                guard let challenge, let code = challenge.error, challenge.isAboutProof else {
                    return .unauthorized(challenge)
                }
                let error = OAuthError(code: code, detail: challenge.errorDescription, status: 401)
                return .failed(.refused(error, during: .userInfo))
            }
            guard response.isSuccess else {
                let error = response.failure(during: .userInfo, now: provider.channel.clock.now)
                return response.rejectsToken ? .tokenRejected(error) : .failed(error)
            }
            let claims = try await claims(of: response)
            // Some providers refuse with 200.
            if claims["sub"] == nil, let error = claims["error"], error != .null, error != .bool(false) {
                let refusal = response.oauthError.map { SessionError.refused($0, during: .userInfo) }
                return .failed(
                    refusal
                        ?? .server(
                            status: response.status, during: .userInfo, retryAfter: nil, reason: response.givenReason))
            }
            return .fetched(try userInfo(claims, expecting: subject))
        } catch {
            return .failed(error)
        }
    }

    private func userInfo(_ claims: JSONObject, expecting subject: String?) throws(SessionError) -> UserInfo {
        guard let found = claims["sub"]?.string, !found.isEmpty else {
            throw .untrustworthy("sub is missing", during: .userInfo)
        }
        guard found.utf8.count <= Scrubber.limit else {
            throw .untrustworthy("sub is longer than \(Scrubber.limit) bytes", during: .userInfo)
        }
        if let subject, !found.hasSameBytes(as: subject) {
            throw .untrustworthy("sub is \(found), but the session is that of \(subject)", during: .userInfo)
        }
        let facts = provider.channel.facts(claims)
        return UserInfo(
            subject: subject ?? facts["sub"]?.string ?? found,
            claims: facts.members.map { UserInfo.Claim(name: $0.name, json: $0.value) })
    }

    private func claims(of response: HTTPResponse) async throws(SessionError) -> JSONObject {
        guard response.mediaType == "application/jwt" else { return try response.jsonObject(for: .userInfo) }
        let jwt: JWT
        do {
            jwt = try JWT.parse(String(decoding: response.body, as: UTF8.self))
        } catch {
            throw .untrustworthy(error.clause, during: .userInfo)
        }
        switch try await SignatureVerifier(provider).trust(in: jwt.jws, of: .userInfo) {
        case .verified: break
        case .failed(let reason): throw .untrustworthy(reason, during: .userInfo)
        // TLS vouches for the answer as it does for a plain one.
        case .notChecked: break
        }
        if let issuer = jwt.claims.issuer, !issuer.hasSameBytes(as: provider.configuration.issuer) {
            throw .untrustworthy("iss is \(issuer) instead of \(provider.configuration.issuer)", during: .userInfo)
        }
        let clientID = provider.configuration.clientID
        if !jwt.claims.audience.isEmpty, !jwt.claims.audience.contains(where: { $0.hasSameBytes(as: clientID) }) {
            throw .untrustworthy("aud lacks \(clientID)", during: .userInfo)
        }
        return jwt.claims.object
    }
}

extension HTTPResponse {
    /// Whether it is a 403 that says that the token is invalid, not that it lacks a scope.
    fileprivate var rejectsToken: Bool {
        guard status == 403 else { return false }
        let names = [oauthError?.code, AuthenticationChallenge.token(in: headers)?.error]
        return names.contains("invalid_token") || body == Array("Bad_OAuth_Token".utf8)
    }
}
