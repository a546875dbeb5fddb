package import SessionHTTP

/// What came of a request to the server.
package enum UpstreamReply: Sendable {
    case answer(HTTPResponse)
    /// There is no session; with the reason and the command that signs in.
    case noSession(String)
    /// Another session began meanwhile, maybe of another user, for whom the request was not meant.
    case changed(String)
    /// The server or the provider refuses the token; with the reason.
    case refused(String)
    /// No answer came; with the reason.
    case failed(String)
    case cancelled
}

/// Sends a request with the session's authorization.
package typealias Upstream = @Sendable (HTTPRequest) async -> UpstreamReply
