// The declarations are the original's, documented there.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import FoundationNetworking

/// What becomes of a redirect.
public struct Redirector: Sendable {
    public enum Behavior: Sendable {
        case follow
        case doNotFollow
    }

    let behavior: Behavior

    public init(behavior: Behavior) {
        self.behavior = behavior
    }
}

/// One attempt of a request, as its retrier sees it.
public struct Request: Sendable {
    /// The request as it was sent.
    public let request: URLRequest?
    public let response: HTTPURLResponse?
    /// How many attempts came before this one.
    public let retryCount: Int
}

/// An HTTP client with an interceptor.
public final class Session: Sendable {
    private let interceptor: any RequestInterceptor
    private let session: URLSession

    public init(interceptor: any RequestInterceptor, redirectHandler: Redirector = Redirector(behavior: .follow)) {
        self.interceptor = interceptor
        session = URLSession(
            configuration: .ephemeral, delegate: RedirectDelegate(redirectHandler), delegateQueue: nil)
    }

    /// Sends a GET, as often as the interceptor says, and decodes the answer.
    public func value<Value: Decodable & Sendable>(of type: Value.Type, from url: URL) async throws -> Value {
        var retryCount = 0
        while true {
            let request = try await adapted(URLRequest(url: url))
            let (body, answer) = try await session.data(for: request)
            let response = answer as? HTTPURLResponse
            let status = response?.statusCode ?? 0
            if (200..<300).contains(status) { return try JSONDecoder().decode(type, from: body) }
            let error = AFError.unacceptableStatusCode(status)
            let attempt = Request(request: request, response: response, retryCount: retryCount)
            switch await judgement(on: attempt, dueTo: error) {
            case .retry: retryCount += 1
            case .doNotRetry: throw error
            case .doNotRetryWithError(let other): throw other
            }
        }
    }

    private func adapted(_ request: URLRequest) async throws -> URLRequest {
        try await withCheckedThrowingContinuation { continuation in
            interceptor.adapt(request, for: self) { continuation.resume(with: $0) }
        }
    }

    private func judgement(on request: Request, dueTo error: any Error) async -> RetryResult {
        await withCheckedContinuation { continuation in
            interceptor.retry(request, for: self, dueTo: error) { continuation.resume(returning: $0) }
        }
    }
}

private final class RedirectDelegate: NSObject, URLSessionTaskDelegate {
    private let redirector: Redirector

    init(_ redirector: Redirector) {
        self.redirector = redirector
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        switch redirector.behavior {
        case .follow: completionHandler(request)
        case .doNotFollow: completionHandler(nil)
        }
    }
}
