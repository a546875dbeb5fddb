import Foundation
import FoundationNetworking
import SessionCore

/// Sends the session's requests through URLSession.
final class URLSessionTransport: HTTPTransport {
    private let urlSession: URLSession

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        urlSession = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var message = URLRequest(url: request.url)
        message.httpMethod = request.method
        for field in request.headers { message.addValue(field.value, forHTTPHeaderField: field.name) }
        switch request.body {
        case .none: break
        case .bytes(let bytes): message.httpBody = Data(bytes)
        case .stream: throw TransportError.invalidRequest("this transport sends no streams")
        }
        if let timeout = request.timeout { message.timeoutInterval = timeout / .seconds(1) }
        do {
            let (body, answer) = try await urlSession.data(for: message)
            guard let answer = answer as? HTTPURLResponse else { throw TransportError.brokenOff("not HTTP") }
            return HTTPResponse(
                status: answer.statusCode, headers: HTTPHeaders(answer.allHeaderFields), body: Array(body),
                url: request.url)
        } catch let error as URLError {
            switch error.code {
            case .cancelled: throw TransportError.cancelled
            case .timedOut: throw TransportError.timedOut(.waiting)
            case .cannotFindHost: throw TransportError.couldNotResolve(host: request.url.host ?? "")
            default: throw TransportError.brokenOff(error.localizedDescription)
            }
        }
    }
}

/// Follows no redirect: the answer that asks for one is the response.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
