import CurlTransport
import FoundationEssentials
import Relay
import SessionCore
import SessionProxy

/// `proxy`: an address where every program's calls get the session's token.
extension Command {
    static let proxy = Command(
        name: "proxy",
        summary: "give any program's calls to an API the session's token",
        usage: "[--listen PORT | --socket PATH] [--only METHOD[:/PATH]]...",
        details: """
            For each origin of --api a line is printed: an address on this machine, and the
            origin that it leads to. What a program requests there goes to that origin with
            the session's token, or with a DPoP proof, in place of its own Authorization
            field. All programs share one refresh; after a 401 the token is renewed, and a
            request is sent again if its body is not larger than 8 MiB. Redirects are not
            followed. The session's events have each call with the name and the process of
            its program.

            The address has a random key in its path: whoever knows it can use the token.
            With --socket the programs connect to a Unix socket that only its owner can
            open, and the Host field names the API; a PATH without a slash is in
            XDG_RUNTIME_DIR. Other users of this machine and pages of a browser are refused.
            --only lets nothing else pass: a method, or a method and a path with all below
            it.

            Once the session has ended programs are answered 401, until it is signed in
            again. The command ends at ctrl-c.
            """,
        example: "session-console proxy --api https://api.example.com --only GET:/orders",
        options: [.listen, .socket, .only, .record],
        takesProvider: true,
        run: { context in
            let place = try ProxyPlace(context)
            let rules = try context.proxyRules()
            return try await CommandSession.open(context, isLive: true) { opened in
                try await opened.requireSession()
                let origins = opened.settings.client.apis.compactMap { Origin($0) }.unique
                guard !origins.isEmpty else {
                    throw CommandFailure(
                        .missingOption(.api, why: "it names the origins that the token may go to"),
                        command: context.command.name)
                }
                let keys = try origins.map { (key: try ProxyPlace.key(), origin: $0) }
                let login = await opened.login
                let proxy = SessionProxy(
                    of: opened.session, ProxyGate(place.entrance(keys), only: rules), login: login,
                    onRefusal: { opened.tell($0.words) })
                let relay = try place.relay(Dialler(opened.settings.transport), owner: proxy)
                SignalWatch.shared.beforeEnd { relay.end() }
                for line in place.lines(keys, at: relay.address) { try context.output.line(line) }
                opened.tell("Serving until ctrl-c.")
                for await _ in opened.session.states() {}
                await relay.stop()
                return .done
            }
        })
}

extension CommandContext {
    fileprivate func proxyRules() throws(CommandFailure) -> [ProxyRule] {
        var rules: [ProxyRule] = []
        for text in invocation.values[.only] ?? [] {
            guard let rule = ProxyRule(text) else {
                throw CommandFailure(
                    .badValue(.only, text, expected: "a method such as GET, or GET:/path"), command: command.name)
            }
            rules.append(rule)
        }
        return rules
    }
}

extension [Origin] {
    fileprivate var unique: [Origin] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension SessionProxy.Refusal {
    fileprivate var words: String {
        switch self {
        case .request(let refusal, let caller): "Refused \(caller.words): \(refusal.answer.line)."
        case .connection(.foreignUser(let user?)): "Refused: user \(user) connected to the proxy."
        case .connection(.foreignUser(nil)): "Refused: the system does not say who connected to the proxy."
        case .connection(.malformed(let flaw, let caller)): "Refused \(caller.words): \(flaw)."
        case .connection(.tooSlow(let caller)): "Refused \(caller.words): the head of its request did not come in time."
        case .connection(.handshake), .connection(.leftAfterHandshake): "Refused: TLS is not spoken here."
        case .connection(.tooMany): "Refused: too many connections at once."
        }
    }
}
