import COpenSSL
import CTLS
import Synchronization

/// The roots that servers are verified by, read once for all connections, and the servers that want a client's
/// certificate.
///
/// It outlives the connections that it was applied to.
package final class UpstreamTrust: Sendable {
    private let file: String?
    private let state = Mutex(State())

    private struct State {
        var store: Store?
        /// By the server's name.
        var flags: [String: Flag] = [:]
    }

    /// The roots of `file` in PEM, or else those of the system, as programs with these variables see them.
    package init(file: String?, base: [String: String]) {
        self.file = file ?? SystemRoots.path(base)
    }

    /// Reads the roots, which takes a tenth of a second; the first connection does so otherwise.
    package func prepare() { _ = store() }

    /// Makes an `SSL_CTX` that connects to the server trust the roots; `false` where these can't be read.
    package func apply(to context: OpaquePointer, for server: String) -> Bool {
        guard let store = store(), console_tls_share_trust(context, store.pointer) == 1 else { return false }
        let flag = state.withLock { state in
            state.flags[server] = state.flags[server] ?? Flag()
            return state.flags[server]
        }
        if let flag { console_tls_note_certificate_request(context, flag.pointer) }
        return true
    }

    /// Whether the server has asked for a client's certificate.
    package func isAskedForCertificate(by server: String) -> Bool {
        state.withLock { $0.flags[server] }?.isSet == true
    }

    private func store() -> Store? {
        state.withLock { [file] state in
            state.store = state.store ?? file.flatMap { Store(file: $0) }
            return state.store
        }
    }
}

/// OpenSSL's store of certificates.
///
/// Unchecked because an imported pointer is never Sendable; the store has a lock and a count of references of its own.
private final class Store: @unchecked Sendable {
    let pointer: OpaquePointer

    /// `nil` where the file has no certificates, or libssl is missing.
    init?(file: String) {
        guard console_tls_open() == nil, let pointer = X509_STORE_new() else { return nil }
        self.pointer = pointer
        guard X509_STORE_load_file(pointer, file) == 1 else {
            ERR_clear_error()
            return nil
        }
    }

    deinit { X509_STORE_free(pointer) }
}

/// Set by a callback of OpenSSL, on any thread.
///
/// Unchecked because an imported pointer is never Sendable; it is written and read atomically.
private final class Flag: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<CInt>

    init?() {
        guard let pointer = console_tls_flag_new() else { return nil }
        self.pointer = pointer
    }

    deinit { console_tls_flag_free(pointer) }

    var isSet: Bool { console_tls_flag_is_set(pointer) == 1 }
}
