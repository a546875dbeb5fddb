import HTTPServer
import JOSE

extension DemoProvider {
    /// The userinfo endpoint (OpenID Connect Core §5.3).
    func userInfo(_ request: ServerRequest) -> ServerResponse {
        if flaws.grants.contains(.anyToken), request.headers["Authorization"] != nil,
            let user = configuration.users.first
        {
            return .json(Self.claims(of: user, scope: Scope("openid")))
        }
        do throws(BearerError) {
            let token = try bearer(of: request, at: .issuer, requiring: "openid")
            guard let user = token.user else { throw .insufficientScope("openid") }
            let claims = Self.claims(of: user, scope: token.scope)
            var response = signed(claims, for: token.clientID) ?? ServerResponse.json(claims)
            response.headers["Cache-Control"] = "no-store"
            return response
        } catch {
            return refusal(error, to: request)
        }
    }

    /// The claims as a signed JWT (OpenID Connect Core §5.3.2); `nil` if userinfo is plain JSON.
    private func signed(_ claims: JSONObject, for clientID: String) -> ServerResponse? {
        guard tokenStyle.signsUserInfo, let algorithm = tokenStyle.algorithm else { return nil }
        var claims = claims
        claims["iss"] = .string(issuer)
        claims["aud"] = .string(clientID)
        guard let text = try? client(id: clientID)?.sign(claims, algorithm: algorithm) else { return nil }
        return ServerResponse(status: 200, headers: ["Content-Type": "application/jwt"], body: .bytes(Array(text.utf8)))
    }

    private static func claims(of user: User, scope: Scope) -> JSONObject {
        var claims: JSONObject = ["sub": .string(user.subject)]
        if scope.contains("profile") {
            claims["name"] = .string(user.name)
            claims["preferred_username"] = .string(user.username)
        }
        if scope.contains("email") {
            claims["email"] = .string(user.email)
            claims["email_verified"] = true
        }
        return claims
    }
}
