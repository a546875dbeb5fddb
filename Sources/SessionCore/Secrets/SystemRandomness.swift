import JOSE

/// The machine's own source of unguessable bytes.
public struct SystemRandomness: SessionRandomness {
    /// Creates it; there is nothing to set up.
    public init() {}

    /// Bytes of OpenSSL's generator; throws if it has none.
    public func bytes(_ count: Int) throws -> [UInt8] { try SecureRandom.bytes(count) }
}
