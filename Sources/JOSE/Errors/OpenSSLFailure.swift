import COpenSSL

/// OpenSSL's error queue, one per thread: it is read and emptied at once, because another user of OpenSSL on the same
/// thread would take what is left there for its own.
enum OpenSSLFailure {
    static func take() -> JOSEError {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        return .openSSL(ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason given")
    }
}
