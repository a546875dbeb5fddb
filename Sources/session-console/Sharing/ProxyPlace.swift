import CurlTransport
import Relay
import SessionCore
import SessionProxy

/// Where a proxy listens, as the command line says.
struct ProxyPlace: Sendable {
    private let address: RelayAddress

    /// Any free port is 0.
    init(port: UInt16) { address = .port(port) }

    init(_ context: CommandContext) throws(CommandFailure) {
        let port = try context.number(.listen, in: 0...65535)
        guard let path = context.invocation.value(of: .socket) else {
            address = .port(UInt16(port ?? 0))
            return
        }
        guard port == nil else { throw CommandFailure(.conflict(.listen, .socket), command: context.command.name) }
        guard !path.contains("/") else {
            address = .socket(path: path)
            return
        }
        guard let folder = context.environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            throw CommandFailure(
                .badValue(.socket, path, expected: "a path with a slash, because XDG_RUNTIME_DIR is not set"),
                command: context.command.name)
        }
        address = .socket(path: "\(folder)/\(path)")
    }

    /// A key that nobody guesses.
    static func key() throws(CommandFailure) -> String {
        guard let bytes = try? SystemRandomness().bytes(16) else {
            throw CommandFailure(.failed, "The machine has no randomness for a key.")
        }
        return bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    func entrance(_ keys: [(key: String, origin: Origin)]) -> ProxyGate.Entrance {
        switch address {
        case .port: .keys(keys)
        case .socket: .hosts(keys.map(\.origin))
        }
    }

    func relay(_ dialler: Dialler, owner: any RelayOwner) throws(CommandFailure) -> Relay {
        do {
            return try Relay(address, dialler: dialler, owner: owner)
        } catch {
            throw CommandFailure(
                .failed, "The proxy can't listen: \(error).", advice: "Choose another place with --listen or --socket.")
        }
    }

    /// Each API with its address here.
    func routes(
        _ keys: [(key: String, origin: Origin)], at address: RelayAddress
    ) -> [(address: String, origin: Origin)] {
        switch address {
        case .port(let port): keys.map { ("http://127.0.0.1:\(port)/\($0.key)", $0.origin) }
        case .socket(let path): keys.map { (path, $0.origin) }
        }
    }
}
