import HTTPServer
import JOSE

extension DemoProvider {
    private static let accessTokenType = "urn:ietf:params:oauth:token-type:access_token"

    /// RFC 8693: another access token for the same user, for another audience or with less scope.
    func exchangeToken(_ form: FormItems, _ client: AuthenticatedClient) throws -> JSONObject {
        guard try form.required("subject_token_type") == Self.accessTokenType else {
            throw ErrorAnswer(.invalidRequest, "subject_token_type must be \(Self.accessTokenType)")
        }
        guard form["requested_token_type"] ?? Self.accessTokenType == Self.accessTokenType else {
            throw ErrorAnswer(.invalidRequest, "requested_token_type must be \(Self.accessTokenType)")
        }
        let subjectToken = try form.required("subject_token")
        let subject: AccessTokens.Entry
        do throws(TokenEnd) {
            subject = try accessTokens.find(subjectToken, at: clock.now)
        } catch {
            throw ErrorAnswer(.invalidRequest, error.description(of: .access))
        }
        let scope = form["scope"].map(Scope.init) ?? subject.scope
        guard subject.scope.contains(scope) else {
            throw ErrorAnswer(.invalidScope, "scope exceeds that of the subject token")
        }
        let exchanged = try issueAccessToken(
            subject: subject.subject, session: subject.sessionID.flatMap { sessions[$0] }, clientID: client.id,
            scope: scope, audience: try exchangedAudience(form), proofKey: client.proofKey)
        var response = exchanged.response
        response["issued_token_type"] = .string(Self.accessTokenType)
        return response
    }

    /// RFC 8693 §2.1: `audience` may be anything here, `resource` is a URL of the API, and both may be sent.
    private func exchangedAudience(_ form: FormItems) throws(ErrorAnswer) -> TokenAudience {
        guard let name = form["audience"] else { return try audience(of: form) }
        guard form["resource"] != nil else { return TokenAudience([name]) }
        return TokenAudience(try audience(of: form).uris + [name])
    }
}
