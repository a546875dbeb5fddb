import FoundationEssentials
import SessionCore

/// Reads orders.
///
/// It holds the session and not a token: a repository that is kept beyond the sign-out sends nothing.
public struct OrdersRepository: Sendable {
    let backend: Backend

    public init(backend: Backend) {
        self.backend = backend
    }

    public func readAll() async throws -> Orders {
        try await backend.getProtected("orders").decode()
    }
}

public struct Orders: Decodable, Sendable {
    public let owner: String
    public let orders: [Order]
}

public struct Order: Decodable, Sendable {
    public let id: Int
    public let item: String
}
