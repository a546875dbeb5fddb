import HTTPServer
import JOSE

extension DemoProvider {
    /// RFC 9126 §2: checks an authorization request before the browser opens it, and answers with a reference to it.
    func pushAuthorizationRequest(_ request: ServerRequest) throws -> ServerResponse {
        let form = try form(of: request)
        let client = try client(of: request, form: form)
        guard form["request_uri"] == nil else {
            throw ErrorAnswer(.invalidRequest, "request_uri must not be pushed")
        }
        let redirectURI = try Self.redirectURI(of: form, for: client.client)
        _ = try AuthorizationRequest(
            form, client: client.client, redirectURI: redirectURI, audience: audience(of: form),
            needsChallenge: needsChallenge(client.client))
        let uri = PushedRequests.prefix + (try RandomText.token())
        signIns.pushedRequests.add(uri, form, clientID: client.id, at: clock.now)
        var response = ServerResponse.json(
            [
                "request_uri": .string(uri),
                "expires_in": .number(JSONNumber(PushedRequests.lifetime.wholeSeconds)),
            ], status: 201)
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
