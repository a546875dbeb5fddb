import HTTPServer
import JOSE
import SessionCore

/// Receives the provider's logout tokens on a loopback port (OpenID Connect Back-Channel Logout 1.0 §2.5).
struct LogoutReceiver: Sendable {
    /// The path of the `backchannel_logout_uri` that the client is registered with.
    static let path = "/backchannel-logout"

    /// More than any logout token takes.
    private static let bodyLimit = 64 << 10
    private static let connectionLimit = 32

    private let server: HTTPServer

    /// Serves a session that is configured already.
    init(port: UInt16, _ session: Session) throws(CommandFailure) {
        var limits = HTTPServer.Limits()
        (limits.bodySize, limits.connections) = (Self.bodyLimit, Self.connectionLimit)
        do throws(HTTPServerError) {
            server = try HTTPServer.start(port: port, limits: limits) { [weak session] request in
                await Self.answer(request, session)
            }
        } catch {
            throw CommandFailure(
                .failed, "Logout tokens can't be received on port \(port): \(error).",
                advice: "Choose another with --logout-port.")
        }
    }

    /// The address that a provider, or the proxy before this machine, sends logout tokens to.
    var uri: String { server.origin + Self.path }

    func stop() async { await server.stop() }

    /// The answers of §2.8: 200 where the logout is done, also for a session that is not this one, else 400.
    private static func answer(_ request: ServerRequest, _ session: Session?) async -> ServerResponse {
        guard request.path == path else { return response(404) }
        guard request.method == "POST" else {
            var response = response(405)
            response.headers["Allow"] = "POST"
            return response
        }
        guard let token = token(in: request) else {
            return refusal("the body must be a form with one logout_token")
        }
        guard let session else { return refusal("the session is no longer open") }
        do throws(SessionError) {
            try await session.acceptLogoutToken(token)
            return response(200)
        } catch {
            return refusal(session.masked("\(error)"))
        }
    }

    private static func token(in request: ServerRequest) -> Secret? {
        guard let form = request.form, form.repeatedName == nil, let token = form["logout_token"], !token.isEmpty
        else { return nil }
        return Secret(token)
    }

    private static func refusal(_ reason: String) -> ServerResponse {
        let error: JSONObject = ["error": "invalid_request", "error_description": .string(reason)]
        return response(400, body: Array(JSONValue.object(error).serialized().utf8), type: "application/json")
    }

    private static func response(_ status: Int, body: [UInt8] = [], type: String? = nil) -> ServerResponse {
        var response = ServerResponse(status: status, headers: ["Cache-Control": "no-store"], body: .bytes(body))
        response.headers["Content-Type"] = type
        return response
    }
}

extension CommandContext {
    /// The receiver that `--logout-port` asks for; throws where the command does not stay open.
    func logoutReceiver(for session: Session, isLive: Bool) throws(CommandFailure) -> LogoutReceiver? {
        guard let port = try number(.logoutPort, in: 0...65535) else { return nil }
        if !isLive, let option = command.staysOpenBy {
            throw CommandFailure(.missingOption(option, why: "--logout-port needs it"), command: command.name)
        }
        return try LogoutReceiver(port: UInt16(port), session)
    }
}
