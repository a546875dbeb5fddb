import Alamofire
import Foundation
import FoundationNetworking
import SessionCore

struct SessionInterceptor: RequestInterceptor {
    let session: SessionCore.Session

    func adapt(
        _ urlRequest: URLRequest, for _: Alamofire.Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        Task {
            do {
                guard let url = urlRequest.url else { return completion(.success(urlRequest)) }
                var request = urlRequest
                for field in try await session.authorization(for: url, method: request.httpMethod ?? "GET") {
                    request.setValue(field.value, forHTTPHeaderField: field.name)
                }
                completion(.success(request))
            } catch {
                completion(.failure(error))
            }
        }
    }

    func retry(
        _ request: Request, for _: Alamofire.Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        guard let sent = request.request, let answer = request.response else { return completion(.doNotRetry) }
        Task {
            let isRetried = await session.shouldRetry(
                status: answer.statusCode, headers: HTTPHeaders(answer.allHeaderFields), from: answer.url,
                sent: HTTPHeaders(sent.allHTTPHeaderFields ?? [:]), to: sent.url, attempt: request.retryCount + 1)
            completion(isRetried ? .retry : .doNotRetry)
        }
    }
}

func alamofireSession(for session: SessionCore.Session) -> Alamofire.Session {
    Alamofire.Session(
        interceptor: SessionInterceptor(session: session), redirectHandler: Redirector(behavior: .doNotFollow))
}
