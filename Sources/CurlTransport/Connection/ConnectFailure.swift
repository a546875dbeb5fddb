import CCurl
import HostSystem
import SessionHTTP

/// An error of libcurl's, and what it says of the connection that was not made.
struct ConnectFailure {
    private let code: CURLcode
    private let easy: UnsafeMutableRawPointer
    private let host: String
    private let hostAndPort: String
    private let wasConnected: Bool
    /// libcurl's text for this failure, or else for its error code.
    let reason: String

    init(
        _ code: CURLcode, of easy: UnsafeMutableRawPointer, _ errorText: UnsafePointer<CChar>, to host: String = "",
        at origin: Origin? = nil, afterConnecting wasConnected: Bool
    ) {
        (self.code, self.easy, self.host, self.wasConnected) = (code, easy, host, wasConnected)
        hostAndPort = origin.map { ($0.host.contains(":") ? "[\($0.host)]" : $0.host) + ":\($0.port)" } ?? host
        let specific = String(cString: errorText)
        let general = console_curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
        reason = specific.isEmpty ? general : specific
    }

    /// Why no connection was made; `nil` for an error that occurs after connecting.
    var cause: TransportError? {
        if mayLackDescriptors, let reason = OpenFiles.exhaustion { return .outOfResources(reason) }
        if let status = refusalOfProxy { return .proxyRefused(status: status) }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return .couldNotResolve(host: host)
        case CURLE_COULDNT_RESOLVE_PROXY:
            return .couldNotConnect(host: hostAndPort, reason: "the proxy's name could not be resolved")
        case CURLE_COULDNT_CONNECT, CURLE_PROXY:
            return .couldNotConnect(host: hostAndPort, reason: systemReason ?? reason)
        case CURLE_URL_MALFORMAT:
            return .invalidRequest("the URL is malformed")
        case CURLE_LOGIN_DENIED:
            return .invalidRequest("the URL carries a user name or a password")
        case CURLE_UNSUPPORTED_PROTOCOL where !wasConnected:
            return .invalidRequest("only http and https are supported")
        default:
            return concernsTLS ? .tls(tlsFault, reason: reason) : nil
        }
    }

    /// What a proxy answered that was asked for a connection, and made none (RFC 9110 §9.3.6).
    private var refusalOfProxy: Int? {
        let status = long(CURLINFO_HTTP_CONNECTCODE)
        return wasConnected || status < 300 ? nil : status
    }

    /// Errors that libcurl also reports if a file or socket can't be opened.
    private var mayLackDescriptors: Bool {
        [
            CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_OUT_OF_MEMORY,
            CURLE_SSL_CACERT_BADFILE, CURLE_FAILED_INIT,
        ].contains(code)
    }

    /// The fault that OpenSSL or libcurl found in the certificate; the numbers are OpenSSL's `X509_V_ERR_…`.
    private var tlsFault: TransportError.TLSFault {
        switch code {
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH: return .pinMismatch
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR: break
        default: return .other
        }
        switch long(CURLINFO_SSL_VERIFYRESULT) {
        case 9: return .notYetValid
        case 10: return .expired
        case 2, 18, 19, 20, 21, 27: return .untrustedIssuer
        // The chain is good: libcurl itself compares the names, before it reads OpenSSL's result.
        case 0, 1, 62: return code == CURLE_PEER_FAILED_VERIFICATION ? .wrongName : .other
        default: return .other
        }
    }

    private var concernsTLS: Bool {
        [
            CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_USE_SSL_FAILED,
        ].contains(code)
    }

    /// The operating system's error text for the last attempt to connect.
    private var systemReason: String? {
        let number = long(CURLINFO_OS_ERRNO)
        guard number != 0, let text = strerror(Int32(clamping: number)) else { return nil }
        return String(cString: text)
    }

    private func long(_ info: CURLINFO) -> Int {
        var value = 0
        console_curl_get_long(easy, info, &value)
        return value
    }
}
