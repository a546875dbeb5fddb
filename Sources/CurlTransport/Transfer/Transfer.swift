import CCurl
import SessionCore

/// What a running exchange has received so far; used on the transfer thread only.
final class Transfer {
    static let closedEarly = "the kept connection was closed before an answer came"

    let exchange: Exchange
    let continuation: Exchange.Continuation
    var head = ResponseHead()
    var body: [UInt8] = []
    /// How much of the body the request's receiver has taken.
    var receivedSize = 0
    /// Where the request's body comes from, if it is sent while it is produced.
    var upload: UploadFeed?
    /// Fills the feed.
    var producer: Task<Void, Never>?
    /// Why this side ended the exchange, when it was this side.
    var failure: TransportError?
    /// For requests with a body, of which libcurl takes the first byte sent for the first one received.
    var uploadBegan: ContinuousClock.Instant?
    var firstByte: curl_off_t?
    /// How often libcurl had a connection and was about to send the request.
    private(set) var sendings = 0
    var hasBegunHandshake = false
    /// What this exchange's own handshake agreed on.
    var handshake: TLSFacts?

    init(_ exchange: Exchange, _ continuation: Exchange.Continuation) {
        self.exchange = exchange
        self.continuation = continuation
    }

    /// The connection stands, and the request goes out on it.
    var isConnected: Bool { sendings > 0 }

    /// Whether the request may go out on the connection that stands now.
    ///
    /// When a kept connection is closed before any of the answer has come, libcurl sends the request again by itself, up
    /// to five times. The server may have acted on it, so only a safe method is sent again, and once (RFC 9110 §9.2.2).
    func beginSending() -> Bool {
        sendings += 1
        if sendings <= (exchange.request.hasSafeMethod ? 2 : 1) { return true }
        failure = .brokenOff(Self.closedEarly)
        return false
    }
}

extension HTTPRequest {
    /// RFC 9110 §9.2.1.
    fileprivate var hasSafeMethod: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }
}
