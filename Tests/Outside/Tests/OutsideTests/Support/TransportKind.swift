import CurlTransport
@testable import Samples
import SessionCore

/// The transports that a session is tried with.
enum TransportKind: CaseIterable {
    case curl
    case urlSession

    func transport() -> any HTTPTransport {
        switch self {
        case .curl: CurlTransport()
        case .urlSession: URLSessionTransport()
        }
    }
}
