public import FoundationNetworking
public import SessionCore

extension URLRequest {
    /// Adds the fields that authorise one attempt: `Authorization`, and a proof where the token is bound to a key.
    ///
    /// Ask before every attempt, retries included: a stored request has an old token.
    /// - Parameters:
    ///   - session: Renews its token first where that is due.
    ///   - authorization: Whether the request goes without a token where none can be had.
    /// - Throws: What `authorization(for:method:authorization:)` of the session throws.
    public mutating func authorize(
        by session: Session, authorization: RequestAuthorization = .required
    ) async throws(SessionError) {
        allHTTPHeaderFields = try await session.authorization(
            for: url, method: httpMethod, addedTo: allHTTPHeaderFields, authorization: authorization)
    }
}
