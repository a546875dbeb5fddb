import COpenSSL
import Synchronization

/// What OpenSSL needs to check signatures by one key, made at the first check and kept for those that follow.
///
/// To make a key and set a check up costs OpenSSL more than the check of an RSA signature itself.
final class VerificationKey: Sendable {
    private struct State {
        var key: Pointer?
        /// Set up for one algorithm, and in use by no thread.
        var idle: [JWSAlgorithm: [Pointer]] = [:]
    }

    /// A key, which OpenSSL locks where it changes it, or a context, which one thread at a time takes out of the state.
    private struct Pointer: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let state = Mutex(State())

    init() {}

    deinit {
        state.withLock { state in
            for context in state.idle.values.joined() { EVP_PKEY_CTX_free(context.pointer) }
            if let key = state.key { EVP_PKEY_free(key.pointer) }
        }
    }

    /// Checks a signature over a hash; `make` is asked for the key once.
    func isValid(
        _ signature: [UInt8], for hash: [UInt8], algorithm: JWSAlgorithm, make: () throws(JOSEError) -> EVPKey
    ) throws(JOSEError) -> Bool {
        let context: Pointer
        if let idle = idleContext(for: algorithm) {
            context = idle
        } else {
            context = try newContext(for: algorithm, make: make)
        }
        defer { state.withLock { $0.idle[algorithm, default: []].append(context) } }
        defer { ERR_clear_error() }
        return EVP_PKEY_verify(context.pointer, signature, signature.count, hash, hash.count) == 1
    }

    /// Checks a signature over a message that the algorithm hashes itself (EdDSA).
    func isValid(
        _ signature: [UInt8], forMessage message: [UInt8], make: () throws(JOSEError) -> EVPKey
    ) throws(JOSEError) -> Bool {
        let key = try key(make)
        guard let context = EVP_MD_CTX_new() else { throw OpenSSLFailure.take() }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestVerifyInit(context, nil, nil, nil, key.pointer) == 1 else { throw OpenSSLFailure.take() }
        defer { ERR_clear_error() }
        return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    private func idleContext(for algorithm: JWSAlgorithm) -> Pointer? {
        state.withLock { $0.idle[algorithm]?.popLast() }
    }

    private func newContext(
        for algorithm: JWSAlgorithm, make: () throws(JOSEError) -> EVPKey
    ) throws(JOSEError) -> Pointer {
        let key = try key(make)
        guard let context = EVP_PKEY_CTX_new(key.pointer, nil) else { throw OpenSSLFailure.take() }
        guard EVP_PKEY_verify_init(context) == 1,
            EVP_PKEY_CTX_set_signature_md(context, algorithm.digest?.function) == 1,
            algorithm.scheme.configurePadding(of: context)
        else {
            EVP_PKEY_CTX_free(context)
            throw OpenSSLFailure.take()
        }
        return Pointer(pointer: context)
    }

    private func key(_ make: () throws(JOSEError) -> EVPKey) throws(JOSEError) -> Pointer {
        if let key = state.withLock(\.key) { return key }
        let made = Pointer(pointer: try make().release())
        let kept = state.withLock { state in
            let kept = state.key ?? made
            state.key = kept
            return kept
        }
        if kept.pointer != made.pointer { EVP_PKEY_free(made.pointer) }
        return kept
    }
}
