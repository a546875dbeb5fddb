import CCurl
import FoundationEssentials
import Glibc
import SessionHTTP

extension EasyHandle {
    /// Translates libcurl's error, with the phase that the hop had reached and what had arrived.
    func failure(of code: CURLcode) -> TransportError { cause(of: code).after(partialAnswer) }

    private func cause(of code: CURLcode) -> TransportError {
        if head.pointee.isTooLarge { return .brokenOff("its header is larger than \(ResponseHead.sizeLimit) bytes") }
        let url = transfer.pointee.hop?.request.url
        let host = url?.host ?? ""
        if isHeaderRefused(code) { return .brokenOff("a line of its header is larger than libcurl's limit of 100 KiB") }
        if Self.mayLackDescriptors(code), let reason = OpenFiles.exhaustion { return .outOfResources(reason) }
        if let status = refusalOfProxy { return .proxyRefused(status: status) }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return .couldNotResolve(host: host)
        case CURLE_COULDNT_RESOLVE_PROXY:
            return .couldNotConnect(host: hostAndPort(url), reason: "the proxy's name could not be resolved")
        case CURLE_COULDNT_CONNECT, CURLE_PROXY:
            return .couldNotConnect(host: hostAndPort(url), reason: systemReason ?? reason(of: code))
        case CURLE_OPERATION_TIMEDOUT:
            return .timedOut(phase)
        case CURLE_URL_MALFORMAT:
            return .invalidRequest("the URL is malformed")
        case CURLE_LOGIN_DENIED:
            return .invalidRequest("the URL carries a user name or a password")
        case CURLE_SEND_FAIL_REWIND:
            return .brokenOff(Transfer.closedEarly)
        case CURLE_UNSUPPORTED_PROTOCOL where !transfer.pointee.isConnected:
            return .invalidRequest("only http and https are supported")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            return .brokenOff("the answer is not HTTP (\(reason(of: code)))")
        case CURLE_PARTIAL_FILE:
            return .brokenOff("the connection was closed")
        case CURLE_BAD_CONTENT_ENCODING:
            return .brokenOff("its content coding is damaged (\(reason(of: code)))")
        case _ where Self.concernsTLS(code):
            return .tls(tlsFault(of: code), reason: reason(of: code))
        default:
            return .brokenOff(reason(of: code))
        }
    }

    /// The phase that the hop has reached; waiting for a free connection counts as waiting.
    var phase: TransportError.Phase {
        if transfer.pointee.isConnected { return head.pointee.hasBegun ? .receiving : .waiting }
        if transfer.pointee.connectDeadline == nil { return .waiting }
        if microseconds(CURLINFO_NAMELOOKUP_TIME_T) == 0 { return .nameLookup }
        return transfer.pointee.hasBegunHandshake ? .tls : .connect
    }

    /// What a proxy answered that was asked for a connection, and made none (RFC 9110 §9.3.6).
    private var refusalOfProxy: Int? {
        let status = long(CURLINFO_HTTP_CONNECTCODE)
        return transfer.pointee.isConnected || status < 300 ? nil : status
    }

    private func hostAndPort(_ url: URL?) -> String {
        guard let origin = url.flatMap(Origin.init) else { return url?.host ?? "" }
        return (origin.host.contains(":") ? "[\(origin.host)]" : origin.host) + ":\(origin.port)"
    }

    /// Whether libcurl refused a line of the header for its size: older versions call that a lack of memory.
    private func isHeaderRefused(_ code: CURLcode) -> Bool {
        let isForSize = code == CURLE_OUT_OF_MEMORY || code.rawValue == Self.tooLargeCode
        return isForSize && head.pointee.hasBegun && !head.pointee.isComplete
    }

    /// `CURLE_TOO_LARGE`, which the headers of older versions lack.
    private static let tooLargeCode: UInt32 = 100

    /// Errors that libcurl also reports if a file or socket can't be opened.
    private static func mayLackDescriptors(_ code: CURLcode) -> Bool {
        [
            CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_OUT_OF_MEMORY,
            CURLE_SSL_CACERT_BADFILE, CURLE_FAILED_INIT,
        ].contains(code)
    }

    /// The fault that OpenSSL or libcurl found in the certificate; the numbers are OpenSSL's `X509_V_ERR_…`.
    private func tlsFault(of code: CURLcode) -> TransportError.TLSFault {
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

    private static func concernsTLS(_ code: CURLcode) -> Bool {
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

    /// libcurl's text for this failure, or else for its error code.
    private func reason(of code: CURLcode) -> String {
        let specific = String(cString: errorText)
        if !specific.isEmpty { return specific }
        return console_curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
    }
}
