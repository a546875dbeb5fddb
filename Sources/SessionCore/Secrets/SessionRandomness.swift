/// Where unguessable bytes come from: a seam, so that tests can be exact.
public protocol SessionRandomness: Sendable {
    /// Returns that many bytes fit for secrets; throws where the machine has none.
    func bytes(_ count: Int) throws -> [UInt8]
}
