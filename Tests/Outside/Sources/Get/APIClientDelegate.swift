// The declarations are the original's, documented there.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import FoundationNetworking

/// The hooks of Get that authorisation needs.
public protocol APIClientDelegate: Sendable {
    /// Called before each attempt.
    func client(_ client: APIClient, willSendRequest request: inout URLRequest) async throws
    /// Called when an attempt has failed, with the number of attempts so far.
    func client(
        _ client: APIClient, shouldRetry task: URLSessionTask, error: any Error, attempts: Int
    ) async throws -> Bool
}

extension APIClientDelegate {
    public func client(_ client: APIClient, willSendRequest request: inout URLRequest) async throws {}

    public func client(
        _ client: APIClient, shouldRetry task: URLSessionTask, error: any Error, attempts: Int
    ) async throws -> Bool { false }
}

/// Why a request failed.
public enum APIError: Error, Hashable {
    /// The status is not 2xx.
    case unacceptableStatusCode(Int)
}
