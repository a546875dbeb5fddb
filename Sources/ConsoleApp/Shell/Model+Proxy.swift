import ConsoleKit
import SessionCore

extension Model {
    /// Shows the addresses of the session's proxy, which is opened first where there is none.
    mutating func showProxy(port: UInt16? = nil) -> [Effect] {
        if scene.proxy == nil {
            guard scene.isSignedIn else {
                shell.notice = .notSignedIn
                return []
            }
            guard !scene.context.apis.isEmpty else {
                shell.notice = Notice(
                    .muted, "The proxy leads nowhere", advice: "--api names the origins that the token may go to")
                return []
            }
            scene.proxy = ProxyState()
            shell.dialog = ProxyDialog()
            return [.proxy(.open(port: port))]
        }
        if port != nil { shell.notice = Notice(.muted, "The proxy is open already") }
        shell.dialog = ProxyDialog()
        return []
    }

    mutating func apply(_ message: ProxyMessage) -> [Effect] {
        switch message {
        case .opened(let routes, let isBesideAnother):
            scene.proxy?.routes = routes
            scene.proxy?.isBesideAnother = isBesideAnother
        case .renewed(let routes, let caller):
            scene.proxy?.routes = routes
            if let caller { scene.proxy?.forget(caller) }
            shell.notice = Notice(
                .warning, caller.map { "\($0) is cut off" } ?? "The proxy's addresses are new",
                advice: "the other programs need the new addresses")
        case .closed: endProxy(Notice(.good, "The proxy is closed"))
        case .failed(let failure): endProxy(Notice(.bad, failure.reason, advice: failure.advice))
        case .refused(let failure): shell.notice = Notice(.warning, failure.reason)
        }
        return []
    }

    private mutating func endProxy(_ notice: Notice) {
        scene.proxy = nil
        if shell.dialog is ProxyDialog { shell.dialog = nil }
        shell.notice = notice
    }
}
