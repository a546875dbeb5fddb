import COpenSSL

/// Why connections to a host can't be opened.
package enum InterceptionError: Error, Sendable, Hashable {
    /// Thrown when the host is not among those that this run watches.
    case notWatched(String)
    /// Thrown when the run is older than its certificates are valid.
    case expired
    /// Thrown when libssl could not be opened, with the text of `dlerror`.
    case libraryMissing(String)
    /// Thrown when OpenSSL refuses what should have worked, with its reason.
    case openSSL(String)
    /// Thrown when the folder of the run, or a file in it, could not be made.
    case folder(path: String, reason: String)
    /// Thrown when no file with the system's root certificates was found, or the one that is named has none.
    case noSystemCertificates(String?)
}

extension InterceptionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notWatched(let host):
            "'\(host)' is not watched in this run."
        case .expired:
            "This run's certificates have expired, 24 hours after its start. Start it again."
        case .libraryMissing(let reason):
            "No TLS without libssl: \(reason). Install it (libssl3 on Debian)."
        case .openSSL(let reason):
            "OpenSSL failed: \(reason)."
        case .folder(let path, let reason):
            "\(path) could not be written: \(reason)."
        case .noSystemCertificates(let path?):
            "\(path), which SSL_CERT_FILE names, has no certificates in PEM."
        case .noSystemCertificates(nil):
            "The system's root certificates were not found. Install ca-certificates, or name their file in "
                + "SSL_CERT_FILE."
        }
    }
}

extension InterceptionError {
    /// Takes OpenSSL's last error, and empties the thread's queue of them, which all users of OpenSSL share.
    static func takeOpenSSL() -> Self {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        return .openSSL(ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason given")
    }
}
