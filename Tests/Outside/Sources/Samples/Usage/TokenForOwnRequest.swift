import Foundation
import FoundationNetworking
import SessionCore

/// Gives a request of one's own the access token, renewed first where need be; without a session it stays as it is.
func authorize(_ request: inout URLRequest, with session: Session) async throws {
    try await session.refreshAccessTokenIfNeeded()
    guard await session.isAuthenticated else { return }
    let token = try await session.accessToken()
    request.setValue(token.field.reveal(), forHTTPHeaderField: "Authorization")
}
