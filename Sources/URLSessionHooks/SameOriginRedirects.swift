public import Foundation
public import FoundationNetworking
import SessionCore

/// A delegate that follows redirects within an origin only; one to another origin is the response.
///
/// URLSession on Linux sends the `Authorization` field along with every redirect, to any origin. This must be the
/// delegate of the URLSession: on Linux, a delegate given to `data(for:delegate:)` is not called.
public final class SameOriginRedirects: NSObject, URLSessionTaskDelegate {
    /// Follows the redirect where it stays within the origin.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let isSameOrigin = response.url.flatMap(Origin.init) == request.url.flatMap(Origin.init)
        completionHandler(isSameOrigin ? request : nil)
    }
}
