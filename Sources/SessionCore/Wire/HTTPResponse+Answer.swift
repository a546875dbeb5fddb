package import FoundationEssentials
package import JOSE

extension HTTPResponse {
    /// How much of an answer from the provider is looked at: 4 MiB, far beyond any real one.
    static let answerSizeLimit = 4 << 20

    /// The body as a JSON object, or an error that says what is there instead.
    package func jsonObject(for purpose: SessionError.Purpose) throws(SessionError) -> JSONObject {
        guard body.count <= Self.answerSizeLimit else {
            throw .unintelligible("it is larger than \(Self.answerSizeLimit >> 20) MiB", during: purpose)
        }
        guard !body.isEmpty else { throw .unintelligible("the body is empty", during: purpose) }
        let value: JSONValue
        do {
            // RFC 8259 §8.1: a byte order mark may be ignored.
            value = try JSONValue(parsing: body.dropFirst(body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
        } catch {
            let found =
                switch mediaType {
                case "application/x-www-form-urlencoded": "the body is form-encoded, but RFC 6749 §5.1 requires JSON"
                case "text/html": "the body is a web page, not JSON"
                default: "the body is not JSON: \(error)"
                }
            throw .unintelligible(found, during: purpose)
        }
        guard let object = value.object else {
            throw .unintelligible("the body is a JSON \(value.kind), not an object", during: purpose)
        }
        return object
    }

    /// The error of RFC 6749 §5.2 that the body holds, whatever the status; some providers describe it by other names,
    /// or in a form.
    package var oauthError: OAuthError? {
        if let object = try? jsonObject(for: .token) { return OAuthError(in: object, status: status) }
        guard body.count <= 1 << 16, let form = FormParameters(lookingLikeOne: body) else { return nil }
        return OAuthError(in: JSONObject(form.items.map { ($0.name, .string($0.value)) }), status: status)
    }

    /// The error that an unsuccessful answer stands for: a refusal by its OAuth error, or the bare status.
    package func failure(during purpose: SessionError.Purpose, now: Date) -> SessionError {
        if StatusMeaning(status) == .refusal, let oauthError { return .refused(oauthError, during: purpose) }
        let reason = oauthError?.description ?? givenReason
        return .server(status: status, during: purpose, retryAfter: retryAfter(now: now), reason: reason)
    }
}

extension OAuthError {
    /// The error that an answer describes.
    init?(in object: JSONObject, status: Int) {
        guard let code = object["error"]?.string, !code.isEmpty else { return nil }
        self.init(
            code: code, detail: object["error_description"]?.string ?? HTTPResponse.reason(in: object),
            uri: object["error_uri"]?.string, status: status)
    }
}
