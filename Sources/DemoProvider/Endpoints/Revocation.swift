import HTTPServer
import JOSE

extension DemoProvider {
    /// RFC 7009: a refresh token is revoked with its whole session, an access token alone; an unknown token is not an
    /// error.
    func revoke(_ request: ServerRequest) throws -> ServerResponse {
        let form = try form(of: request)
        let client = try client(of: request, form: form)
        let token = try form.required("token")
        let answer = ServerResponse(headers: ["Cache-Control": "no-store"])
        if flaws.grants.contains(.uselessRevocation) { return answer }
        if let sessionID = refreshTokens.sessionID(of: token, clientID: client.id) {
            endSession(sessionID, as: .signedOut)
        } else {
            accessTokens.end(as: .revoked) { $0.value == token && $0.clientID == client.id }
        }
        return answer
    }
}
