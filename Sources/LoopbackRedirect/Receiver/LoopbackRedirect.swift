public import FoundationEssentials
import HTTPServer
public import SessionCore
import Synchronization

/// Receives the authorization response on a port of this machine (RFC 8252 §7.3).
///
/// It listens from ``open()`` to ``close(succeeded:)`` and may be opened again afterwards. The browser's request is
/// held until the sign-in has ended or ``dismiss(_:)`` turns it away, so that its page shows how the sign-in really
/// ended.
public final class LoopbackRedirect: RedirectReceiver {
    private struct Listening {
        let server: HTTPServer
        let arrivals: Arrivals
    }

    /// Any free port of 127.0.0.1 (RFC 8252 §7.3): `http://127.0.0.1:0/callback`.
    public static let defaultURI = RedirectAddress.anyPort.text(port: 0)

    private let address: RedirectAddress
    private let patience: Duration
    private let isForSignOut: Bool
    private let listening = Mutex<Listening?>(nil)

    /// Creates a receiver on any free port of 127.0.0.1: ``defaultURI``.
    public convenience init() {
        self.init(address: .anyPort, patience: .seconds(60))
    }

    /// Creates a receiver for a redirect URI on 127.0.0.1, [::1] or localhost; port 0, or none, means any free port.
    ///
    /// Throws ``/SessionCore/SessionError/invalidConfiguration(setting:reason:)`` for any other URI.
    public convenience init(redirectURI: URL) throws(SessionError) {
        try self.init(redirectURI: redirectURI, patience: .seconds(60))
    }

    /// A browser is held no longer than `patience`; then its page refers to the terminal.
    ///
    /// For a sign-out, the last page speaks of that.
    package convenience init(
        redirectURI: URL, patience: Duration = .seconds(60), isForSignOut: Bool = false
    ) throws(SessionError) {
        self.init(address: try RedirectAddress(redirectURI), patience: patience, isForSignOut: isForSignOut)
    }

    private init(address: RedirectAddress, patience: Duration, isForSignOut: Bool = false) {
        self.address = address
        self.patience = patience
        self.isForSignOut = isForSignOut
    }

    /// Binds the port.
    ///
    /// Throws ``/SessionCore/SessionError/invalidConfiguration(setting:reason:)``, naming the port, if it is taken.
    public func open() async throws -> URL {
        await close(succeeded: false)
        let arrivals = Arrivals(address: address, patience: patience, isForSignOut: isForSignOut)
        let server: HTTPServer
        do {
            server = try HTTPServer.start(
                address: address.host == .ipv6 ? .ipv6 : .ipv4, port: address.port, limits: Self.limits,
                handler: arrivals.answer)
        } catch {
            throw SessionError.invalidConfiguration(setting: .redirectURI, reason: error.reasonForRedirect)
        }
        let uri = try address.uri(port: server.port)
        arrivals.uri = uri
        listening.withLock { $0 = Listening(server: server, arrivals: arrivals) }
        return uri
    }

    /// The redirects since ``open()``, for one reader; ends with ``close(succeeded:)``.
    public func responses() -> AsyncStream<URL> {
        listening.withLock { $0?.arrivals.urls } ?? AsyncStream { $0.finish() }
    }

    /// Answers that came as a form, for one reader.
    public func unreadable() -> AsyncStream<StrayRedirect> {
        listening.withLock { $0?.arrivals.unreadable } ?? AsyncStream { $0.finish() }
    }

    /// Turns away the browser that brought this redirect; the port stays open for the awaited one.
    public func dismiss(_ url: URL) {
        listening.withLock { $0?.arrivals }?.dismiss(url)
    }

    /// Sends the browser that brought this redirect on, if it is still held.
    public func forward(_ url: URL, to next: URL) -> Bool {
        listening.withLock { $0?.arrivals }?.forward(url, to: next) ?? false
    }

    /// Answers the browsers that are held and frees the port; does nothing if it is not open.
    public func close(succeeded: Bool) async {
        let open = listening.withLock { listening in
            defer { listening = nil }
            return listening
        }
        guard let open else { return }
        await open.arrivals.end(succeeded: succeeded)
        await open.server.stop()
    }

    private static var limits: HTTPServer.Limits {
        var limits = HTTPServer.Limits()
        // A form is not read, but answered.
        limits.bodySize = 128 << 10
        // Far more than are held: a connection whose request is still on its way makes room for others at the limit.
        limits.connections = 128
        limits.idleTime = .seconds(10)
        return limits
    }
}

extension HTTPServerError {
    fileprivate var reasonForRedirect: String {
        switch self {
        case .portTaken(let port): "port \(port) is taken by another program; end it, or register another redirect URI"
        case .portForbidden(let port): "port \(port) may not be used by this user; register one from 1024 up"
        case .socketFailed(let reason): "no listening socket: \(reason)"
        case .daemonFailed: "the receiver's thread can't be started"
        case .libraryMissing(let reason): "libmicrohttpd can't be opened: \(reason)"
        }
    }
}
