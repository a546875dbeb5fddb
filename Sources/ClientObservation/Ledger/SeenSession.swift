package import FoundationEssentials
package import SessionCore

/// A session of a program that is watched, as its messages show it, without secrets.
package struct SeenSession: Sendable, Hashable, Identifiable {
    /// A refresh token of the session.
    package struct Link: Sendable, Hashable {
        package var token: Fingerprint
        /// The program that was answered with new tokens, or else sent it last; `nil` where none did.
        package var presenter: String?
        /// The programs that were refused.
        package var refused: [String]

        package init(token: Fingerprint, presenter: String?, refused: [String] = []) {
            (self.token, self.presenter, self.refused) = (token, presenter, refused)
        }
    }

    /// Counts the sessions in the order in which they were seen first, from 1.
    package let id: Int
    package var client: String?
    package var issuer: String?
    package var subject: String?
    package var state: ObservedSession.State
    package var accessToken: Fingerprint?
    /// When its access token ends; `nil` where the provider does not say.
    package var expiry: Date?
    /// Its refresh tokens, the present one last.
    package var lineage: [Link]
    /// How many refresh tokens are no longer listed.
    package var leftOut: Int
    /// The programs that take part in it.
    package var senders: [String]

    package init(
        id: Int, client: String? = nil, issuer: String? = nil, subject: String? = nil,
        state: ObservedSession.State = .live,
        accessToken: Fingerprint? = nil, expiry: Date? = nil, lineage: [Link] = [], leftOut: Int = 0,
        senders: [String] = []
    ) {
        self.id = id
        self.client = client
        self.issuer = issuer
        self.subject = subject
        self.state = state
        self.accessToken = accessToken
        self.expiry = expiry
        self.lineage = lineage
        self.leftOut = leftOut
        self.senders = senders
    }
}

extension SeenSession {
    init(_ session: ObservedSession, in ledger: Ledger) {
        self.init(
            id: session.id, client: session.client, issuer: session.issuer, subject: session.subject,
            state: session.state(at: ledger.latest), accessToken: session.accessToken?.fingerprint,
            expiry: session.expiry,
            lineage: session.lineage.map { Link($0, by: ledger.tokens[$0]?.users) },
            leftOut: session.generationCount - session.generations.count,
            senders: session.callers.map(\.words).sorted())
    }
}

extension SeenSession.Link {
    fileprivate init(_ token: SecretID, by users: TokenRecord.Users?) {
        let refused = users?.refused.map(\.words) ?? []
        let last = users?.last?.words
        self.init(
            token: token.fingerprint,
            presenter: users?.answered.last?.words ?? (last.map(refused.contains) == true ? nil : last),
            refused: refused)
    }
}

extension ObservedSession {
    /// The refresh tokens that are kept, the present one last.
    fileprivate var lineage: [SecretID] {
        let isCut = generationCount > generations.count
        let tokens = ((isCut ? [] : [earlierToken]) + generations.map(\.refresh)).compactMap(\.self)
        return tokens.reduce(into: []) { lineage, token in if lineage.last != token { lineage.append(token) } }
    }
}

extension ObservedSession.State {
    package var word: String {
        switch self {
        case .live, .refused, .expired, .revoked: rawValue
        case .reuseRefused: "live, reuse refused"
        case .signedOut: "signed out"
        }
    }
}
