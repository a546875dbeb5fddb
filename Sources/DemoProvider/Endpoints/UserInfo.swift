import HTTPServer
import JOSE

extension DemoProvider {
    /// The userinfo endpoint (OpenID Connect Core §5.3).
    func userInfo(_ request: ServerRequest) -> ServerResponse {
        do throws(BearerError) {
            let token = try bearer(of: request, at: .issuer, requiring: "openid")
            guard let user = token.user else { throw .insufficientScope("openid") }
            var response = ServerResponse.json(Self.claims(of: user, scope: token.scope))
            response.headers["Cache-Control"] = "no-store"
            return response
        } catch {
            return refusal(error, to: request)
        }
    }

    private static func claims(of user: Configuration.User, scope: Scope) -> JSONObject {
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
