import JOSE

/// The nonces that proofs may contain: one for each server, and the previous one while that is still valid.
struct ProofNonces: Sendable {
    private struct Pair: Sendable {
        let current: String
        var previous: String?

        init() throws(JOSEError) {
            current = try RandomText.id()
        }
    }

    private var issuer: Pair
    private var api: Pair

    init() throws(JOSEError) {
        issuer = try Pair()
        api = try Pair()
    }

    func current(of server: Server) -> String { pair(of: server).current }

    func accepted(by server: Server) -> Set<String> {
        let pair = pair(of: server)
        return Set([pair.current, pair.previous].compactMap(\.self))
    }

    mutating func rotate(keepingPrevious: Bool) throws(JOSEError) {
        var next = try ProofNonces()
        if keepingPrevious {
            next.issuer.previous = issuer.current
            next.api.previous = api.current
        }
        self = next
    }

    private func pair(of server: Server) -> Pair {
        switch server {
        case .issuer: issuer
        case .api: api
        }
    }
}
