// The declarations are the original's, documented there.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import FoundationNetworking

/// The two hooks of Alamofire: one before each attempt, one after a failed one.
public protocol RequestInterceptor: Sendable {
    func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void)

    func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void)
}

extension RequestInterceptor {
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) { completion(.doNotRetry) }
}

/// Whether a failed request is sent again.
public enum RetryResult: Sendable {
    case retry
    case doNotRetry
    case doNotRetryWithError(any Error)
}

/// Why a request failed.
public enum AFError: Error, Hashable {
    /// The status is not 2xx.
    case unacceptableStatusCode(Int)
}
