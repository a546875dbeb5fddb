import HTTPServer
import JOSE

extension DemoProvider {
    /// RFC 7662: describes any token to an authenticated client; of an invalid token it returns only `active`.
    func introspect(_ request: ServerRequest) throws -> ServerResponse {
        let form = try form(of: request)
        try client(of: request, form: form).requireProof("introspection")
        let token = try form.required("token")
        var response = ServerResponse.json(introspection(of: token))
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    private func introspection(of token: String) -> JSONObject {
        if let record = try? accessTokens.find(token, at: clock.now) {
            var answer: JSONObject = [
                "active": true, "scope": .string(record.scope.text), "client_id": .string(record.clientID),
                "token_type": record.proofKey == nil ? "Bearer" : "DPoP",
                "exp": .number(JSONNumber(record.expiresAt.numericDate)),
                "iat": .number(JSONNumber(record.issuedAt.numericDate)), "sub": .string(record.subject),
                "aud": record.audience.json, "iss": .string(issuer), "jti": .string(record.id),
            ]
            answer["cnf"] = record.proofKey.map { ["jkt": .string($0)] }
            answer["username"] = record.user.map { .string($0.username) }
            return answer
        }
        if let record = refreshTokens.find(token, at: clock.now), let session = sessions[record.sessionID] {
            return [
                "active": true, "scope": .string(record.scope.text), "client_id": .string(record.clientID),
                "exp": .number(JSONNumber(record.expiresAt.numericDate)), "sub": .string(session.user.subject),
                "iss": .string(issuer), "username": .string(session.user.username),
            ]
        }
        return ["active": false]
    }
}
