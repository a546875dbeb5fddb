import SessionHTTP

/// What the requests are made of.
extension Bridge {
    /// A request without a body, in that session of the server's.
    func request(_ method: String, session id: String?) -> HTTPRequest {
        // A redirect would take the call, and with it its content, where the profile does not say.
        var request = HTTPRequest(method: method, url: url, redirects: .doNotFollow, timeout: manner.silence)
        request.bodyLimit = 1 << 20
        if let id { request.headers["Mcp-Session-Id"] = id }
        if let revision = session.revision { request.headers["MCP-Protocol-Version"] = revision }
        return request
    }

    func post(_ message: BridgedMessage, session id: String?) -> HTTPRequest {
        var request = request("POST", session: id)
        request.headers["Content-Type"] = "application/json"
        request.headers["Accept"] = "application/json, text/event-stream"
        request.body = .bytes(message.bytes)
        return request
    }

    /// Asks for the server's own messages, or for what is left of a stream.
    func get(session id: String?, after event: String?) -> HTTPRequest {
        var request = request("GET", session: id)
        request.headers["Accept"] = "text/event-stream"
        if let event { request.headers["Last-Event-ID"] = event }
        return request
    }

    /// Passes a server's message on to the host; a response only where the host waits for it.
    nonisolated func passOn(_ message: BridgedMessage) -> Bool {
        if case .response(let id) = message.kind {
            guard let id, calls.close(id) else { return true }
            if output.send(message.line) { return true }
            output.answer(MessageFault(.busy, "The host does not read its messages.").line(for: id))
            return false
        }
        return output.send(message.line)
    }
}

extension MessageFault {
    /// Why a reply has no response in it, as far as the reply says.
    init(_ reply: UpstreamReply) {
        switch reply {
        case .noSession(let reason), .changed(let reason), .refused(let reason): self.init(.session, reason)
        case .failed(let reason): self.init(.server, reason)
        case .cancelled: self.init(.server, "The call was cancelled.")
        case .answer(let response): self.init(response)
        }
    }

    private init(_ response: HTTPResponse) {
        let status = "The server answered \(response.status)"
        switch response.status {
        case 200..<300:
            switch response.mediaType {
            case _ where response.body.isEmpty && response.receivedSize == 0:
                self.init(.server, "\(status) and nothing.")
            case "text/event-stream": self.init(.server, "The server's event stream ended before the answer came.")
            default: self.init(.server, "The server's answer is not one to this request.")
            }
        case 300..<400: self.init(.server, "\(status): a redirect, which is not followed. Correct the profile's URL.")
        default:
            let error = (try? BridgedMessage.all(in: response.body))?.first?.error
            if let error { self.init(original: error, status) } else { self.init(.server, "\(status).") }
        }
    }
}
