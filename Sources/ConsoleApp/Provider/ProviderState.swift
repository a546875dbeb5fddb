package import FoundationEssentials
package import SessionCore

/// What the demo's provider holds at one moment, without its tokens.
package struct ProviderState: Sendable, Hashable {
    package struct Token: Sendable, Hashable {
        package var fingerprint: Fingerprint
        package var isRefreshToken: Bool
        package var clientID: String
        package var expiresAt: Date

        package init(fingerprint: Fingerprint, isRefreshToken: Bool, clientID: String, expiresAt: Date) {
            self.fingerprint = fingerprint
            self.isRefreshToken = isRefreshToken
            self.clientID = clientID
            self.expiresAt = expiresAt
        }
    }

    /// A session of a user at a client, with its valid tokens.
    package struct Session: Sendable, Hashable {
        package var id: String
        package var username: String
        package var clientID: String
        package var startedAt: Date
        package var tokens: [Token]

        package init(id: String, username: String, clientID: String, startedAt: Date, tokens: [Token]) {
            self.id = id
            self.username = username
            self.clientID = clientID
            self.startedAt = startedAt
            self.tokens = tokens
        }
    }

    /// How often an endpoint or a path of the API was asked, and what it answered.
    package struct Count: Sendable, Hashable {
        package var name: String
        package var count: Int
        /// `ok 3, invalid_grant 1`; empty where the answers are not counted.
        package var outcomes: String

        package init(name: String, count: Int, outcomes: String = "") {
            self.name = name
            self.count = count
            self.outcomes = outcomes
        }
    }

    /// How far the provider's clock is ahead of this machine's.
    package var clockOffset: Duration
    package var accessTokenLifetime: Duration
    package var refreshTokenLifetime: Duration
    package var sessions: [Session]
    /// The valid tokens of clients without a user.
    package var otherTokens: [Token]
    package var counts: [Count]
    /// What another program needs to use the provider.
    package var addresses: [Address]

    /// A name and a value.
    package struct Address: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    package init(
        clockOffset: Duration = .zero, accessTokenLifetime: Duration, refreshTokenLifetime: Duration,
        sessions: [Session] = [], otherTokens: [Token] = [], counts: [Count] = [],
        addresses: [Address] = []
    ) {
        self.clockOffset = clockOffset
        self.accessTokenLifetime = accessTokenLifetime
        self.refreshTokenLifetime = refreshTokenLifetime
        self.sessions = sessions
        self.otherTokens = otherTokens
        self.counts = counts
        self.addresses = addresses
    }
}
