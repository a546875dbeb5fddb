import Foundation
import FoundationNetworking
import Get
import SessionCore
import URLSessionHooks

struct SessionDelegate: APIClientDelegate {
    let session: SessionCore.Session

    func client(_ client: APIClient, willSendRequest request: inout URLRequest) async throws {
        try await request.authorize(by: session)
    }

    func client(
        _ client: APIClient, shouldRetry task: URLSessionTask, error: any Error, attempts: Int
    ) async throws -> Bool {
        await session.shouldRetry(task.originalRequest, after: task.response, attempt: attempts)
    }
}

func getClient(for api: URL, session: SessionCore.Session) -> APIClient {
    APIClient(baseURL: api) {
        $0.delegate = SessionDelegate(session: session)
        $0.sessionDelegate = SameOriginRedirects()
    }
}
