import CCurl
import SessionCore

/// Owns one `CURL` and the exchange that runs on it; used on the transfer thread only.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    let configuration: CurlTransport.Configuration
    /// Where an upload announces that it can go on.
    let queue: TransferQueue
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    let handshakes: Handshakes
    /// The exchange under way.
    var transfer: Transfer?
    /// Whether the last exchange set more than what every exchange sets anew, so that a reset is due.
    var isAltered = false
    /// Whether the exchange goes over TLS.
    var isSecure = false
    /// The place among the running handles, kept by the loop.
    var index = 0
    /// The URL of the last exchange and what libcurl made of it, which is good for the next one to the same URL.
    var url = ""
    let parsedURL: OpaquePointer

    /// Fails where libcurl has no memory for one more.
    init?(configuration: CurlTransport.Configuration, queue: TransferQueue, handshakes: Handshakes) {
        guard let pointer = curl_easy_init() else { return nil }
        guard let parsedURL = curl_url() else {
            curl_easy_cleanup(pointer)
            return nil
        }
        self.pointer = pointer
        self.parsedURL = parsedURL
        self.configuration = configuration
        self.queue = queue
        self.handshakes = handshakes
        applyConfiguration()
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_url_cleanup(parsedURL)
        errorText.deallocate()
    }

    /// The handle libcurl speaks of in a message or a callback; it lives at least as long as its `CURL`.
    static func owner(of easy: UnsafeMutableRawPointer?) -> EasyHandle? {
        guard let easy else { return nil }
        var owner: UnsafeMutableRawPointer?
        console_curl_get_pointer(easy, CURLINFO_PRIVATE, &owner)
        return owner.map { from($0) }
    }

    static func from(_ context: UnsafeMutableRawPointer) -> EasyHandle {
        Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
    }

    /// Puts everything about the transfer's request into the handle.
    func prepare(_ transfer: Transfer) throws(TransportError) {
        if isAltered {
            curl_easy_reset(pointer)
            url = ""
            applyConfiguration()
            isAltered = false
        }
        errorText.pointee = 0
        self.transfer = transfer
        apply(transfer.exchange)
        let left = transfer.exchange.deadline - .now
        guard left > .zero else { throw .timedOut(.waiting) }
        set(CURLOPT_TIMEOUT_MS, left.wholeMilliseconds)
    }

    /// Lets go of the exchange, with the connection left to libcurl for reuse.
    func clear() {
        transfer?.upload?.close()
        transfer?.producer?.cancel()
        transfer = nil
    }

    /// Goes on with an upload that waited for bytes.
    func resume() {
        curl_easy_pause(pointer, CURLPAUSE_CONT)
    }
}

extension EasyHandle {
    func set(_ option: CURLoption, _ value: Int) {
        console_curl_set_long(pointer, option, value)
    }

    /// libcurl keeps a copy of the text.
    func set(_ option: CURLoption, _ value: String) {
        console_curl_set_string(pointer, option, value)
    }
}

extension Duration {
    /// At least one: libcurl takes zero for "no limit".
    var wholeMilliseconds: Int {
        max(1, Int(clamping: components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000))
    }
}
