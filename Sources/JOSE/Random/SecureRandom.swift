import COpenSSL

/// OpenSSL's random generator, seeded by the system.
package enum SecureRandom {
    /// Returns that many unguessable bytes; throws ``JOSEError/noRandomness`` where the system gives none.
    package static func bytes(_ count: Int) throws(JOSEError) -> [UInt8] {
        var filled = false
        let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { output, written in
            filled = RAND_bytes_ex(nil, output.baseAddress, output.count, 0) == 1
            written = filled ? output.count : 0
        }
        guard filled || count <= 0 else {
            ERR_clear_error()
            throw .noRandomness
        }
        return bytes
    }
}
