package import RequestFiles
package import SessionCore

extension ResolvedRequest {
    /// The request as it is handed to the session.
    package var request: HTTPRequest {
        var request = HTTPRequest(
            method: method, url: url,
            headers: HTTPHeaders(headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }),
            body: body.map { .bytes($0) } ?? .none, redirects: followsRedirects ? .follow : .doNotFollow,
            timeout: timeout, maximumTime: maximumTime)
        request.omittedFields = omittedFields
        return request
    }
}
