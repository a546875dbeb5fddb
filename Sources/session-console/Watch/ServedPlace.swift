import Addresses
import ClientWatch
import CurlTransport
import FoundationEssentials
import HostSystem
import Relay
import SessionCore

/// Before which server a watch stands, and where.
struct ServedPlace: Sendable {
    let address: RelayAddress
    let routes: ServedRoutes
    let configuration: CurlTransport.Configuration

    static let options: [Option] = [.serve, .to]
    /// Those that only a watch of programs has a use for.
    private static let foreign: [Option] = [.archive, .api, .issuer, .host, .tunnel, .listen, .ownBrowser]

    init(_ context: CommandContext) throws(CommandFailure) {
        let invocation = context.invocation
        if let option = Self.foreign.first(where: invocation.contains) {
            throw CommandFailure(.conflict(.serve, option), command: context.command.name)
        }
        if let word = context.operands.first {
            throw CommandFailure(.extraOperand(word), command: context.command.name)
        }
        guard let place = invocation.value(of: .serve) else {
            throw CommandFailure(
                .badCommandLine, "--to says where to go on, and no --serve where to listen.",
                advice: "Name both: watch --serve 8000 --to http://127.0.0.1:3000")
        }
        guard let address = RelayAddress(place) else {
            throw CommandFailure(
                .badValue(.serve, place, expected: "a port from 0 to 65535, alone or behind an address in digits"),
                command: context.command.name)
        }
        self.address = address
        var server: Origin?
        var routes: [ServedRoutes.Detour] = []
        for text in invocation.values[.to] ?? [] {
            let parts = text.hasPrefix("/") ? text.split(separator: "=", maxSplits: 1).map(String.init) : [text]
            guard let url = parts.last.flatMap({ URL(given: $0) }), let origin = Origin(url),
                ["", "/"].contains(url.path(percentEncoded: true)), url.query == nil,
                parts.count == (text.hasPrefix("/") ? 2 : 1)
            else {
                throw CommandFailure(
                    .badValue(
                        .to, text, expected: "the http or https URL of a server without a path, alone or behind PATH="),
                    command: context.command.name)
            }
            if parts.count == 2 {
                routes.append(.init(path: parts[0], origin: origin))
            } else if server == nil {
                server = origin
            } else {
                throw CommandFailure(
                    .badCommandLine, "Two servers are named for the same paths.",
                    advice: "Say which paths go to the other one: --to /PATH=\(text)")
            }
        }
        guard let server else {
            throw CommandFailure(
                .badCommandLine, "No server is named.", advice: "Name it: --to http://127.0.0.1:3000")
        }
        self.routes = ServedRoutes(to: server, except: routes)
        configuration = try ProviderSettings.transport(context.commandLine)
    }

    /// As the header has it: `:8000 → http://127.0.0.1:3000`.
    func name(port: UInt16) -> String {
        let host = if case .interface(let host, _) = address { host.contains(":") ? "[\(host)]" : host } else { "" }
        return "\(host):\(port) → \(routes.server)"
    }
}

extension RelayAddress {
    /// `8000`, `0.0.0.0:8000` or `[::]:8000`; `nil` for anything else.
    fileprivate init?(_ text: String) {
        if let port = UInt16(text) {
            self = .port(port)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let digits =
            host == "localhost" ? "127.0.0.1" : isBracketed ? String(host.dropFirst().dropLast()) : String(host)
        guard digits.contains(":") == isBracketed, SocketAddress(digits, port: port) != nil else { return nil }
        self = .interface(digits, port: port)
    }
}
