import CCurl
import SessionHTTP

/// The hop under way on a handle, and the part of its answer received so far; used on the transfer thread only.
struct Transfer: ~Copyable {
    static let closedEarly = "the kept connection was closed before an answer arrived"

    /// Empty between two exchanges.
    private(set) var hop: Hop?
    private(set) var continuation: Hop.Continuation?
    var body: [UInt8] = []
    /// How many bytes of the body the request's receiver has received.
    var receivedSize = 0
    /// The source of the request's body, if it is sent while it is produced.
    var upload: UploadFeed?
    /// Fills the feed.
    var producer: Task<Void, Never>?
    /// Whether this side ended the hop at the header of an event stream.
    var isEndedAtEventStream = false
    /// Why this side ended the hop, if it did.
    var failure: TransportError?
    /// When an upload began: for requests with a body libcurl's time of the first byte received is that of the first
    /// sent.
    var uploadBegan: ContinuousClock.Instant?
    var firstByte: curl_off_t?
    /// Whether the connection is open and the request is being sent.
    private(set) var isConnected = false
    /// When the hop was handed to libcurl.
    private(set) var began = ContinuousClock.now
    /// When the whole must be over; `nil` where it may take any time.
    private var end: ContinuousClock.Instant?
    /// When a byte came or went last; the beginning of the hop or of the connection where none has yet.
    private var lastSign = ContinuousClock.now
    /// How many bytes of the body had been sent at ``lastSign``.
    private var sentSize: curl_off_t = 0
    /// When the connection must be open, once an attempt has begun.
    private(set) var connectDeadline: ContinuousClock.Instant?
    private static let jump = Duration.milliseconds(500)
    private static let respite = Duration.seconds(5)
    /// How long the hop may go on after a jump of the clock.
    private var respiteEnd: ContinuousClock.Instant?
    /// How often libcurl was about to send the request on a connection.
    private var sendings = 0
    var hasBegunHandshake = false
    /// The result of this hop's own TLS handshake.
    var handshake: TLSFacts?

    mutating func begin(_ hop: Hop, _ continuation: Hop.Continuation, at now: ContinuousClock.Instant) {
        self.hop = hop
        self.continuation = continuation
        (began, lastSign) = (now, now)
        end = hop.timeLeft.map { now + $0 }
    }

    /// Records that bytes of the answer came.
    mutating func recordSign(at now: ContinuousClock.Instant) { lastSign = now }

    /// Records how much of the request's body has been sent so far.
    mutating func recordSent(_ size: curl_off_t, at now: ContinuousClock.Instant) {
        guard size > sentSize else { return }
        (sentSize, lastSign) = (size, now)
    }

    /// When the hop is overdue in its present phase.
    var plannedDeadline: ContinuousClock.Instant? {
        guard let hop else { return nil }
        var planned = lastSign + hop.patience
        if !isConnected, let connectDeadline { planned = min(planned, connectDeadline) }
        if let end { planned = min(planned, end) }
        return planned
    }

    /// When the hop is overdue; extended if the clock has jumped past that time, once until a byte comes or goes.
    ///
    /// Then the program was stopped or the machine suspended, and the server may still be sending the answer.
    mutating func deadline(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard let planned = plannedDeadline else { return nil }
        if respiteEnd.map({ $0 < planned }) ?? true, now - planned >= Self.jump { respiteEnd = now + Self.respite }
        return respiteEnd.map { max($0, planned) } ?? planned
    }

    /// Records that libcurl looks up a name or opens a socket, which one attempt may do several times.
    mutating func beginConnecting(until deadline: ContinuousClock.Instant) {
        guard isConnected || connectDeadline == nil else { return }
        isConnected = false
        connectDeadline = deadline
    }

    /// Whether the request may be sent on the connection that is open now.
    ///
    /// If a kept connection is closed before any of the answer has arrived, libcurl sends the request again by itself,
    /// up to five times. The server may have acted on it, so only a safe method is sent again, and once (RFC 9110
    /// §9.2.2).
    mutating func beginSending(at now: ContinuousClock.Instant) -> Bool {
        isConnected = true
        lastSign = now
        sendings += 1
        if sendings == 1 || sendings == 2 && hop?.form.hasSafeMethod == true { return true }
        failure = .brokenOff(Self.closedEarly)
        return false
    }
}
