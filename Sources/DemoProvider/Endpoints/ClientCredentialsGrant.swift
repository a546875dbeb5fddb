import HTTPServer
import JOSE

extension DemoProvider {
    /// RFC 6749 §4.4: an access token for the client itself, without a refresh token and without a user.
    func grantClientCredentials(_ form: FormItems, _ client: AuthenticatedClient) throws -> JSONObject {
        try client.requireProof("the client credentials grant")
        let userScopes: Set<String> = ["openid", "profile", "email", "offline_access"]
        let scope = client.client.scope(requested: form["scope"]).names.filter { !userScopes.contains($0) }
        return try issueAccessToken(
            subject: client.id, session: nil, clientID: client.id, scope: Scope(scope.joined(separator: " ")),
            audience: try audience(of: form), proofKey: client.proofKey
        ).response
    }
}
