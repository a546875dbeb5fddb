import HostSystem
import Relay
import SessionCore

/// Where a proxy listens, as the command line says.
enum ProxyPlace: Sendable {
    /// The address that the profile's proxy always has, which moves to the port that is given.
    case kept(port: UInt16? = nil, renewsKeys: Bool = false, IfTaken)
    /// A port, of which any free one is 0, with keys for this run alone.
    case port(UInt16)
    /// A socket in the file system, which needs no keys.
    case socket(path: String, alsoFor: Set<UInt32> = [])

    /// What happens where another program listens at the kept address.
    enum IfTaken: Sendable {
        /// Clients would send their calls to that program, and no other port would help them.
        case fails
        /// A free port, with keys for this run alone.
        case opensAnother
    }

    init(_ context: CommandContext) throws(CommandFailure) {
        let port = try context.number(.proxyPort, in: 0...65535)
        let renewsKeys = context.invocation.contains(.newKey)
        let users = try context.allowedUsers()
        guard let path = context.invocation.value(of: .socket) else {
            guard users.isEmpty else {
                throw CommandFailure(
                    .missingOption(.socket, why: "--allow-user goes with it"), command: context.command.name)
            }
            guard port != 0 else {
                self = .port(0)
                return
            }
            self = .kept(port: port.map { UInt16($0) }, renewsKeys: renewsKeys, .fails)
            return
        }
        for other in [Option.proxyPort, .newKey] where context.invocation.contains(other) {
            throw CommandFailure(.conflict(other, .socket), command: context.command.name)
        }
        guard !path.contains("/") else {
            let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
            if !users.isEmpty { try Self.requireOpen(String(folder)) }
            self = .socket(path: path, alsoFor: users)
            return
        }
        guard let folder = context.environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            throw CommandFailure(
                .badValue(.socket, path, expected: "a path with a slash, because XDG_RUNTIME_DIR is not set"),
                command: context.command.name)
        }
        if !users.isEmpty { try Self.requireOpen(folder) }
        self = .socket(path: "\(folder)/\(path)", alsoFor: users)
    }

    /// Throws where other users can't reach what is in a folder.
    private static func requireOpen(_ folder: String) throws(CommandFailure) {
        var facts = stat()
        guard stat(folder, &facts) == 0, facts.st_mode & S_IXOTH == 0 else { return }
        throw CommandFailure(
            .badCommandLine, "No other user can enter \(folder), where the socket would be.",
            advice: "Name one in a folder that is open to them, such as --socket /tmp/NAME.")
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

extension CommandContext {
    /// The users of `--allow-user`; who lets others in has to say what they may do.
    fileprivate func allowedUsers() throws(CommandFailure) -> Set<UInt32> {
        var users: Set<UInt32> = []
        for text in invocation.values[.allowUser] ?? [] {
            guard let user = UInt32(text), text.utf8.first != UInt8(ascii: "+") else {
                throw CommandFailure(
                    .badValue(.allowUser, text, expected: "the number of a user, as 'id -u NAME' prints it"),
                    command: command.name)
            }
            users.insert(user)
        }
        if !users.isEmpty, !invocation.contains(.only) {
            throw CommandFailure(
                .missingOption(.only, why: "--allow-user gives others the session, as far as --only lets them"),
                command: command.name)
        }
        return users
    }
}
