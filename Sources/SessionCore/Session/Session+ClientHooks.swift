public import FoundationEssentials

/// The two hooks with the types that `URLRequest` and `HTTPURLResponse` have, for async clients and for those that pass
/// a completion handler; the product `URLSessionHooks` asks them with whole requests.
extension Session {
    /// The fields of a request together with those that authorise one attempt.
    ///
    /// What ``authorization(for:method:authorization:)`` returns replaces fields of the same name, compared without
    /// regard to case. All other fields stay, and all do where there is nothing to add. Without a URL the fields are
    /// returned as they are: no token is asked for. A `Host` field counts as a part of the URL.
    ///
    /// - Parameters:
    ///   - url: Where the request goes.
    ///   - method: The method of the request, which matters to proofs alone; `nil` is `GET`.
    ///   - fields: The fields of the request so far.
    ///   - authorization: Whether the request goes without a token where none can be had.
    /// - Returns: All fields to send.
    /// - Throws: What ``authorization(for:method:authorization:)`` throws.
    public nonisolated func authorization(
        for url: URL?, method: String? = nil, addedTo fields: [String: String]?,
        authorization: RequestAuthorization = .required
    ) async throws(SessionError) -> [String: String] {
        var fields = fields ?? [:]
        guard let url else { return fields }
        let request = HTTPRequest(method: method ?? "GET", url: url, headers: HTTPHeaders(fields))
        for field in try await authorizationFields(of: request, authorization) {
            fields = fields.filter { !$0.key.equalsIgnoringCase(field.name) }
            fields[field.name] = field.value
        }
        return fields
    }

    /// The fields of a request together with those that authorise one attempt; for clients with completion handlers.
    ///
    /// Asks ``authorization(for:method:addedTo:authorization:)``, and calls the completion handler once, on no
    /// particular thread. A failure is a ``SessionError``.
    public nonisolated func authorization(
        for url: URL?, method: String? = nil, addedTo fields: [String: String]?,
        authorization: RequestAuthorization = .required,
        completion: @escaping @Sendable (Result<[String: String], any Error>) -> Void
    ) {
        Task {
            do throws(SessionError) {
                completion(
                    .success(
                        try await self.authorization(
                            for: url, method: method, addedTo: fields, authorization: authorization)))
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// Handles the answer to a request, and returns whether to send the request again, authorised anew.
    ///
    /// As the method of the same name that takes ``HTTPHeaders``; also `false` where no answer came, so where `status`
    /// is `nil`.
    /// - Parameters:
    ///   - status: The status of the answer.
    ///   - headers: The header fields of the answer, such as `HTTPURLResponse.allHeaderFields`.
    ///   - answered: Where the answer came from, after redirects; `nil`, not known, means nothing.
    ///   - sent: The header fields of the request as it was sent.
    ///   - url: Where the request was sent to, before redirects.
    ///   - method: The method of the request, for the events; `nil` is `GET`.
    ///   - attempt: Counts from 1; only the first is ever followed by another.
    /// - Returns: Whether to send it again; also `false` where the calling task was cancelled.
    public nonisolated func shouldRetry(
        status: Int?, headers: [AnyHashable: Any]?, from answered: URL?, sent: [String: String]?, to url: URL?,
        method: String? = nil, attempt: Int
    ) async -> Bool {
        guard let status else { return false }
        return await shouldRetry(
            status: status, headers: HTTPHeaders(headers ?? [:]), from: answered, sent: HTTPHeaders(sent ?? [:]),
            to: url, method: method ?? "GET", attempt: attempt)
    }

    /// Whether to send a request again, authorised anew; for clients with completion handlers.
    ///
    /// Asks the async method of the same name, and calls the completion handler once, on no particular thread.
    public nonisolated func shouldRetry(
        status: Int?, headers: [AnyHashable: Any]?, from answered: URL?, sent: [String: String]?, to url: URL?,
        method: String? = nil, attempt: Int, completion: @escaping @Sendable (Bool) -> Void
    ) {
        guard let status else { return completion(false) }
        let (headers, sent) = (HTTPHeaders(headers ?? [:]), HTTPHeaders(sent ?? [:]))
        Task {
            completion(
                await shouldRetry(
                    status: status, headers: headers, from: answered, sent: sent, to: url, method: method ?? "GET",
                    attempt: attempt))
        }
    }
}
