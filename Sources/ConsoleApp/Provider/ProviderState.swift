import ConsoleFaults
package import ClientObservation
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
    package struct SignedInSession: Sendable, Hashable {
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

    /// A request of any client.
    package struct Request: Sendable, Hashable {
        package var id: Int
        /// The larger of two is the later state of a request.
        package var change: Int
        /// By this machine's clock.
        package var time: Date
        package var clientID: String?
        package var method: String
        package var path: String
        package var grantType: String?
        /// The status, or why there is none; `nil` while the answer is being made.
        package var answer: String?
        /// Why it was refused.
        package var flaw: String?
        /// The stable names of the provider's faults that struck it.
        package var faults: [String]

        package init(
            id: Int, change: Int, time: Date, clientID: String? = nil, method: String, path: String,
            grantType: String? = nil, answer: String? = nil, flaw: String? = nil, faults: [String] = []
        ) {
            self.id = id
            self.change = change
            self.time = time
            self.clientID = clientID
            self.method = method
            self.path = path
            self.grantType = grantType
            self.answer = answer
            self.flaw = flaw
            self.faults = faults
        }

        /// The faults that struck it, as screens call them; `nil` where none did.
        var faultWords: String? {
            faults.isEmpty ? nil : faults.map { LabFault.words(for: $0) }.joined(separator: ", ")
        }
    }

    /// How far the provider's clock is ahead of this machine's.
    package var clockOffset: Duration
    package var accessTokenLifetime: Duration
    package var refreshTokenLifetime: Duration
    package var sessions: [SignedInSession]
    /// The valid tokens of clients without a user.
    package var otherTokens: [Token]
    package var counts: [Count]
    /// What another program needs to use the provider.
    package var addresses: [Address]
    /// Those that came or were answered since the last look.
    package var requests: [Request]
    /// What clients do wrong with their sessions, those of errors first.
    package var findings: [ClientFinding]

    /// A name and a value.
    package struct Address: Sendable, Hashable {
        package var name: String
        package var value: String
        /// What is said of the value.
        package var remark: String?
        /// Whether it is left out of recordings.
        package var isSecret: Bool

        package init(_ name: String, _ value: String, remark: String? = nil, isSecret: Bool = false) {
            self.name = name
            self.value = value
            self.remark = remark
            self.isSecret = isSecret
        }
    }

    package init(
        clockOffset: Duration = .zero, accessTokenLifetime: Duration, refreshTokenLifetime: Duration,
        sessions: [SignedInSession] = [], otherTokens: [Token] = [], counts: [Count] = [],
        addresses: [Address] = [], requests: [Request] = [], findings: [ClientFinding] = []
    ) {
        self.clockOffset = clockOffset
        self.accessTokenLifetime = accessTokenLifetime
        self.refreshTokenLifetime = refreshTokenLifetime
        self.sessions = sessions
        self.otherTokens = otherTokens
        self.counts = counts
        self.addresses = addresses
        self.requests = requests
        self.findings = findings
    }
}
