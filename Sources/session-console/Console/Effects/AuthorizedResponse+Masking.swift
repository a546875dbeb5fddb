import ConsoleApp
import SessionCore

extension AuthorizedResponse {
    /// The answer as the console shows it: an API that echoes the request repeats the session's tokens.
    ///
    /// A body is masked as far as it is shown.
    func masked(for session: Session) -> AuthorizedResponse { mapAnswers { $0.masked(for: session) } }
}

extension HTTPResponse {
    fileprivate func masked(for session: Session) -> HTTPResponse {
        var response = self
        let shown = body.prefix(PreparedBody.largestShown)
        if let masked = session.maskingSecrets(in: Array(shown)) {
            response.body.replaceSubrange(shown.indices, with: masked)
        }
        response.headers = HTTPHeaders(
            headers.fields.map { field in
                let masked = session.maskingSecrets(in: Array(field.value.utf8))
                return HTTPHeaders.Field(
                    name: field.name, value: masked.map { String(decoding: $0, as: UTF8.self) } ?? field.value)
            })
        return response
    }
}
