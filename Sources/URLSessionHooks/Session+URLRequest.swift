public import FoundationNetworking
public import SessionCore

/// The two hooks with whole requests and answers, for clients that are built on URLSession.
extension Session {
    /// A request with the fields that authorise one attempt; for clients with completion handlers.
    ///
    /// Does what `URLRequest.authorize(by:authorization:)` does, and calls the completion handler once, on no
    /// particular thread. A failure is a `SessionError`.
    public nonisolated func authorize(
        _ request: URLRequest, authorization: RequestAuthorization = .required,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        self.authorization(
            for: request.url, method: request.httpMethod, addedTo: request.allHTTPHeaderFields,
            authorization: authorization
        ) { fields in
            completion(
                fields.map { fields in
                    var request = request
                    request.allHTTPHeaderFields = fields
                    return request
                })
        }
    }

    /// Handles the answer to a request, and returns whether to send the request again, authorised anew.
    ///
    /// Call it after every answer, or at least after every 401: that is handled as `send(_:authorization:)` does, with
    /// one refresh for all requests.
    /// - Parameters:
    ///   - request: The request as it was sent, such as `originalRequest` of a task.
    ///   - response: The answer, with the URL that it came from after redirects; `nil` where none came.
    ///   - attempt: Counts from 1; only the first is ever followed by another.
    /// - Returns: `false` where no answer came, and where the calling task was cancelled.
    public nonisolated func shouldRetry(
        _ request: URLRequest?, after response: URLResponse?, attempt: Int
    ) async -> Bool {
        let answer = response as? HTTPURLResponse
        return await shouldRetry(
            status: answer?.statusCode, headers: answer?.allHeaderFields, from: answer?.url,
            sent: request?.allHTTPHeaderFields, to: request?.url, method: request?.httpMethod, attempt: attempt)
    }

    /// Whether to send a request again, authorised anew; for clients with completion handlers.
    ///
    /// Asks the async method of the same name, and calls the completion handler once, on no particular thread.
    public nonisolated func shouldRetry(
        _ request: URLRequest?, after response: URLResponse?, attempt: Int,
        completion: @escaping @Sendable (Bool) -> Void
    ) {
        let answer = response as? HTTPURLResponse
        shouldRetry(
            status: answer?.statusCode, headers: answer?.allHeaderFields, from: answer?.url,
            sent: request?.allHTTPHeaderFields, to: request?.url, method: request?.httpMethod, attempt: attempt,
            completion: completion)
    }
}
