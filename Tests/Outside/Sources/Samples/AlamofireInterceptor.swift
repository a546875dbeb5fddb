import Alamofire
import Foundation
import FoundationNetworking
import SessionCore

struct SessionInterceptor: RequestInterceptor {
    let session: SessionCore.Session

    func adapt(
        _ request: URLRequest, for _: Alamofire.Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        session.authorization(
            for: request.url, method: request.httpMethod, addedTo: request.allHTTPHeaderFields
        ) { fields in
            var request = request
            let result = fields.map { request.allHTTPHeaderFields = $0 }
            completion(result.map { request })
        }
    }

    func retry(
        _ request: Request, for _: Alamofire.Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        let (sent, answer) = (request.request, request.response)
        session.shouldRetry(
            status: answer?.statusCode, headers: answer?.allHeaderFields, from: answer?.url,
            sent: sent?.allHTTPHeaderFields, to: sent?.url, attempt: request.retryCount + 1
        ) { completion($0 ? .retry : .doNotRetry) }
    }
}

func alamofireSession(for session: SessionCore.Session) -> Alamofire.Session {
    Alamofire.Session(
        interceptor: SessionInterceptor(session: session), redirectHandler: Redirector(behavior: .doNotFollow))
}
