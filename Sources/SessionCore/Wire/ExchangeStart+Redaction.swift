import FoundationEssentials

extension ExchangeStart {
    /// The beginning of an exchange without its secrets; `nil` where another event announces it.
    init?(
        _ request: HTTPRequest, exchange: Int, for purpose: SessionError.Purpose,
        _ scrubber: @autoclosure () -> Scrubber
    ) {
        guard purpose.isAnnouncedByItself else { return nil }
        self.init(
            id: exchange, purpose: purpose, method: request.method, url: Redaction.url(request.url, scrubber()),
            token: request.formToken.map { Secret($0).fingerprint })
    }
}

extension SessionError.Purpose {
    /// Whether no event of a sign-in, a refresh or a request tells that such a message was sent.
    fileprivate var isAnnouncedByItself: Bool {
        switch self {
        case .discovery, .keys, .revocation, .introspection, .resourceMetadata, .registration: true
        case .pushedAuthorization, .authorization, .deviceAuthorization, .token, .userInfo, .endSession, .request:
            false
        }
    }
}

extension HTTPRequest {
    /// The parameter `token` of the form (RFC 7009 §2.1, RFC 7662 §2.1).
    fileprivate var formToken: String? {
        guard case .bytes(let bytes) = body else { return nil }
        return FormParameters(decoding: String(decoding: bytes, as: UTF8.self))["token"]
    }
}
