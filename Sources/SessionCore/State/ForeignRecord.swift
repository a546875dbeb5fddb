/// A well-formed record that is not this session's: it is left as it is, until a sign-in replaces it.
public enum ForeignRecord: Sendable, Hashable {
    /// The session of another client, or of the same client at another issuer.
    case client(RecordOwner)
    /// Written by a program newer than this one, which can't read it.
    case newerVersion(Int)
}

extension ForeignRecord: CustomStringConvertible {
    /// The rest of a sentence about the stored session.
    public var description: String {
        switch self {
        case .client(let owner): "belongs to the client \(owner.clientID) at \(owner.issuer)"
        case .newerVersion(let version): "was written by a newer session-console (record version \(version))"
        }
    }
}
