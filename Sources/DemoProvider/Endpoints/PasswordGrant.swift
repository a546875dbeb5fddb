import HTTPServer
import JOSE

extension DemoProvider {
    /// RFC 6749 §4.3.
    func grantPassword(_ form: FormItems, _ client: AuthenticatedClient) throws -> JSONObject {
        let (username, password) = (try form.required("username"), try form.required("password"))
        guard let user = user(username: username, password: password) else {
            throw ErrorAnswer(.invalidGrant, "the username or the password is wrong")
        }
        let session = ProviderSession(
            id: try RandomText.id(), user: user, clientID: client.id, audience: try audience(of: form),
            authenticatedAt: clock.now, contextClass: nil, nonce: nil)
        return try beginSession(
            session, for: client, scope: client.client.scope(requested: form["scope"]), audience: session.audience)
    }
}
