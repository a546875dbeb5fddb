import FoundationEssentials
import JOSE

extension HTTPExchange {
    /// An exchange without its secrets.
    ///
    /// The bodies of an API's requests and answers are left out: the caller has them, and they may be anything.
    /// `refreshToken` is the one that was sent where that is not the one in `sent`.
    init(
        id: Int, purpose: SessionError.Purpose, request: Int?, sent: HTTPRequest, sentAt: Date, duration: Duration,
        result: Result<HTTPResponse, TransportError>, timeLimit: Duration?, refreshToken: Fingerprint?,
        faults: [String], link: LinkSource? = nil, scrubber: Scrubber
    ) {
        let outcome: Outcome =
            switch result {
            case .success(let response): .answered(Answer(redacting: response, purpose: purpose, scrubber))
            case .failure(let error): .failed(error.mapTexts(scrubber))
            }
        self.init(
            id: id, purpose: purpose, request: request, method: sent.method, url: Redaction.url(sent.url, scrubber),
            requestHeaders: Redaction.headers(sent.headers, scrubber),
            requestBody: purpose == .request
                ? nil : Redaction.form(sent.body, purpose: purpose, sending: refreshToken, scrubber),
            sentAt: sentAt, duration: duration, outcome: outcome, timeLimit: timeLimit,
            faults: faults, link: link)
    }
}

extension HTTPExchange {
    /// A message of a caller's request without its secrets; `authorization` is the session's own field, masked.
    init(
        id: Int, facts: RequestFacts, method: String, url: URL, headers: HTTPHeaders, authorization: String?,
        sentAt: Date, duration: Duration, outcome: Outcome, timeLimit: Duration?, faults: [String],
        redirectedBy: HTTPRedirect?, redirect: HTTPRedirect?,
        scrubber: Scrubber
    ) {
        var headers = headers
        if authorization != nil { headers["Authorization"] = nil }
        headers = Redaction.headers(headers, scrubber)
        if let authorization { headers.add("Authorization", authorization) }
        self.init(
            id: id, purpose: .request, request: facts.id, method: method,
            url: redirectedBy == nil ? facts.url : Redaction.url(url, scrubber), requestHeaders: headers,
            requestBody: nil, sentAt: sentAt, duration: duration, outcome: outcome,
            timeLimit: timeLimit, faults: faults,
            redirectedBy: redirectedBy.flatMap(scrubber.redirect),
            redirect: redirect.flatMap(scrubber.redirect), caller: facts.label?.caller)
    }
}

extension HTTPExchange {
    /// The body of an API's request or answer as a message shows it: cut, and secrets masked.
    ///
    /// They are found by their names and shapes; those that a session knows must have been masked before.
    package static func shownBody(_ body: [UInt8]) -> String { Redaction.body(ofAPI: body) }

    /// The value of a request's header field as a message shows it; secrets are found as in ``shownBody(_:)``.
    package static func shownValue(of field: HTTPHeaders.Field) -> String { Redaction.value(of: field, Scrubber([])) }

    /// Whether a body that is shown that way has secrets masked.
    package static func masks(_ body: [UInt8]) -> Bool {
        let count = { (text: String) in text.ranges(of: SecretNames.dots).count }
        return count(shownBody(body)) > count(String(decoding: body, as: UTF8.self))
    }
}

extension HTTPAnswer {
    init(redacting response: borrowing HTTPResponse, purpose: SessionError.Purpose, _ scrubber: Scrubber) {
        self.init(
            status: response.status, headers: Redaction.headers(response.headers, scrubber),
            body: purpose == .request ? nil : Redaction.body(response, purpose: purpose, scrubber),
            bodySize: response.body.count + response.receivedSize, version: response.version, timings: response.timings,
            connection: response.connection, redirects: response.redirects.compactMap(scrubber.redirect))
        reason = scrubber(response.reason)
    }
}
