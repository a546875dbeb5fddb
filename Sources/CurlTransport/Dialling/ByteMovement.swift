import HostSystem
package import SessionHTTP

/// What came of an attempt to move bytes without waiting.
package enum ByteMovement {
    case moved(Int)
    /// Nothing now: the socket says when.
    case waits
    /// The other side sends nothing more.
    case ended
    case failed(TransportError)

    package var isWaiting: Bool { if case .waits = self { true } else { false } }
}

extension ByteMovement {
    /// How long a read waits that may wait.
    ///
    /// That is one call of the system, where to wait for several sockets and then to read are two; most answers, and
    /// most requests that follow another, are there sooner.
    private static let moment = timeval(tv_sec: 0, tv_usec: 20_000)

    /// Makes a socket fit for the calls below.
    package static func prepare(_ socket: CInt) {
        var moment = moment
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &moment, socklen_t(MemoryLayout<timeval>.size))
        _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) & ~O_NONBLOCK)
    }

    package static func receiving(
        from socket: CInt, into buffer: UnsafeMutableRawBufferPointer, waiting: Bool = false
    ) -> ByteMovement {
        of { recv(socket, buffer.baseAddress, buffer.count, waiting ? 0 : CInt(MSG_DONTWAIT)) }
    }

    package static func sending(_ bytes: UnsafeRawBufferPointer, on socket: CInt) -> ByteMovement {
        of { send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)) }
    }

    private static func of(_ call: () -> Int) -> ByteMovement {
        while true {
            let count = call()
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .waits
            default: return .failed(.brokenOff(String(cString: strerror(errno))))
            }
        }
    }
}
