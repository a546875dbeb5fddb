// The declarations are the original's, documented there.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import FoundationNetworking

/// A request, and what its answer decodes to.
public struct Request<Response>: Sendable {
    let path: String
    let method: String

    public init(path: String, method: String = "GET") {
        self.path = path
        self.method = method
    }
}

/// An HTTP client with a base URL and a delegate.
public actor APIClient {
    public struct Configuration {
        public var delegate: (any APIClientDelegate)?
        public var sessionDelegate: (any URLSessionDelegate)?
    }

    private let baseURL: URL
    private let delegate: (any APIClientDelegate)?
    private let session: URLSession

    public init(baseURL: URL, _ configure: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration()
        configure(&configuration)
        self.baseURL = baseURL
        delegate = configuration.delegate
        session = URLSession(
            configuration: .ephemeral, delegate: configuration.sessionDelegate, delegateQueue: nil)
    }

    /// Sends the request, as often as the delegate says, and decodes the answer.
    public func send<Value: Decodable & Sendable>(_ request: Request<Value>) async throws -> Value {
        var attempts = 1
        while true {
            var message = URLRequest(url: baseURL.appending(path: request.path))
            message.httpMethod = request.method
            try await delegate?.client(self, willSendRequest: &message)
            let (task, result) = await perform(message)
            do {
                let body = try result.get()
                let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
                guard (200..<300).contains(status) else { throw APIError.unacceptableStatusCode(status) }
                return try JSONDecoder().decode(Value.self, from: body)
            } catch {
                let again = try await delegate?.client(self, shouldRetry: task, error: error, attempts: attempts)
                guard again == true else { throw error }
                attempts += 1
            }
        }
    }

    private func perform(_ message: URLRequest) async -> (URLSessionTask, Result<Data, any Error>) {
        let (stream, continuation) = AsyncStream<Result<Data, any Error>>.makeStream()
        let task = session.dataTask(with: message) { body, _, error in
            continuation.yield(body.map { .success($0) } ?? .failure(error ?? URLError(.unknown)))
            continuation.finish()
        }
        task.resume()
        var result: Result<Data, any Error> = .failure(URLError(.cancelled))
        for await found in stream { result = found }
        return (task, result)
    }
}
