import CMicroHTTPD
import HostSystem
import Synchronization

/// Owns one libmicrohttpd daemon: started by `init`, stopped by `stop()` or `deinit`.
final class Daemon: Sendable {
    private let dispatcher: Dispatcher
    private let handle: Mutex<DaemonHandle?>

    /// Takes ownership of the listening socket, even if it throws.
    init(listeningSocket: CInt, limits: HTTPServer.Limits, tls: HTTPServer.TLSIdentity?, dispatcher: Dispatcher)
        throws(HTTPServerError)
    {
        if let problem = console_mhd_open() {
            close(listeningSocket)
            throw .libraryMissing(String(cString: problem))
        }
        // The context is not retained: the daemon is stopped and its thread has ended before `dispatcher` is released.
        let context = Unmanaged.passUnretained(dispatcher).toOpaque()
        let daemon = console_mhd_start_daemon(
            listeningSocket, UInt32(clamping: limits.connections), UInt32(clamping: limits.idleTime.components.seconds),
            DaemonCallbacks.access, DaemonCallbacks.target, DaemonCallbacks.completed,
            DaemonCallbacks.connected, context, tls?.key, tls?.certificate)
        // A failed start has closed the socket in most cases; closing it again could hit another thread's descriptor.
        guard let daemon else { throw .daemonFailed }
        self.dispatcher = dispatcher
        handle = Mutex(DaemonHandle(pointer: daemon, listeningSocket: listeningSocket))
    }

    deinit {
        stop()
    }

    /// Blocks until the polling thread has ended, which is soon, because no callback waits for a task.
    func stop() {
        let daemon = handle.withLock { handle in
            defer { handle = nil }
            return handle
        }
        guard let daemon else { return }
        // libmicrohttpd forbids stopping while a connection is suspended, so all are resumed and none suspended again.
        dispatcher.abandonAll()
        // A child process has a copy of the socket until it runs its program. Without a shutdown the port would stay
        // open that long.
        shutdown(daemon.listeningSocket, CInt(SHUT_RDWR))
        console_mhd_stop_daemon(daemon.pointer)
    }
}

/// The daemon's pointer, and the socket that it closes when it is stopped.
///
/// Unchecked because an imported pointer is never Sendable. `Daemon` keeps the only copy under its lock and removes it
/// before the one call that uses it.
private struct DaemonHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    let listeningSocket: CInt
}
