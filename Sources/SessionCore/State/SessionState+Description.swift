extension SessionState: CustomStringConvertible {
    /// Whether there is a session, and why or why not, for logs.
    public var description: String {
        switch self {
        case .unknown: "not known"
        case .noSession(let end): "no session: \(end)"
        case .authenticated(let start): "a session, \(start)"
        }
    }
}

extension SessionStart: CustomStringConvertible {
    /// Where the session comes from, as a part of a sentence.
    public var description: String {
        switch self {
        case .restored: "restored from the store"
        case .signedIn(let flow): "signed in by \(flow)"
        case .otherProcess: "begun by another process"
        }
    }
}

extension TokenExpiry: CustomStringConvertible {
    /// The end of the token's life, and where it is known from, for logs.
    public var description: String {
        switch self {
        case .at(let time, let source): "\(time) (\(source.rawValue))"
        case .unknown: "unknown"
        }
    }
}
