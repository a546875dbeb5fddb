import Foundation
import FoundationNetworking
import Get
import SessionCore

struct SessionDelegate: APIClientDelegate {
    let session: SessionCore.Session

    func client(_ client: APIClient, willSendRequest request: inout URLRequest) async throws {
        guard let url = request.url else { return }
        for field in try await session.authorization(for: url, method: request.httpMethod ?? "GET") {
            request.setValue(field.value, forHTTPHeaderField: field.name)
        }
    }

    func client(
        _ client: APIClient, shouldRetry task: URLSessionTask, error: any Error, attempts: Int
    ) async throws -> Bool {
        guard let sent = task.originalRequest, let answer = task.response as? HTTPURLResponse else { return false }
        return await session.shouldRetry(
            status: answer.statusCode, headers: HTTPHeaders(answer.allHeaderFields), from: answer.url,
            sent: HTTPHeaders(sent.allHTTPHeaderFields ?? [:]), to: sent.url, attempt: attempts)
    }
}

func getClient(for api: URL, session: SessionCore.Session) -> APIClient {
    APIClient(baseURL: api) {
        $0.delegate = SessionDelegate(session: session)
        $0.sessionDelegate = SameOriginRedirects()
    }
}
