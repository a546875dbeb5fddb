import CurlTransport
import SessionCore

/// Sends many requests at once, from tasks that share one thread, and returns the statuses.
func send(_ requests: [HTTPRequest], with session: Session) async throws -> [Int] {
    try await withTaskExecutorPreference(RequestExecutor()) {
        try await withThrowingTaskGroup(of: AuthorizedResponse.self) { group in
            for request in requests {
                group.addTask { try await session.send(request) }
            }
            return try await group.reduce(into: []) { $0.append($1.response.status) }
        }
    }
}

/// The transport of a server with many users, whose API leaves it 150 connections.
func transportOfServer() -> CurlTransport {
    let transport = CurlTransport(CurlTransport.Configuration(maximumConnectionsPerHost: 150))
    return transport
}
