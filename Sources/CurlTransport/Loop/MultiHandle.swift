import CCurl
import HostSystem

/// Owns one `CURLM`, and the sockets that its thread sleeps on.
///
/// Unchecked because of the pointer, which only the transfer thread uses. Other threads use only the sockets that wake
/// it, which are closed with the last reference, so no wake-up can come too late.
final class MultiHandle: @unchecked Sendable {
    private static let keptConnections = 256

    let pointer: UnsafeMutableRawPointer
    /// Kept here because libcurl reports changes to it until the handle is freed.
    let sockets: SocketTable
    /// A pair of sockets: a byte written to one wakes the thread that waits on the other.
    private let wakeUps: (read: Int32, write: Int32)

    /// Fails if libcurl can't be set up.
    init?(connectionsPerHost: Int) {
        guard CurlLibrary.isReady, let pointer = console_curl_multi_init() else { return nil }
        var ends: [Int32] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            console_curl_multi_cleanup(pointer)
            return nil
        }
        ExitGuard.register()
        self.pointer = pointer
        wakeUps = (read: ends[0], write: ends[1])
        sockets = SocketTable(wakeUp: wakeUps.read)
        console_curl_multi_set_pointer(pointer, CURLMOPT_SOCKETDATA, Unmanaged.passUnretained(sockets).toOpaque())
        console_curl_multi_set_socket_function(pointer) { _, socket, interest, context, _ in
            if let context { SocketTable.from(context).update(socket, interest) }
            return 0
        }
        // By default libcurl keeps four for each transfer under way, so between two bursts it would close most.
        let kept = max(Self.keptConnections, connectionsPerHost)
        console_curl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, Int(Int32(clamping: kept)))
    }

    deinit {
        console_curl_multi_cleanup(pointer)
        close(wakeUps.read)
        close(wakeUps.write)
    }

    /// Waits for a socket, a wake-up, one of libcurl's timers or the next deadline, then lets libcurl act on what is
    /// ready.
    func wait(until deadlines: Deadlines) {
        var milliseconds = -1
        console_curl_multi_timeout(pointer, &milliseconds)
        if let limit = deadlines.timeLeft?.wholeMilliseconds, milliseconds < 0 || limit < milliseconds {
            milliseconds = limit
        }
        wait(milliseconds: milliseconds, deadlines)
    }

    /// Lets libcurl act on what is ready.
    func look(_ deadlines: Deadlines) {
        wait(milliseconds: 0, deadlines)
    }

    private func wait(milliseconds: Int, _ deadlines: Deadlines) {
        let isWoken = sockets.wait(milliseconds: Int32(clamping: milliseconds))
        deadlines.readClock()
        if isWoken {
            var bytes: UInt64 = 0
            _ = read(wakeUps.read, &bytes, MemoryLayout<UInt64>.size)
        }
        while let (socket, events) = sockets.takeReady() { act(on: socket, events) }
    }

    /// Lets libcurl act on due timers, which starts transfers just added.
    func runTimers() {
        act(on: CURL_SOCKET_TIMEOUT, 0)
    }

    private func act(on socket: curl_socket_t, _ events: Int32) {
        var count: Int32 = 0
        console_curl_multi_socket_action(pointer, socket, events, &count)
    }

    /// Wakes the thread; may be called on any thread.
    func wakeUp() {
        var byte: UInt8 = 0
        // If the buffer is full, the thread is about to wake anyway.
        _ = write(wakeUps.write, &byte, 1)
    }
}
