import CurlTransport
import Interception
import SessionHTTP

/// TLS towards a caller, on its socket.
final class TLSStream: ByteStream {
    private let socket: any ByteStream
    private let connection: TLSConnection

    init(_ connection: TLSConnection, on socket: any ByteStream) {
        (self.connection, self.socket) = (connection, socket)
    }

    var descriptor: CInt { socket.descriptor }
    var hidesBytes: Bool { true }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> ByteMovement {
        passage(connection.receive(into: buffer))
    }

    func receive(intoSoon buffer: UnsafeMutableRawBufferPointer) -> ByteMovement { .waits }

    func send(_ bytes: UnsafeRawBufferPointer) -> ByteMovement { passage(connection.send(bytes)) }

    func endSending() {
        connection.endSending()
        socket.endSending()
    }

    /// With keys that change on the way, a read can wait for room to write; the next wait for bytes comes then.
    private func passage(_ progress: TLSProgress) -> ByteMovement {
        switch progress {
        case .moved(let count): .moved(count)
        case .wantsReading, .wantsWriting: .waits
        case .ended: .ended
        case .failed: .failed(.brokenOff("TLS with the caller broke off"))
        }
    }
}
