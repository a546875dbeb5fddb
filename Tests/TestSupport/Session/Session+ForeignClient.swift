import FoundationEssentials
package import SessionCore

/// The hooks as a client uses whose requests and answers are the library's own.
extension Session {
    /// The request with the fields that authorise it.
    package nonisolated func authorize(
        _ request: HTTPRequest, authorization: RequestAuthorization = .required
    ) async throws(SessionError) -> HTTPRequest {
        var request = request
        for field in try await authorizationFields(of: request, authorization) {
            request.headers[field.name] = field.value
        }
        return request
    }

    package func shouldRetry(_ request: HTTPRequest, after response: HTTPResponse, attempt: Int) async -> Bool {
        await shouldRetry(
            status: response.status, headers: response.headers, from: response.url, sent: request.headers,
            to: request.url, method: request.method, attempt: attempt)
    }
}
