import COpenSSL
import CTLS

/// Why a TLS connection failed.
package enum TLSFailure: Error, Sendable, Hashable {
    /// The client doesn't trust the run's authority, or not for this host; with the number of its alert.
    case distrusted(alert: UInt8)
    /// The client ended the connection with another alert (RFC 8446 §6).
    case alert(UInt8)
    /// The client offered protocols by ALPN, and `http/1.1` is not among them: HTTP/2 alone, or gRPC.
    case noCommonProtocol
    /// The connection broke off.
    case brokenOff
    /// What came isn't TLS as OpenSSL knows it, with its reason.
    case malformed(String)

    init(reason: UInt) {
        let alert = console_tls_alert(reason)
        if reason == 0 {
            self = .brokenOff
        } else if console_tls_is_protocol_refusal(reason) == 1 {
            self = .noCommonProtocol
        } else if let alert = UInt8(exactly: alert) {
            self = Self.distrust.contains(alert) ? .distrusted(alert: alert) : .alert(alert)
        } else {
            self = .malformed(ERR_reason_error_string(reason).map { String(cString: $0) } ?? "no reason given")
        }
    }

    /// RFC 8446 §6.2: bad_certificate, unsupported_certificate, certificate_unknown, unknown_ca and access_denied.
    private static let distrust: Set<UInt8> = [42, 43, 46, 48, 49]
}
