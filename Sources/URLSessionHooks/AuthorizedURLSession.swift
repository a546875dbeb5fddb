public import Foundation
public import FoundationNetworking
public import SessionCore

/// A URLSession whose requests carry a session's token.
///
/// One refresh serves all its requests; one that is answered 401 is sent once more where the session says so. The token
/// follows no redirect to another origin.
///
/// ```swift
/// let orders = AuthorizedURLSession(session)
/// let (data, response) = try await orders.data(for: URLRequest(url: url))
/// ```
public final class AuthorizedURLSession: Sendable {
    private let session: Session
    private let urlSession: URLSession

    /// Creates a URLSession of its own, whose requests `session` authorises.
    public init(_ session: Session, configuration: URLSessionConfiguration = .default) {
        self.session = session
        urlSession = URLSession(configuration: configuration, delegate: SameOriginRedirects(), delegateQueue: nil)
    }

    deinit {
        // Until then it would keep its delegate and its connections.
        urlSession.finishTasksAndInvalidate()
    }

    /// Sends a request with the token, at most twice, and returns the last answer.
    ///
    /// Throws what `URLRequest.authorize(by:authorization:)` and `URLSession.data(for:)` throw.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        var attempt = 1
        while true {
            var authorized = request
            try await authorized.authorize(by: session)
            let (data, response) = try await urlSession.data(for: authorized)
            guard await session.shouldRetry(authorized, after: response, attempt: attempt) else {
                return (data, response)
            }
            attempt += 1
        }
    }
}
