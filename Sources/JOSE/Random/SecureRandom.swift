import HostSystem

/// The system's random generator: libcrypto's own is slow to start, and seeded by this one.
package enum SecureRandom {
    /// The most that the system gives at once.
    private static let limit = 256

    /// Returns that many unguessable bytes; throws ``JOSEError/noRandomness`` where the system gives none.
    package static func bytes(_ count: Int) throws(JOSEError) -> [UInt8] {
        var isFilled = true
        let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { output, written in
            while isFilled, written < count {
                let part = UnsafeMutableBufferPointer(rebasing: output[written..<count].prefix(limit))
                isFilled = getentropy(part.baseAddress, part.count) == 0
                if isFilled { written += part.count }
            }
        }
        guard isFilled else { throw .noRandomness }
        return bytes
    }
}
