import FoundationEssentials
import SessionCore

/// An API with the fields that every request carries; some of its resources are for everybody.
struct Backend: Sendable {
    let session: Session
    let baseURL: URL

    /// Sends a request that goes without the token: `/status`, a page before the sign-in.
    func getPublic(_ path: String) async throws -> AuthorizedResponse {
        try await session.send(request(path), authorization: .none)
    }

    /// Sends a request that carries the token where somebody is signed in.
    func get(_ path: String) async throws -> AuthorizedResponse {
        try await session.send(request(path), authorization: .optional)
    }

    /// Sends a request that is not sent at all without a token.
    func getProtected(_ path: String) async throws -> AuthorizedResponse {
        try await session.send(request(path))
    }

    private func request(_ path: String) -> HTTPRequest {
        let headers: HTTPHeaders = ["Accept": "application/json", "Content-Type": "application/json"]
        return HTTPRequest(url: baseURL.appending(path: path), headers: headers)
    }
}
