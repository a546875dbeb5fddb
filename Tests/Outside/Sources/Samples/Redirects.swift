import Foundation
import FoundationNetworking
import SessionCore

/// Follows redirects within an origin; one to another origin is the response.
final class SameOriginRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let isSameOrigin = response.url.flatMap(Origin.init) == request.url.flatMap(Origin.init)
        completionHandler(isSameOrigin ? request : nil)
    }
}
