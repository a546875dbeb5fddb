import CurlTransport
import HostSystem
import SessionHTTP

/// A socket without TLS, which it closes at its end.
final class SocketStream: ByteStream {
    let descriptor: CInt
    let hidesBytes = false

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
        ByteMovement.prepare(descriptor)
        var on: CInt = 1
        // Not for a socket in the file system, where it has no effect.
        setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
    }

    deinit { close(descriptor) }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> ByteMovement {
        .receiving(from: descriptor, into: buffer)
    }

    func receive(intoSoon buffer: UnsafeMutableRawBufferPointer) -> ByteMovement {
        .receiving(from: descriptor, into: buffer, waiting: true)
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> ByteMovement {
        .sending(bytes, on: descriptor)
    }

    func endSending() {
        shutdown(descriptor, CInt(SHUT_WR))
    }
}
