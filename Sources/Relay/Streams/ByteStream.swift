import CurlTransport

/// One side of a connection, read and written without waiting, on one thread.
///
/// A client's socket is one, and the way to a server; TLS towards a client is another.
protocol ByteStream: AnyObject {
    /// The socket to wait on. Bytes may have come while it is quiet, so read until there are none before you wait.
    var descriptor: CInt { get }
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Passage
    func send(_ bytes: UnsafeRawBufferPointer) -> Passage
    /// Tells the other side that nothing more will be sent.
    func endSending()
}

extension DialledConnection: ByteStream {}
