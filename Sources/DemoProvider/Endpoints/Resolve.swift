import HTTPServer

extension DemoProvider {
    /// Authgear's resolve endpoint, for a reverse proxy: describes the session of a request in header fields.
    ///
    /// The answer to a request without a token has none of them.
    func resolve(_ request: ServerRequest, at server: Server) -> ServerResponse {
        var response = ServerResponse(headers: ["Cache-Control": "no-store"])
        guard request.headers["Authorization"] != nil else { return response }
        guard let token = try? bearer(of: request, at: server), let user = token.user else {
            response.headers["X-Authgear-Session-Valid"] = "false"
            return response
        }
        response.headers["X-Authgear-Session-Valid"] = "true"
        response.headers["X-Authgear-User-Id"] = user.subject
        response.headers["X-Authgear-User-Anonymous"] = "false"
        response.headers["X-Authgear-User-Verified"] = "true"
        return response
    }
}
