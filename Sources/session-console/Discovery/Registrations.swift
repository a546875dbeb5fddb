import HostSystem
import JOSE
import SessionCore

/// The clients that this program has registered, by issuer, in a file that only its owner can read.
struct Registrations: Sendable {
    private static let sizeLimit = 4 << 20
    private static let patience = Duration.seconds(10)

    let path: String

    /// Those that are kept; none where the file is missing.
    func clients() throws(CommandFailure) -> [RegisteredClient] {
        do throws(FileFailure) {
            let text = try PrivateFile(path: path).read(limit: Self.sizeLimit, requiringOwner: true)
            return (try? JSONValue(parsing: text).object)?["clients"]?.array?
                .compactMap { $0.object.flatMap { RegisteredClient($0) } } ?? []
        } catch {
            if error.reason == .system(ENOENT) { return [] }
            throw CommandFailure(.failed, "\(path) can't be read: \(error.clause).")
        }
    }

    /// Keeps a client in place of the one before at its issuer.
    func keep(_ client: RegisteredClient) async throws {
        try await change { clients in
            clients.removeAll { $0.issuer.hasSameBytes(as: client.issuer) }
            clients.append(client)
        }
    }

    func forget(_ client: RegisteredClient) async throws {
        try await change { $0.removeAll { $0 == client } }
    }

    private func change(_ change: (inout [RegisteredClient]) -> Void) async throws {
        let lock = try await FileLock(path: path + ".lock").lock(within: Self.patience, clock: SystemClock())
        defer { lock.release() }
        var clients = try clients()
        change(&clients)
        let json: JSONValue = ["clients": .array(clients.map { .object($0.json) })]
        do throws(FileFailure) {
            try PrivateFile(path: path).write(Array((json.serialized() + "\n").utf8))
        } catch {
            throw CommandFailure(.failed, "\(path) can't be written: \(error.clause).")
        }
    }
}
