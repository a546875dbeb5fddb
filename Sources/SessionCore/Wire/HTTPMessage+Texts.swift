import FoundationEssentials

extension HTTPExchange.Answer {
    /// The answer without secrets; its body is what may be shown of it.
    package func mapTexts(_ shown: any TextPolicy, body: String?) -> HTTPExchange.Answer {
        var answer = HTTPExchange.Answer(
            status: status, headers: shown.headers(headers), body: body, bodySize: bodySize, version: version,
            timings: timings, connection: connection, redirects: redirects.compactMap(shown.redirect))
        answer.reason = shown(reason)
        return answer
    }
}

extension PartialAnswer: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> PartialAnswer {
        PartialAnswer(
            answer.mapTexts(shown, body: nil), receivedSize: receivedSize, expectedSize: expectedSize)
    }
}

/// The body, which may be anything, stays as it is.
extension HTTPRequest: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> HTTPRequest {
        var request = self
        request.url = shown(url)
        request.headers = shown.headers(headers)
        return request
    }
}

/// The body, which may be anything, stays as it is.
extension HTTPResponse: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> HTTPResponse {
        var response = self
        response.url = shown(url)
        response.reason = shown(reason)
        response.headers = shown.headers(headers)
        response.redirects = redirects.compactMap(shown.redirect)
        return response
    }
}
