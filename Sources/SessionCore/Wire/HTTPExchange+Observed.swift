package import FoundationEssentials

extension HTTPExchange {
    /// A message of another program without its secrets: what is known as one from then on is in `secrets`.
    ///
    /// The bodies of an API's requests and answers are left out, as are those of a session's calls. `faults` has the
    /// names of those that were injected into it.
    package init(
        id: Int, purpose: SessionError.Purpose, observed request: HTTPRequest, sentAt: Date, duration: Duration,
        result: Result<HTTPResponse, TransportError>, faults: [String] = [], link: LinkSource? = nil,
        secrets: KnownSecrets
    ) {
        secrets.add(SecretsOnTheWire.of(request))
        if case .success(let response) = result, purpose != .request {
            secrets.add(SecretsOnTheWire.of(response))
        }
        self.init(
            id: id, purpose: purpose, request: purpose == .request ? id : nil, sent: request, sentAt: sentAt,
            duration: duration, result: result,
            timeLimit: nil, refreshToken: nil, faults: faults, link: link, scrubber: secrets.scrubber)
    }
}

extension ExchangeStart {
    /// The beginning of a message of another program without its secrets.
    package init(
        id: Int, purpose: SessionError.Purpose, observed request: HTTPRequest, token: Fingerprint?,
        secrets: KnownSecrets
    ) {
        secrets.add(SecretsOnTheWire.of(request))
        self.init(
            id: id, purpose: purpose, method: request.method, url: Redaction.url(request.url, secrets.scrubber),
            token: token)
    }
}
