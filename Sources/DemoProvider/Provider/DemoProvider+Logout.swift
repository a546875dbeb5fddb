import FoundationEssentials
import JOSE

extension DemoProvider {
    private static let logoutTokenLifetime = Duration.seconds(120)

    /// Tells the session's client that the session has ended, if the client has registered where it wants to be told
    /// (OpenID Connect Back-Channel Logout 1.0 §2.5).
    ///
    /// Nothing waits for the client's answer.
    func announceLogout(of session: ProviderSession) {
        guard let uri = client(id: session.clientID)?.logoutURI, let token = try? logoutToken(for: session) else {
            return
        }
        let form = FormEncoding.encode([("logout_token", token)])
        Task { [configuration] in await configuration.deliver(uri, form) }
    }

    /// §2.4 of the same.
    private func logoutToken(for session: ProviderSession) throws -> String {
        let now = clock.now
        let claims: JSONObject = [
            "iss": .string(issuer), "sub": .string(session.user.subject), "aud": .string(session.clientID),
            "iat": .number(JSONNumber(now.numericDate)),
            "exp": .number(JSONNumber((now + Self.logoutTokenLifetime.seconds).numericDate)),
            "jti": .string(try RandomText.id()),
            "events": .object(["http://schemas.openid.net/event/backchannel-logout": .object([:])]),
            "sid": .string(session.id),
        ]
        return try keys.sign(claims, type: "logout+jwt")
    }
}
