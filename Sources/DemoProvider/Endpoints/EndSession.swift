import HTTPServer
import JOSE

extension DemoProvider {
    /// RP-initiated logout: at once with a valid `id_token_hint`, otherwise after the user has confirmed it on a page.
    func endSession(_ request: ServerRequest, parameters: FormItems) -> ServerResponse {
        let hint = parameters["id_token_hint"].flatMap { keys.verifiedClaims(of: $0) }
        let isConfirmed = request.method == "POST" && parameters["confirm"] == "yes"
        let clientID = hint?["aud"]?.string ?? parameters["client_id"]
        let uri = parameters["post_logout_redirect_uri"].flatMap { uri in
            clientID.flatMap { client(id: $0) }?.postLogoutRedirectURIs.contains(uri) == true ? uri : nil
        }
        guard hint != nil || isConfirmed else {
            return EndSessionPage(parameters: parameters, redirectURI: uri).response
        }
        if let session = hint?["sid"]?.string.flatMap({ sessions[$0] }) {
            endSession(session.id, as: .signedOut)
            announceLogout(of: session)
        }
        if let signIn = browserSessions.signIn(of: request) { browserSessions.removeAll(of: signIn.user.username) }
        guard let uri else { return SignedOutPage().response }
        let state = parameters["state"].map { "?" + FormEncoding.encode([("state", $0)]) } ?? ""
        return .seeOther(uri + state)
    }
}
