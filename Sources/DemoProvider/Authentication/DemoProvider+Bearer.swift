import FoundationEssentials
import HTTPServer

extension DemoProvider {
    /// The access token of a request (RFC 6750 §2.1).
    ///
    /// Throws unless it is valid and has the scope and, if it is bound to a key, the request proves to hold that key
    /// (RFC 9449 §7.1).
    func bearer(
        of request: ServerRequest, at server: Server, requiring scope: String? = nil
    ) throws(BearerError) -> AccessTokens.Entry {
        let (scheme, value) = try credentials(of: request)
        let key = scheme == .dpop ? try proofKey(of: request, with: value, at: server) : nil
        let token: AccessTokens.Entry
        do throws(TokenEnd) {
            let leeway = server == .api ? configuration.accessTokenLeeway.seconds : 0
            token = try accessTokens.find(value, at: flaws.grants.expiryTime(at: clock.now) - leeway)
        } catch {
            if server == .api, error == .unknown, let entry = misjudged(value, at: request.path) { return entry }
            if error == .unknown, isAltered(value) { throw .invalidToken(.altered) }
            throw .invalidToken(error)
        }
        if let session = token.sessionID { refreshTokens.markUse(ofSession: session) }
        if scheme == .dpop, token.proofKey == nil { throw .invalidToken(.notBound) }
        // RFC 9449 §7.2: a bound token is never accepted as a bearer token.
        if token.proofKey != key { throw .invalidToken(.bound) }
        if server == .api, !token.audience.covers(api + request.path), !flaws.resource.contains(.foreignTokens) {
            throw .invalidToken(.otherAudience)
        }
        if let scope, !token.scope.contains(scope), server != .api || !flaws.resource.contains(.anyScope) {
            throw .insufficientScope(scope)
        }
        if server == .api { try demand(of: token) }
        return token
    }

    /// What the API wants of each token besides, as long as it is told to.
    private func demand(of token: AccessTokens.Entry) throws(BearerError) {
        if flaws.resource.contains(.scopeDemanded), !token.scope.contains("admin") { throw .insufficientScope("admin") }
        if flaws.resource.contains(.stepUpDemanded) { try Self.requireStepUp(of: token) }
    }

    static func requireStepUp(of token: AccessTokens.Entry) throws(BearerError) {
        guard token.contextClass == AuthorizationRequest.stepUpContextClass else {
            throw .insufficientAuthentication(contextClass: AuthorizationRequest.stepUpContextClass)
        }
    }

    /// The answer to a refused request, with a challenge in the scheme that it used or should have used, and with the
    /// scope and the metadata of the resource, if given.
    func refusal(
        _ error: BearerError, to request: ServerRequest, scope: String? = nil, metadata: String? = nil,
        namesScope: Bool = true
    ) -> ServerResponse {
        let scheme = request.headers["Authorization"].flatMap(tokenScheme)
        return error.response(
            scheme: scheme ?? (configuration.proofs?.isRequired == true ? .dpop : .bearer), scope: scope,
            metadata: metadata, namesScope: namesScope)
    }

    /// The scheme of an `Authorization` field; DPoP counts only if the provider uses proofs.
    private func tokenScheme(of field: String) -> TokenScheme? {
        switch field.prefix(while: { $0 != " " }).lowercased() {
        case "bearer" where !flaws.resource.contains(.schemeCase) || field.hasPrefix("Bearer"): .bearer
        case "dpop" where configuration.proofs != nil: .dpop
        default: nil
        }
    }

    /// The token of a request, where none is bound to a key: `Bearer` is the only scheme.
    func unboundToken(of request: ServerRequest) throws(BearerError) -> String {
        let (scheme, value) = try credentials(of: request)
        guard scheme == .bearer else { throw .tokenMissing }
        return value
    }

    /// The field that a token in the URL would be, where the API takes one there.
    private func queryField(of request: ServerRequest) -> String? {
        guard flaws.resource.contains(.tokenInQuery) else { return nil }
        return request.query["access_token"].map { "Bearer \($0)" }
    }

    private func credentials(of request: ServerRequest) throws(BearerError) -> (scheme: TokenScheme, value: String) {
        let headers = request.headers.values(named: "Authorization")
        guard let header = headers.first ?? queryField(of: request) else { throw .tokenMissing }
        guard headers.count <= 1 || flaws.resource.contains(.firstField) else {
            throw .malformedRequest("there is more than one Authorization header")
        }
        guard let scheme = tokenScheme(of: header), header.contains(" ") else { throw .tokenMissing }
        let value = header.drop { $0 != " " }.drop { $0 == " " }
        guard !value.isEmpty, value.utf8.allSatisfy(Self.isTokenCharacter) else {
            throw .malformedRequest("the access token is malformed")
        }
        return (scheme, String(value))
    }

    /// A character of `b64token` (RFC 6750 §2.1).
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "-._~+/=".utf8.contains(byte)
        }
    }

    /// Whether an unknown token has the form of a JWT but no signature of this provider.
    private func isAltered(_ value: String) -> Bool {
        value.split(separator: ".", omittingEmptySubsequences: false).count == 3
            && keys.verifiedClaims(of: value) == nil
    }
}
