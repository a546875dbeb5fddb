import HTTPServer
import JOSE

extension DemoProvider {
    /// RFC 6749 §4.1.3 with PKCE (RFC 7636 §4.6).
    func grantAuthorizationCode(_ form: FormItems, _ client: AuthenticatedClient) throws -> JSONObject {
        let presentation = AuthorizationCodes.Presentation(
            code: try form.required("code"), clientID: client.id, redirectURI: form["redirect_uri"],
            codeVerifier: form["code_verifier"], proofKey: client.proofKey)
        let record: AuthorizationCodes.Entry
        do throws(AuthorizationCodes.Refusal) {
            record = try signIns.codes.redeem(
                presentation, at: clock.now, spendsCode: !flaws.grants.contains(.reusableCode),
                checksVerifier: !flaws.grants.contains(.uncheckedVerifier),
                demandsVerifier: flaws.grants.contains(.verifierDemanded))
        } catch {
            if case .reused(let sessionID) = error, !flaws.grants.contains(.survivingTokens) {
                endSession(sessionID, as: .codeReused)
            }
            throw ErrorAnswer(.invalidGrant, error.description)
        }
        return try beginSession(
            record.session, for: client, scope: record.scope,
            audience: audience(of: form, grantedBefore: record.session.audience))
    }
}

extension AuthorizationCodes.Refusal {
    fileprivate var description: String {
        switch self {
        case .unknown: "the authorization code is unknown"
        case .expired: "the authorization code expired"
        case .otherClient: "the authorization code was issued to another client"
        case .redirectURIMismatch(let sent, let expected):
            (sent.map { "redirect_uri is \(ErrorAnswer.quoted($0)), but" } ?? "redirect_uri is missing;")
                + " the authorization request's was \(ErrorAnswer.quoted(expected))"
        case .codeVerifierMissing: "code_verifier is missing"
        case .codeVerifierMalformed: "code_verifier is not 43 to 128 letters, digits and -._~ (RFC 7636 section 4.1)"
        case .codeVerifierMismatch: "code_verifier does not match the code challenge"
        case .codeVerifierUnasked: "code_verifier came, but the authorization request had no code_challenge"
        case .otherKey: "the authorization code is bound to another key"
        case .reused: "the authorization code was used before"
        }
    }
}
