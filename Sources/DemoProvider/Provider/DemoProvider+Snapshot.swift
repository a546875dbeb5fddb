package import FoundationEssentials

extension DemoProvider {
    /// What the provider holds at one moment, for a display.
    package struct Snapshot: Sendable {
        package struct Token: Sendable {
            package let value: String
            package let isRefreshToken: Bool
            package let clientID: String
            package let expiresAt: Date
        }

        /// A session of a user at a client, with its valid tokens.
        package struct SignedInSession: Sendable {
            package let id: String
            package let username: String
            package let clientID: String
            /// Not by the provider's clock, so that moving it does not move the past.
            package let startedAt: Date
            package let tokens: [Token]
        }

        /// By the provider's clock.
        package let now: Date
        package let clockOffset: Duration
        package let accessTokenLifetime: Duration
        package let refreshTokenLifetime: Duration
        /// The oldest first.
        package let sessions: [SignedInSession]
        /// The valid tokens of clients without a user.
        package let otherTokens: [Token]
        package let statistics: Statistics
    }

    package func snapshot() -> Snapshot {
        let now = clock.now
        let access = accessTokens.valid(at: now)
        let refresh = refreshTokens.valid(at: now)
        let sessions = sessions.all.map { session, beganAt in
            Snapshot.SignedInSession(
                id: session.id, username: session.user.username, clientID: session.clientID,
                startedAt: beganAt,
                tokens: access.filter { $0.sessionID == session.id }.map(\.shown)
                    + refresh.filter { $0.record.sessionID == session.id }.map { value, record in
                        Snapshot.Token(
                            value: value, isRefreshToken: true, clientID: record.clientID, expiresAt: record.expiresAt)
                    })
        }
        return Snapshot(
            now: now, clockOffset: clock.offset, accessTokenLifetime: lifetimes.access,
            refreshTokenLifetime: lifetimes.refresh, sessions: sessions.filter { !$0.tokens.isEmpty },
            otherTokens: access.filter { $0.sessionID == nil }.map(\.shown), statistics: statistics)
    }

    /// Ends a session with all its tokens; answers whether there was one.
    @discardableResult
    package func revokeSession(_ id: String) -> Bool {
        guard let session = sessions[id] else { return false }
        browserSessions.removeAll(of: session.user.username)
        endSession(id, as: .sessionRevoked)
        return true
    }

    /// Ends a token: an access token alone, a refresh token with its session.
    package func revokeToken(_ value: String) {
        if let sessionID = refreshTokens.valid(at: clock.now).first(where: { $0.value == value })?.record.sessionID {
            endSession(sessionID, as: .sessionRevoked)
        }
        accessTokens.end(as: .revoked) { $0.value == value }
    }
}

extension AccessTokens.Entry {
    fileprivate var shown: DemoProvider.Snapshot.Token {
        DemoProvider.Snapshot.Token(value: value, isRefreshToken: false, clientID: clientID, expiresAt: expiresAt)
    }
}
