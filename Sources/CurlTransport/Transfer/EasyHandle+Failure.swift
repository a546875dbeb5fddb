import CCurl
import FoundationEssentials
import Glibc
import SessionCore

extension EasyHandle {
    /// Translates libcurl's error, with what is known of how far the exchange had come.
    func failure(of code: CURLcode) -> TransportError {
        if head.pointee.isTooLarge { return .brokenOff("its header is larger than \(ResponseHead.sizeLimit) bytes") }
        let host = transfer.pointee.exchange?.request.url.host ?? ""
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return .couldNotResolve(host: host)
        case CURLE_COULDNT_RESOLVE_PROXY:
            return .couldNotConnect(host: host, reason: "the proxy's name could not be resolved")
        case CURLE_COULDNT_CONNECT, CURLE_PROXY:
            return .couldNotConnect(host: host, reason: systemReason ?? reason(of: code))
        case CURLE_OPERATION_TIMEDOUT:
            return .timedOut(phase)
        case CURLE_URL_MALFORMAT:
            return .invalidRequest("the URL is malformed")
        case CURLE_LOGIN_DENIED:
            return .invalidRequest("the URL carries a user name or a password")
        case CURLE_SEND_FAIL_REWIND:
            return .brokenOff(Transfer.closedEarly)
        case CURLE_UNSUPPORTED_PROTOCOL where !transfer.pointee.isConnected:
            return .invalidRequest("only http and https are spoken")
        case _ where Self.concernsTLS(code):
            return .tls(reason: reason(of: code))
        default:
            return .brokenOff(reason(of: code))
        }
    }

    /// How far an exchange has come; one that has to wait for a free connection just waits.
    var phase: TransportError.Phase {
        if transfer.pointee.isConnected { return head.pointee.hasBegun ? .receiving : .waiting }
        if transfer.pointee.connectDeadline == nil { return .waiting }
        if microseconds(CURLINFO_NAMELOOKUP_TIME_T) == 0 { return .nameLookup }
        return transfer.pointee.hasBegunHandshake ? .tls : .connect
    }

    private static func concernsTLS(_ code: CURLcode) -> Bool {
        [
            CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_USE_SSL_FAILED,
        ].contains(code)
    }

    /// What the operating system says of the last attempt to connect.
    private var systemReason: String? {
        let number = long(CURLINFO_OS_ERRNO)
        guard number != 0, let text = strerror(Int32(clamping: number)) else { return nil }
        return String(cString: text)
    }

    /// The text of this very failure, or that of its kind.
    private func reason(of code: CURLcode) -> String {
        let specific = String(cString: errorText)
        if !specific.isEmpty { return specific }
        return curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
    }
}
