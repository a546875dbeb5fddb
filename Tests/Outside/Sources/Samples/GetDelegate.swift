import Foundation
import FoundationNetworking
import Get
import SessionCore

struct SessionDelegate: APIClientDelegate {
    let session: SessionCore.Session

    func client(_ client: APIClient, willSendRequest request: inout URLRequest) async throws {
        request.allHTTPHeaderFields = try await session.authorization(
            for: request.url, method: request.httpMethod, addedTo: request.allHTTPHeaderFields)
    }

    func client(
        _ client: APIClient, shouldRetry task: URLSessionTask, error: any Error, attempts: Int
    ) async throws -> Bool {
        let (sent, answer) = (task.originalRequest, task.response as? HTTPURLResponse)
        return await session.shouldRetry(
            status: answer?.statusCode, headers: answer?.allHeaderFields, from: answer?.url,
            sent: sent?.allHTTPHeaderFields, to: sent?.url, attempt: attempts)
    }
}

func getClient(for api: URL, session: SessionCore.Session) -> APIClient {
    APIClient(baseURL: api) {
        $0.delegate = SessionDelegate(session: session)
        $0.sessionDelegate = SameOriginRedirects()
    }
}
