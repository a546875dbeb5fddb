import ConsoleApp
import HostSystem
import SessionCore
import TerminalUI

/// The proxy of a console's session, which ends with the console.
@TerminalActor
final class ProxyRunner {
    private let work: WorkCount
    private let receive: @TerminalActor (ProxyMessage) -> Void
    private var server: ProxyServer?
    /// Whom other processes cut off.
    private var following: Task<Void, Never>?
    private var hasEnded = false

    init(_ work: WorkCount, receive: @escaping @TerminalActor (ProxyMessage) -> Void) {
        (self.work, self.receive) = (work, receive)
    }

    func perform(_ effect: ProxyEffect, _ host: ConsoleHost) {
        switch effect {
        case .open(let port):
            work.run {
                // A session in memory is signed in to here alone.
                let flow = await host.session.status.flow
                let login = host.isKept ? host.settings.call.login(by: flow) : "the console"
                await self.open(at: Self.place(port, host), host, login: login)
            }
        case .close:
            server?.end()
            forget()
            receive(.closed)
        case .cutOff(let caller):
            work.run { await self.cutOff(caller) }
        }
    }

    /// A port that is asked for is this console's alone.
    private static func place(_ port: UInt16?, _ host: ConsoleHost) -> ProxyPlace {
        port == nil && host.proxyFile != nil ? .kept(.opensAnother) : .port(port ?? 0)
    }

    private func open(at place: ProxyPlace, _ host: ConsoleHost, login: String) async {
        guard server == nil, !hasEnded else { return }
        let opener = ProxyOpener(
            session: host.session, settings: host.settings, file: host.proxyFile, login: login
        ) { refusal in
            let reason = ToolFailure(refusal.words)
            Task { @TerminalActor [weak self] in self?.receive(.refused(reason)) }
        }
        do throws(CommandFailure) {
            let server = try await opener.open(at: place)
            guard !hasEnded else { return server.end() }
            self.server = server
            receive(.opened(server.shown, besideAnother: server.isBesideAnother))
            following = Task {
                await server.followOthers { @TerminalActor [weak self] in self?.receive(.renewed(server.shown)) }
            }
        } catch {
            receive(.failed(ToolFailure(error.message, advice: "':proxy' without a port takes a free one")))
        }
    }

    private func cutOff(_ caller: Caller) async {
        guard let server else { return }
        // Another program may have the number of one that has ended.
        let process = caller.process.flatMap { ProcessTable.name(of: $0) == caller.name ? $0 : nil }
        do throws(CommandFailure) {
            try await server.cutOff(process)
            if server === self.server { receive(.renewed(server.shown, without: caller)) }
        } catch {
            receive(.refused(ToolFailure(error.message, advice: error.advice)))
        }
    }

    private func forget() {
        following?.cancel()
        (server, following) = (nil, nil)
    }

    /// Ends it, and returns when none of its connections is open any more.
    func stop() async {
        hasEnded = true
        await server?.stop()
        forget()
    }
}

extension ProxyServer {
    fileprivate var shown: [ProxyRoute] { routes.map { ProxyRoute(address: $0.address, origin: "\($0.origin)") } }
}
