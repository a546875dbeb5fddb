import COpenSSL

/// Where OpenSSL keeps the private numbers of keys that are made from now on, in this whole process.
///
/// OpenSSL's secure heap has guard pages around it, is left out of core dumps, and is wiped as it is freed; where the
/// limit of locked memory (`ulimit -l`) allows it, it is never written to swap. It holds the private numbers of EC, RSA
/// and Ed25519 keys, those of TLS key shares among them. It doesn't hold what OpenSSL computes with them on the
/// stack, nor the keys of TLS connections: these are ordinary memory, which a process protects with
/// `PR_SET_DUMPABLE` and `RLIMIT_CORE` alone.
package enum KeyMemory: Sendable, Hashable {
    /// In RAM only.
    case locked
    /// Not in core dumps; swap may see it, because the limit of locked memory is below the heap's size.
    case unlocked
    /// Ordinary memory, wiped when the key is freed: the system gave OpenSSL no secure heap.
    case ordinary

    /// 1 MiB: a key takes 128 bytes, and a heap that is full makes every handshake of the process fail.
    private static let size = 1 << 20

    /// Opened by the first use, and never closed: keys in it may live as long as the process.
    package static let current: KeyMemory = {
        guard CRYPTO_secure_malloc_initialized() == 0 else { return .unlocked }
        return switch CRYPTO_secure_malloc_init(size, 32) {
        case 1: .locked
        case 2: .unlocked
        default: .ordinary
        }
    }()
}
