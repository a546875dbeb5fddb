import FoundationEssentials
import SessionCore

/// Reads orders.
///
/// It holds the session and not a token: a repository that is kept beyond the sign-out sends nothing.
struct OrdersRepository: Sendable {
    let backend: Backend

    func readAll() async throws -> Orders {
        try await backend.getProtected("orders").decode()
    }
}

struct Orders: Decodable, Sendable {
    let owner: String
    let orders: [Order]
}

struct Order: Decodable, Sendable {
    let id: Int
    let item: String
}
