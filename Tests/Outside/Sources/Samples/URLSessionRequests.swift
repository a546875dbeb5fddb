import Foundation
import FoundationNetworking
import SessionCore
import URLSessionHooks

/// Gets a resource with the session's token; a 401 that a refresh mends is not seen.
func authorizedData(from url: URL, by session: Session) async throws -> (Data, URLResponse) {
    let orders = AuthorizedURLSession(session)
    let (data, response) = try await orders.data(for: URLRequest(url: url))
    return (data, response)
}

/// A URLSession that takes no token to another origin.
func safeURLSession() -> URLSession {
    let urlSession = URLSession(configuration: .default, delegate: SameOriginRedirects(), delegateQueue: nil)
    return urlSession
}

/// Sends a request by a URLSession of one's own.
func data(
    from url: URL, over urlSession: URLSession, by session: Session,
    orElse retry: () async throws -> (Data, URLResponse)
) async throws -> (Data, URLResponse) {
    var request = URLRequest(url: url)
    try await request.authorize(by: session)
    let (data, response) = try await urlSession.data(for: request)
    if await session.shouldRetry(request, after: response, attempt: 1) { return try await retry() }
    return (data, response)
}
