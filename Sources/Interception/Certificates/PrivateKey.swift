import COpenSSL

/// A new P-256 key, which exists in memory alone and is wiped at the end of its owner's life.
struct PrivateKey: ~Copyable {
    let pointer: OpaquePointer

    init() throws(InterceptionError) {
        _ = KeyMemory.current
        guard let pointer = console_generate_ec("P-256") else { throw .takeOpenSSL() }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }
}
