import CCurl
import SessionCore

/// The hop under way on a handle, and what has come of its answer; used on the transfer thread only.
struct Transfer: ~Copyable {
    static let closedEarly = "the kept connection was closed before an answer came"

    /// Empty between two exchanges.
    private(set) var hop: Hop?
    private(set) var continuation: Hop.Continuation?
    var body: [UInt8] = []
    /// How much of the body the request's receiver has taken.
    var receivedSize = 0
    /// Where the request's body comes from, if it is sent while it is produced.
    var upload: UploadFeed?
    /// Fills the feed.
    var producer: Task<Void, Never>?
    /// Why this side ended the hop, when it was this side.
    var failure: TransportError?
    /// For requests with a body, of which libcurl takes the first byte sent for the first one received.
    var uploadBegan: ContinuousClock.Instant?
    var firstByte: curl_off_t?
    /// The connection stands, and the request goes out on it.
    private(set) var isConnected = false
    /// When the connection must stand, once there is an attempt at one.
    private(set) var connectDeadline: ContinuousClock.Instant?
    private static let jump = Duration.milliseconds(500)
    private static let respite = Duration.seconds(5)
    /// How long the hop may go on after a jump of the clock.
    private var respiteEnd: ContinuousClock.Instant?
    /// How often libcurl had a connection and was about to send the request.
    private var sendings = 0
    var hasBegunHandshake = false
    /// What this hop's own handshake agreed on.
    var handshake: TLSFacts?

    mutating func begin(_ hop: Hop, _ continuation: Hop.Continuation) {
        self.hop = hop
        self.continuation = continuation
    }

    /// When the hop is overdue, as far as it has come.
    var plannedDeadline: ContinuousClock.Instant? {
        guard !isConnected, let connectDeadline else { return hop?.deadline }
        return hop.map { min(connectDeadline, $0.deadline) }
    }

    /// When the hop is overdue; later, once, where the clock has jumped over that.
    ///
    /// The program was stopped, or the machine suspended: the server may still be sending the answer.
    mutating func deadline(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard let planned = plannedDeadline else { return nil }
        if respiteEnd == nil, now - planned >= Self.jump { respiteEnd = now + Self.respite }
        return respiteEnd.map { max($0, planned) } ?? planned
    }

    /// Takes note that libcurl looks up a name or opens a socket; one attempt may do so several times.
    mutating func beginConnecting(until deadline: ContinuousClock.Instant) {
        guard isConnected || connectDeadline == nil else { return }
        isConnected = false
        connectDeadline = deadline
    }

    /// Whether the request may go out on the connection that stands now.
    ///
    /// When a kept connection is closed before any of the answer has come, libcurl sends the request again by itself, up
    /// to five times. The server may have acted on it, so only a safe method is sent again, and once (RFC 9110 §9.2.2).
    mutating func beginSending() -> Bool {
        isConnected = true
        sendings += 1
        if sendings == 1 || sendings == 2 && hop?.form.hasSafeMethod == true { return true }
        failure = .brokenOff(Self.closedEarly)
        return false
    }
}
