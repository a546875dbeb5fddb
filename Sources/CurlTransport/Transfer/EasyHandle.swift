import CCurl
import SessionHTTP

/// Owns one `CURL` and the hop that runs on it; used on the transfer thread only.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    /// The hop under way and the head of its answer, at addresses for libcurl's callbacks.
    let transfer = UnsafeMutablePointer<Transfer>.allocate(capacity: 1)
    let head = UnsafeMutablePointer<ResponseHead>.allocate(capacity: 1)
    let configuration: CurlTransport.Configuration
    /// The queue to which an upload announces that it can go on.
    let queue: TransferQueue
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    let handshakes: Handshakes
    let deadlines: Deadlines
    /// The form of the last hop, which is still set in libcurl.
    var form: RequestForm?
    let parsedURL: OpaquePointer
    /// Whether the last hop set more than its form, so that a reset is due.
    var isAltered = false
    /// The index among the running handles; the loop maintains it.
    var index = 0
    /// Where the hop has a place; `nil` where it needs none any more.
    private var lane: HostLane?
    /// The server of the last answer.
    var peer = ConnectedServer()

    /// Fails if libcurl has no memory for another handle.
    init?(
        configuration: CurlTransport.Configuration, queue: TransferQueue, handshakes: Handshakes, deadlines: Deadlines
    ) {
        guard let pointer = console_curl_easy_init() else { return nil }
        guard let parsedURL = console_curl_url() else {
            console_curl_easy_cleanup(pointer)
            return nil
        }
        self.pointer = pointer
        self.parsedURL = parsedURL
        self.configuration = configuration
        self.queue = queue
        self.handshakes = handshakes
        self.deadlines = deadlines
        transfer.initialize(to: Transfer())
        head.initialize(to: ResponseHead())
        applyConfiguration()
    }

    deinit {
        console_curl_easy_cleanup(pointer)
        console_curl_url_cleanup(parsedURL)
        errorText.deallocate()
        transfer.deinitialize(count: 1)
        transfer.deallocate()
        head.deinitialize(count: 1)
        head.deallocate()
    }

    /// The handle that a message or callback of libcurl is about; it lives at least as long as its `CURL`.
    static func owner(of easy: UnsafeMutableRawPointer?) -> EasyHandle? {
        guard let easy else { return nil }
        var owner: UnsafeMutableRawPointer?
        console_curl_get_pointer(easy, CURLINFO_PRIVATE, &owner)
        return owner.map { from($0) }
    }

    @inline(__always)
    static func from(_ context: UnsafeMutableRawPointer) -> EasyHandle {
        Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
    }

    /// Sets up the handle for the hop's request.
    func prepare(_ hop: Hop, _ continuation: Hop.Continuation) {
        if isAltered {
            console_curl_easy_reset(pointer)
            form = nil
            applyConfiguration()
            isAltered = false
        }
        errorText.pointee = 0
        transfer.pointee.begin(hop, continuation, at: deadlines.now)
        apply(hop.form)
        applyMethodAndBody(of: hop)
    }

    /// Releases the hop; libcurl keeps the connection for reuse.
    func clear() {
        transfer.pointee.upload?.close()
        transfer.pointee.producer?.cancel()
        transfer.pointee = Transfer()
        head.pointee.clear()
    }

    func takePlace(in lane: HostLane) {
        lane.take()
        self.lane = lane
    }

    /// Lets the next hop have the place: this one has ended, or has no end.
    func leavePlace() {
        lane.take()?.release()
    }

    /// Resumes an upload that waited for bytes.
    func resume() {
        console_curl_easy_pause(pointer, CURLPAUSE_CONT)
    }
}

extension EasyHandle {
    func set(_ option: CURLoption, _ value: Int) {
        console_curl_set_long(pointer, option, value)
    }

    /// libcurl keeps a copy of the text.
    func set(_ option: CURLoption, _ value: String?) {
        console_curl_set_string(pointer, option, value)
    }
}

extension Duration {
    /// At least one: libcurl takes zero for "no limit", and waiting for less would be a busy loop.
    package var wholeMilliseconds: Int {
        let longest: Int64 = 1 << 32
        let seconds = min(max(components.seconds, -longest), longest)
        return max(1, Int(seconds * 1000 + components.attoseconds / 1_000_000_000_000_000))
    }
}
