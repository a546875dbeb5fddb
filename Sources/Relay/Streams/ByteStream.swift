import CurlTransport

/// One side of a connection, read and written without waiting, on one thread.
///
/// A client's socket is one, and the way to a server; TLS towards a client is another.
protocol ByteStream: AnyObject {
    /// The socket to wait on.
    var descriptor: CInt { get }
    /// Whether bytes may have come while the socket is quiet: read until there are none before you wait.
    var hidesBytes: Bool { get }
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> ByteMovement
    /// Receives bytes, for which it may wait a moment; `.waits` where none came, or it can't.
    func receive(intoSoon buffer: UnsafeMutableRawBufferPointer) -> ByteMovement
    func send(_ bytes: UnsafeRawBufferPointer) -> ByteMovement
    /// Tells the other side that nothing more will be sent.
    func endSending()
}

extension DialledConnection: ByteStream {}
