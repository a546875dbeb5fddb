import CCurl

/// The sockets libcurl wants to be told of: used on the transfer thread only.
///
/// With this table libcurl looks at sockets that are ready, where `curl_multi_perform` would try every transfer.
final class SocketTable {
    private var sockets: [curl_waitfd] = []
    /// Where each descriptor stands among the sockets; -1 where it does not.
    private var places: [Int] = []
    /// What the last wait found and nobody has taken yet, with events as `curl_multi_socket_action` wants them.
    private var ready: [(socket: curl_socket_t, events: Int32)] = []

    static func from(_ context: UnsafeMutableRawPointer) -> SocketTable {
        Unmanaged<SocketTable>.fromOpaque(context).takeUnretainedValue()
    }

    /// Waits with the descriptors in libcurl's form; `body` tells whether it noted any event.
    func withDescriptors(_ body: (UnsafeMutableBufferPointer<curl_waitfd>) -> Bool) {
        guard sockets.withUnsafeMutableBufferPointer({ body($0) }) else { return }
        for socket in sockets where socket.revents != 0 {
            ready.append((socket.fd, Self.selection(of: socket.revents)))
        }
    }

    /// The next ready socket, which may have been closed since: libcurl ignores one it does not know.
    func takeReady() -> (socket: curl_socket_t, events: Int32)? {
        ready.popLast()
    }

    /// Follows libcurl's interest in a socket.
    func update(_ socket: curl_socket_t, _ interest: Int32) {
        let descriptor = Int(socket)
        while places.count <= descriptor { places.append(-1) }
        let place = places[descriptor]
        guard interest != CURL_POLL_REMOVE else {
            if place >= 0 { remove(at: place) }
            return
        }
        let events = Int16(
            (interest & CURL_POLL_IN != 0 ? CURL_WAIT_POLLIN : 0)
                | (interest & CURL_POLL_OUT != 0 ? CURL_WAIT_POLLOUT : 0))
        if place >= 0 {
            sockets[place].events = events
        } else {
            places[descriptor] = sockets.count
            sockets.append(curl_waitfd(fd: socket, events: events, revents: 0))
        }
    }

    private func remove(at place: Int) {
        places[Int(sockets[place].fd)] = -1
        let last = sockets.removeLast()
        guard place < sockets.count else { return }
        sockets[place] = last
        places[Int(last.fd)] = place
    }

    private static func selection(of events: Int16) -> Int32 {
        (Int32(events) & CURL_WAIT_POLLIN != 0 ? CURL_CSELECT_IN : 0)
            | (Int32(events) & CURL_WAIT_POLLOUT != 0 ? CURL_CSELECT_OUT : 0)
    }
}
