import Foundation
import FoundationNetworking
import SessionCore

/// Signs out whether or not the provider can be told; the state is `noSession` when it returns.
func signOut(_ session: Session) async throws {
    for token in try await session.signOut(force: true) { print(token) }
}

/// Signs out when the server behind a client of one's own no longer accepts the token.
func react(to response: HTTPURLResponse, with session: Session) async throws {
    if response.statusCode == 401 { try await session.signOut(force: true) }
}
