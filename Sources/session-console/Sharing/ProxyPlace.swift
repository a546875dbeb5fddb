import Relay
import SessionCore

/// Where a proxy listens, as the command line says.
enum ProxyPlace: Sendable {
    /// The address that the profile's proxy always has, which moves to the port that is given.
    case kept(KeptProxy.File, port: UInt16? = nil, renewsKeys: Bool = false, IfTaken)
    /// A port, of which any free one is 0, with keys for this run alone.
    case port(UInt16)
    /// A socket in the file system, which needs no keys.
    case socket(path: String)

    /// What happens where another program listens at the kept address.
    enum IfTaken: Sendable {
        /// Clients would send their calls to that program, and no other port would help them.
        case fails
        /// A free port, with keys for this run alone.
        case opensAnother
    }

    init(_ context: CommandContext, profile: String) throws(CommandFailure) {
        let port = try context.number(.proxyPort, in: 0...65535)
        let renewsKeys = context.invocation.contains(.newKey)
        guard let path = context.invocation.value(of: .socket) else {
            guard port != 0 else {
                self = .port(0)
                return
            }
            let file = KeptProxy.File(path: try context.folders().proxyFile(profile: profile))
            self = .kept(file, port: port.map { UInt16($0) }, renewsKeys: renewsKeys, .fails)
            return
        }
        for other in [Option.proxyPort, .newKey] where context.invocation.contains(other) {
            throw CommandFailure(.conflict(other, .socket), command: context.command.name)
        }
        guard !path.contains("/") else {
            self = .socket(path: path)
            return
        }
        guard let folder = context.environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            throw CommandFailure(
                .badValue(.socket, path, expected: "a path with a slash, because XDG_RUNTIME_DIR is not set"),
                command: context.command.name)
        }
        self = .socket(path: "\(folder)/\(path)")
    }

    static func address(port: UInt16, key: String) -> String { "http://127.0.0.1:\(port)/\(key)" }

    private static let keyLength = 16

    /// A key that nobody guesses.
    static func key() throws(CommandFailure) -> String {
        guard let bytes = try? SystemRandomness().bytes(keyLength) else {
            throw CommandFailure(.failed, "The machine has no randomness for a key.")
        }
        return bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    static func isKey(_ text: String) -> Bool {
        text.utf8.count == 2 * keyLength && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
}
