import FoundationEssentials
import JOSE
import SessionCore

extension SessionEvent {
    /// The event without the contents of messages: fields, values of parameters, bodies, and claims about the user.
    ///
    /// What Flow tells of a message stays: the names of parameters, the error that an answer names, and the
    /// fingerprints of tokens. A profile's event file is written without being asked for.
    var withoutContents: SessionEvent {
        let shown = ContentPolicy()
        let kind: Kind =
            switch self.kind {
            case .exchange(let exchange): .exchange(shown(exchange))
            case .authorizationRequested(let message): .authorizationRequested(shown(message.withoutQuery))
            case .authorizationAnswered(let message): .authorizationAnswered(shown(message.withoutQuery))
            case .userInfoFetched(let info): .userInfoFetched(UserInfo(subject: info.subject, claims: []))
            case .idTokenRejected(let rejected): .idTokenRejected(shown(rejected.withoutToken))
            // Its secrets are masked already.
            case .unauthorized: self.kind
            default: shown(self.kind)
            }
        return SessionEvent(
            sequence: sequence, time: time, uptime: uptime, generation: generation, cause: cause, kind: kind)
    }
}

/// What stays of messages without their contents.
private struct ContentPolicy: TextPolicy {
    func text(_ text: String, limit: Int) -> String { Shown.cut(text, to: limit) }
    func publicText(_ text: String) -> String { text }

    func url(_ url: URL) -> URL? {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.query = nil
        return parts?.url
    }

    /// The token that was sent, and the error of a challenge.
    func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
        var kept = HTTPHeaders()
        if let sent = headers["Authorization"], let mask = SecretNames.mask(endingIn: sent) {
            kept.add("Authorization", "\(sent.split(separator: " ").first ?? "") \(mask)")
        }
        if let challenge = AuthenticationChallenge.token(in: headers), let error = challenge.error {
            let quoted = text(error, limit: 256).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            kept.add("WWW-Authenticate", "\(challenge.scheme) error=\"\(quoted)\"")
        }
        return kept
    }

    /// The names of a form's parameters, its grant and its tokens.
    private func form(_ body: String) -> String {
        body.split(separator: "&").filter { $0.contains("=") }.map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            let value = parts.count > 1 ? String(parts[1]) : ""
            let mask = parts[0].hasSuffix("token") ? SecretNames.mask(endingIn: value) : nil
            return "\(parts[0])=\(parts[0] == "grant_type" ? value : mask ?? "")"
        }
        .joined(separator: "&")
    }

    /// The error that the body of an answer names, and the tokens in it.
    private func answer(_ body: String) -> String? {
        let members = (try? JSONValue(parsing: body.utf8))?.object?.members ?? []
        let kept = members.compactMap { member -> (String, JSONValue)? in
            guard let value = member.value.string else { return nil }
            if member.name == "error" { return ("error", .string(value)) }
            guard member.name.hasSuffix("token"), let mask = SecretNames.mask(endingIn: value) else { return nil }
            return (member.name, .string(mask))
        }
        return kept.isEmpty ? nil : JSONObject(kept).serialized()
    }

    func callAsFunction(_ exchange: HTTPExchange) -> HTTPExchange {
        let outcome: HTTPExchange.Outcome =
            switch exchange.outcome {
            case .answered(let answer): .answered(answer.mapTexts(self, body: answer.body.flatMap(self.answer)))
            case .failed(let error): .failed(error.mapTexts(self))
            }
        // In the others are the client's credentials.
        let carriesToken = exchange.purpose == .request || exchange.purpose == .userInfo
        return HTTPExchange(
            id: exchange.id, purpose: exchange.purpose, request: exchange.request,
            method: exchange.method.mapTexts(self),
            url: exchange.url.mapTexts(self), requestHeaders: carriesToken ? headers(exchange.requestHeaders) : [:],
            requestBody: exchange.requestBody.map(form), sentAt: exchange.sentAt, duration: exchange.duration,
            outcome: outcome, timeLimit: exchange.timeLimit, faults: exchange.faults,
            redirectedBy: exchange.redirectedBy.flatMap(redirect), redirect: exchange.redirect.flatMap(redirect),
            caller: exchange.caller, link: exchange.link)
    }
}

extension AuthorizationMessage {
    fileprivate var withoutQuery: AuthorizationMessage {
        AuthorizationMessage(url: url, parameters: parameters, error: error)
    }
}

extension RejectedIDToken {
    fileprivate var withoutToken: RejectedIDToken {
        RejectedIDToken(keeping: Secret(""), fingerprint: fingerprint, reason: reason)
    }
}
