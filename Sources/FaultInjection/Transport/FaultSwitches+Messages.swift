import FoundationEssentials
import SessionCore

/// What an armed fault does to a request that is about to be sent.
indirect enum Strike: Sendable {
    /// No connection can be made.
    case unreachable
    /// The request goes out with one character of its access token changed.
    case tampered(HTTPRequest)
    /// The message is answered in the server's place, and not sent.
    case answered(HTTPResponse)
    /// The message is not sent, and no answer comes.
    case silence
    /// The message is sent so much later.
    case delayed(Duration)
}

/// What an armed fault does to an answer that has come.
indirect enum AnswerStrike: Sendable {
    /// The server has sent it, and it does not arrive.
    case lost
    case replaced(HTTPResponse)
}

extension FaultSwitches {
    private static let slowness = Duration.seconds(5)
    private static let retryAfter = 30

    /// Injects the armed fault whose occasion a request is; `nil` where it is to go out as it is.
    ///
    /// A fault of the token endpoint waits for a form with a `grant_type`, a tampered token for a request that carries
    /// one.
    func strike(_ request: HTTPRequest, in exchange: Int?) -> Strike? {
        let host = request.url.host ?? ""
        if use(.networkOff, in: exchange, "\(host) was made unreachable") { return .unreachable }
        guard TokenRequest(request) != nil else {
            guard let tampered = request.tampered,
                use(.tamperedToken, in: exchange, "the token sent to \(host) was tampered with")
            else { return nil }
            return .tampered(tampered)
        }
        if let answer = answer(insteadOf: request, in: exchange) { return .answered(answer) }
        if use(.tokenEndpointSilent, in: exchange, "the token endpoint was made silent") { return .silence }
        let isSlow = use(.tokenEndpointSlow, in: exchange, "the token endpoint was slowed down by \(Self.slowness)")
        return isSlow ? .delayed(Self.slowness) : nil
    }

    private func answer(insteadOf request: HTTPRequest, in exchange: Int?) -> HTTPResponse? {
        func answer(_ status: Int, _ headers: HTTPHeaders, _ body: String) -> HTTPResponse {
            HTTPResponse(status: status, headers: headers, body: Array(body.utf8), url: request.url)
        }
        let json: HTTPHeaders = ["Content-Type": "application/json", "Cache-Control": "no-store"]
        if use(.tokenEndpointRefuses, in: exchange, "the token endpoint was made to answer 400 invalid_grant") {
            return answer(400, json, #"{"error":"invalid_grant","error_description":"injected"}"#)
        }
        if use(.tokenEndpointBusy, in: exchange, "the token endpoint was made to answer 429") {
            return answer(429, ["Retry-After": String(Self.retryAfter)], "")
        }
        if use(.tokenEndpointBroken, in: exchange, "the token endpoint was made to answer 500") {
            return answer(500, ["Content-Type": "text/plain"], "injected")
        }
        if use(.tokenEndpointGarbled, in: exchange, "the token endpoint was made to answer without JSON") {
            return answer(200, json, "<!DOCTYPE html><title>injected</title>")
        }
        return nil
    }

    /// Injects the armed fault whose occasion the answer to a token request is; `nil` where it is to arrive as it is.
    func strike(_ answer: HTTPResponse, in exchange: Int?) -> AnswerStrike? {
        if use(.lostTokenReply, in: exchange, "the token endpoint's answer was dropped") { return .lost }
        guard let reply = TokenReply(answer), reply.refreshToken != nil,
            let body = try? reply.bodyWithoutRefreshToken(),
            use(.droppedRefreshToken, in: exchange, "the refresh token was dropped from the token endpoint's answer")
        else { return nil }
        var replaced = answer
        replaced.body = body
        replaced.headers["Content-Length"] = String(body.count)
        return .replaced(replaced)
    }
}
