import Alamofire
import Foundation
import FoundationNetworking
import SessionCore
import URLSessionHooks

struct SessionInterceptor: RequestInterceptor {
    let session: SessionCore.Session

    func adapt(
        _ request: URLRequest, for _: Alamofire.Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        session.authorize(request, completion: completion)
    }

    func retry(
        _ request: Request, for _: Alamofire.Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        session.shouldRetry(request.request, after: request.response, attempt: request.retryCount + 1) {
            completion($0 ? .retry : .doNotRetry)
        }
    }
}

func alamofireSession(for session: SessionCore.Session) -> Alamofire.Session {
    Alamofire.Session(
        interceptor: SessionInterceptor(session: session), redirectHandler: Redirector(behavior: .doNotFollow))
}
