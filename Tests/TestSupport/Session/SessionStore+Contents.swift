package import SessionCore

extension SessionStore {
    /// Whether it contains neither a session nor a pending revocation.
    package var holdsNoToken: Bool {
        get async throws {
            let text = try await text
            return try await holdsNoSession && !text.contains("\"token\":")
        }
    }

    package var holdsNoSession: Bool {
        get async throws { try await !text.contains("\"session\":") }
    }

    /// The record as text; empty where there is none.
    package var text: String {
        get async throws { String(decoding: try await read() ?? [], as: UTF8.self) }
    }
}
