import CCurl
import HostSystem

/// The sockets that libcurl watches, and the one that wakes the thread; used on the transfer thread only.
///
/// With this table libcurl handles only ready sockets, while `curl_multi_perform` would try every transfer and
/// `curl_multi_poll` would ask every transfer for its sockets.
final class SocketTable {
    private static let readable = Int16(POLLIN | POLLPRI)
    private static let writable = Int16(POLLOUT)

    /// The first one wakes the thread.
    @exclusivity(unchecked) private var sockets: [pollfd]
    /// The index of each descriptor among the sockets; zero for none.
    @exclusivity(unchecked) private var places: [Int] = []
    /// Ready sockets that are not handled yet, with their events as `curl_multi_socket_action` takes them.
    @exclusivity(unchecked) private var ready: [(socket: curl_socket_t, events: Int32)] = []

    init(wakeUp: Int32) {
        sockets = [pollfd(fd: wakeUp, events: Self.readable, revents: 0)]
    }

    static func from(_ context: UnsafeMutableRawPointer) -> SocketTable {
        Unmanaged<SocketTable>.fromOpaque(context).takeUnretainedValue()
    }

    /// Waits until a socket is ready or the thread is woken, at most that long; a negative time means without limit.
    ///
    /// Returns whether the thread was woken. A signal ends the wait early.
    func wait(milliseconds: Int32) -> Bool {
        guard poll(&sockets, nfds_t(sockets.count), milliseconds) > 0 else { return false }
        for socket in sockets.dropFirst() where socket.revents != 0 {
            ready.append((socket.fd, Self.selection(of: socket.revents)))
        }
        return sockets[0].revents != 0
    }

    /// Removes and returns the next ready socket.
    ///
    /// It may be closed by now: libcurl ignores sockets it doesn't know.
    func takeReady() -> (socket: curl_socket_t, events: Int32)? {
        ready.popLast()
    }

    /// Updates the events that libcurl waits for on a socket.
    func update(_ socket: curl_socket_t, _ interest: Int32) {
        let descriptor = Int(socket)
        while places.count <= descriptor { places.append(0) }
        let place = places[descriptor]
        guard interest != CURL_POLL_REMOVE else {
            if place > 0 { remove(at: place) }
            return
        }
        let events =
            (interest & CURL_POLL_IN != 0 ? Self.readable : 0) | (interest & CURL_POLL_OUT != 0 ? Self.writable : 0)
        if place > 0 {
            sockets[place].events = events
        } else {
            places[descriptor] = sockets.count
            sockets.append(pollfd(fd: socket, events: events, revents: 0))
        }
    }

    private func remove(at place: Int) {
        places[Int(sockets[place].fd)] = 0
        let last = sockets.removeLast()
        guard place < sockets.count else { return }
        sockets[place] = last
        places[Int(last.fd)] = place
    }

    private static func selection(of events: Int16) -> Int32 {
        (events & (readable | Int16(POLLHUP)) != 0 ? CURL_CSELECT_IN : 0)
            | (events & writable != 0 ? CURL_CSELECT_OUT : 0)
            | (events & Int16(POLLERR | POLLNVAL) != 0 ? CURL_CSELECT_ERR : 0)
    }
}
