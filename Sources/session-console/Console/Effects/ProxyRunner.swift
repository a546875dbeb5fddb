import ConsoleApp
import SessionCore
import TerminalUI

/// The proxy of a console's session, which ends with the console.
@TerminalActor
final class ProxyRunner {
    private let work: WorkCount
    private let receive: @TerminalActor (ProxyMessage) -> Void
    private var server: ProxyServer?
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
                self.open(port ?? 0, host, login: host.isKept ? host.settings.call.login(by: flow) : "the console")
            }
        case .close:
            server?.end()
            server = nil
            receive(.closed)
        }
    }

    private func open(_ port: UInt16, _ host: ConsoleHost, login: String) {
        guard server == nil, !hasEnded else { return }
        do throws(CommandFailure) {
            let server = try ProxyServer(at: ProxyPlace(port: port), of: host.session, host.settings, login: login) {
                refusal in
                let reason = ToolFailure(refusal.words)
                Task { @TerminalActor [weak self] in self?.receive(.refused(reason)) }
            }
            self.server = server
            receive(.opened(server.routes.map { ProxyRoute(address: $0.address, origin: "\($0.origin)") }))
        } catch {
            receive(.failed(ToolFailure(error.message, advice: "':proxy' without a port takes a free one")))
        }
    }

    /// Ends it, and returns when none of its connections is open any more.
    func stop() async {
        hasEnded = true
        await server?.stop()
        server = nil
    }
}
