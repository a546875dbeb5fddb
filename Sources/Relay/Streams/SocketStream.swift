import CurlTransport
import Glibc
import SessionHTTP

/// A socket without TLS, which it closes at its end.
final class SocketStream: ByteStream {
    let descriptor: CInt
    let hidesBytes = false

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var on: CInt = 1
        // Not for a socket in the file system, where it has no effect.
        setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
    }

    deinit { close(descriptor) }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Passage {
        passage { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> Passage {
        passage { Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL)) }
    }

    func endSending() {
        shutdown(descriptor, CInt(SHUT_WR))
    }

    private func passage(_ call: () -> Int) -> Passage {
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
