import CCurl
import HostSystem
import SessionHTTP

/// A connection that libcurl has opened, and that its owner reads and writes; used on one thread.
package final class DialledConnection {
    let easy: UnsafeMutableRawPointer
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private let isGivenUp: () -> Bool
    private let addresses: Set<AddressKind>?
    private var trust: (any SharedTrust, Origin)?
    /// Whether it goes over a connection that was open before, and that connection until libcurl has taken it.
    private var isConnected = false
    private var adopted: CInt?
    /// The kind of an address that it may not go to.
    private(set) var refusedKind: AddressKind?
    /// The socket to wait on.
    package private(set) var descriptor: CInt = -1
    /// Whether bytes may be in libcurl while the socket is quiet: it reads ahead where it speaks TLS.
    package let hidesBytes: Bool

    /// Fails if libcurl has no memory for another handle.
    init?(isGivenUp: @escaping () -> Bool, addresses: Set<AddressKind>?, isSecure: Bool) {
        guard let easy = console_curl_easy_init() else { return nil }
        self.easy = easy
        hidesBytes = isSecure
        self.isGivenUp = isGivenUp
        self.addresses = addresses
        errorText.pointee = 0
        console_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
        setUpCallbacks()
    }

    /// Takes an open connection in place of one of its own.
    func adopt(_ connected: DialledConnection) {
        isConnected = true
        // The other handle closes its own.
        let copy = fcntl(connected.descriptor, F_DUPFD_CLOEXEC, 0)
        adopted = copy < 0 ? nil : copy
        console_curl_set_socket_option_function(easy) { _, _, _ in CInt(CURL_SOCKOPT_ALREADY_CONNECTED) }
    }

    /// Takes the authorities from there, where libcurl speaks TLS by OpenSSL.
    func share(_ trust: (any SharedTrust)?, for origin: Origin) {
        guard let trust, origin.isSecure else { return }
        self.trust = (trust, origin)
        let context = Unmanaged.passUnretained(self).toOpaque()
        let code = console_curl_set_tls_context_function(easy) { _, context, connection in
            guard let context = context, let connection = connection,
                let (trust, origin) = DialledConnection.from(connection).trust
            else { return CURLE_OK }
            return trust.apply(to: OpaquePointer(context), for: origin) ? CURLE_OK : CURLE_SSL_CACERT_BADFILE
        }
        guard code == CURLE_OK else { return }
        console_curl_set_pointer(easy, CURLOPT_SSL_CTX_DATA, context)
        // To read a file of 140 roots takes longer than to connect.
        console_curl_set_string(easy, CURLOPT_CAINFO, nil)
        console_curl_set_string(easy, CURLOPT_CAPATH, nil)
    }

    private func setUpCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        console_curl_set_long(easy, CURLOPT_NOPROGRESS, 0)
        console_curl_set_pointer(easy, CURLOPT_XFERINFODATA, context)
        console_curl_set_progress_function(easy) { context, _, _, _, _ in
            context.map { DialledConnection.from($0).isGivenUp() } == true ? 1 : 0
        }
        console_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        console_curl_set_open_socket_function(easy) { context, _, address in
            guard let context, let address else { return -1 }
            let connection = DialledConnection.from(context)
            if connection.isConnected { return connection.adopted.take() ?? -1 }
            return connection.mayConnect(to: address) ? console_curl_open_socket(address) : -1
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> DialledConnection {
        Unmanaged<DialledConnection>.fromOpaque(context).takeUnretainedValue()
    }

    private func mayConnect(to address: UnsafePointer<curl_sockaddr>) -> Bool {
        guard let addresses, let kind = AddressKind(address), !addresses.contains(kind) else { return true }
        refusedKind = kind
        return false
    }

    deinit {
        console_curl_easy_cleanup(easy)
        if let adopted { close(adopted) }
        errorText.deallocate()
    }

    /// `false` if the connection is gone already.
    func takeSocket() -> Bool {
        guard console_curl_get_socket(easy, CURLINFO_ACTIVESOCKET, &descriptor) == CURLE_OK, descriptor >= 0 else {
            return false
        }
        if !hidesBytes { ByteMovement.prepare(descriptor) }
        return true
    }

    package func receive(into buffer: UnsafeMutableRawBufferPointer) -> ByteMovement {
        // Where libcurl does nothing with the bytes, it takes as long as the kernel to pass them on.
        if !hidesBytes { return .receiving(from: descriptor, into: buffer) }
        var count = 0
        let code = console_curl_easy_recv(easy, buffer.baseAddress, buffer.count, &count)
        return passage(code, count)
    }

    package func receive(intoSoon buffer: UnsafeMutableRawBufferPointer) -> ByteMovement {
        hidesBytes ? .waits : .receiving(from: descriptor, into: buffer, waiting: true)
    }

    package func send(_ bytes: UnsafeRawBufferPointer) -> ByteMovement {
        if !hidesBytes { return .sending(bytes, on: descriptor) }
        var count = 0
        let code = console_curl_easy_send(easy, bytes.baseAddress, bytes.count, &count)
        return passage(code, count)
    }

    /// Tells the other side that nothing more will be sent; TLS has no such sign that all servers bear.
    package func endSending() {
        shutdown(descriptor, CInt(SHUT_WR))
    }

    private func passage(_ code: CURLcode, _ count: Int) -> ByteMovement {
        switch code {
        case CURLE_OK: count > 0 ? .moved(count) : .ended
        case CURLE_AGAIN: .waits
        default: .failed(.brokenOff(ConnectFailure(code, of: easy, errorText, afterConnecting: true).reason))
        }
    }
}
