import CurlTransport
import SessionHTTP

/// The connection to a server that belongs to one caller's connection.
///
/// It is shared with no other: one that the server has closed shows as closed, so that the caller's own rules about
/// sending again apply.
final class Upstream {
    let origin: Origin
    let stream: any ByteStream
    var inbox: Inbox
    /// Whether it has carried a request before the present one.
    var isReused = false
    /// Whether it was quiet when the present request came.
    var isKnownReady = false

    init(_ stream: any ByteStream, to origin: Origin, headSize: Int) {
        (self.stream, self.origin) = (stream, origin)
        inbox = Inbox(capacity: headSize)
    }

    /// Whether it can carry one more request: the server has neither closed it nor sent what nobody asked for.
    func isReady() -> Bool {
        defer { isKnownReady = false }
        if isKnownReady, inbox.isEmpty { return true }
        guard inbox.isEmpty, case .waits = inbox.fill(from: stream) else { return false }
        return true
    }
}
