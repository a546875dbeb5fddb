public import FoundationEssentials
package import JOSE

extension TokenResponse {
    /// Reads an answer of RFC 6749 §5.1, tolerant where servers differ: see ``expiresIn``.
    package init(
        _ object: JSONObject, requestedAt: Date, requestedAtUptime: Duration, providerDate: Date?
    ) throws(SessionError) {
        guard let accessToken = try object.token("access_token") else {
            throw .unintelligible("access_token is missing", during: .token)
        }
        let tokenType = object["token_type"]?.string ?? "Bearer"
        guard Self.knownTypes.contains(where: tokenType.equalsIgnoringCase) else {
            throw .unintelligible("token_type is \(tokenType), which can't be used", during: .token)
        }
        self.init(
            accessToken: accessToken, tokenType: tokenType,
            expiresIn: object["expires_in"].flatMap(Self.lifetime), refreshToken: try object.token("refresh_token"),
            refreshLifetime: Self.refreshLifetime(object),
            authorizationLifetime: Self.positive(object, .authorizationExpiresIn),
            idToken: try object.token("id_token"),
            scope: object["scope"].flatMap(Self.scope),
            issuedTokenType: object["issued_token_type"]?.string, requestedAt: requestedAt,
            requestedAtUptime: requestedAtUptime, providerDate: providerDate)
        json = Secret(JSONValue.object(object).serialized())
    }

    /// All members of the answer as a value: a type of one's own with those that have no property here.
    ///
    /// Throws what the decoder throws: a `DecodingError`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: Data((json?.reveal() ?? "{}").utf8))
    }

    /// Reads the refresh token of an answer whose access token can't be used; `nil` where it has none.
    init?(refreshTokenOf object: JSONObject, requestedAt: Date, requestedAtUptime: Duration) {
        guard let refreshToken = try? object.token("refresh_token") else { return nil }
        self.init(
            accessToken: Secret(""), expiresIn: nil, refreshToken: refreshToken,
            refreshLifetime: Self.refreshLifetime(object),
            authorizationLifetime: Self.positive(object, .authorizationExpiresIn), requestedAt: requestedAt,
            requestedAtUptime: requestedAtUptime)
    }

    /// The response, if its access token can be presented that way.
    ///
    /// A bearer token is refused if a token bound to a key was requested, and the other way round (RFC 9449 §5).
    func usable(by scheme: TokenScheme) throws(SessionError) -> TokenResponse {
        switch scheme {
        case _ where isNotApplicable:
            throw .unintelligible("token_type is \(tokenType): it is not an access token", during: .token)
        case .bearer where tokenType.equalsIgnoringCase(TokenScheme.dpop.rawValue):
            throw .unintelligible("the token is bound to a key (DPoP), and none is configured", during: .token)
        case .dpop where tokenType.equalsIgnoringCase(TokenScheme.bearer.rawValue):
            throw .unsupported("tokens bound to a key (DPoP)")
        default: return self
        }
    }

    /// Whether its token is not an access token.
    var isNotApplicable: Bool { tokenType.equalsIgnoringCase(Self.notApplicable) }

    /// `N_A` is what a token exchange says of a token that is not an access token (RFC 8693 §2.2.1).
    private static let notApplicable = "N_A"
    private static let knownTypes = ["Bearer", "DPoP", notApplicable]

    /// The first member that says how long the refresh token lives; what the user allowed may end before.
    private static func refreshLifetime(_ object: JSONObject) -> RefreshTokenLifetime? {
        func lifetime(_ source: TokenExpiry.Source) -> RefreshTokenLifetime? {
            positive(object, source).map { RefreshTokenLifetime(duration: $0, source: source) }
        }
        let own =
            lifetime(.refreshTokenTimeout) ?? lifetime(.refreshExpiresIn) ?? lifetime(.refreshTokenExpiresIn)
        return [own, lifetime(.authorizationExpiresIn)].compactMap(\.self).min { $0.duration < $1.duration }
    }

    /// The member's time; zero is what Keycloak says of an offline token, which lives until it is revoked.
    private static func positive(_ object: JSONObject, _ source: TokenExpiry.Source) -> Duration? {
        object[source.rawValue].flatMap(lifetime).flatMap { $0 > .zero ? $0 : nil }
    }

    /// A list, too: some providers send the values so.
    private static func scope(_ value: JSONValue) -> [String]? {
        let text = value.string ?? value.strings?.joined(separator: " ")
        return text.map { Shown.cut($0).split(separator: " ").map(String.init) }
    }

    private static func lifetime(_ value: JSONValue) -> Duration? {
        let century = 36_525.0 * 86_400
        guard let seconds = value.double ?? value.string.flatMap({ Double($0) }), !seconds.isNaN else { return nil }
        return .seconds(Int64(min(max(0, seconds), century).rounded(.down)))
    }
}

extension JSONObject {
    /// A token of that name; empty and null count as absent, and one that fits no header field is refused.
    fileprivate func token(_ name: String) throws(SessionError) -> Secret? {
        guard let value = self[name], value != .null else { return nil }
        guard let text = value.string else { throw .unintelligible("\(name) is not a string", during: .token) }
        guard text.isVSCHAR else {
            throw .unintelligible("\(name) contains characters that no token may contain", during: .token)
        }
        return text.isEmpty ? nil : Secret(text)
    }
}
