import FoundationEssentials
import SessionCore

extension Experiment {
    /// What a revocation ends.
    static let revocation = [
        Experiment(
            "revoked-access-token", "a revoked access token", .rfc(7009, "2.1"),
            "A client that revokes an access token may count on this, or must wait for its end.",
            mend: "End an access token with its revocation, or keep it short.",
            announcing: "revokes an access token", endsSession: true
        ) { (ward) async throws(Halt) in
            guard await ward.canRevoke else { return nil }
            var session = try await ward.live()
            let access = session.tokens.accessToken
            do throws(SessionError) {
                try await ward.revoke(access, .access)
            } catch {
                return .remark("the provider does not revoke it: \(error)")
            }
            let isDead = await ward.isDead(session.tokens)
            var words = isDead.map { $0 ? "dead at once" : "still accepted" } ?? "nothing tells"
            if let token = session.refreshToken {
                let outcome = try await ward.refresh(token)
                if let response = outcome.granted {
                    session.take(response)
                    ward.session = session
                    words += "; the refresh token lives on"
                } else {
                    ward.session = nil
                    words += outcome.isRefusal ? "; the refresh token died with it" : "; a refresh: \(outcome.words)"
                }
            }
            return Sight(isDead.map { $0 ? .sound : .note } ?? .unknown, words)
        },

        Experiment(
            "revoked-refresh-token", "a revoked refresh token", .rfc(7009, "2.1"),
            "A sign-out revokes the refresh token; what lives on after it is still the user's session.",
            mend: "End the session's access tokens with its refresh token.",
            announcing: "revokes a refresh token, and uses it", endsSession: true
        ) { (ward) async throws(Halt) in
            guard await ward.canRevoke else { return nil }
            let session = try await ward.live()
            guard let token = session.refreshToken else { return nil }
            ward.session = nil
            do throws(SessionError) {
                try await ward.revoke(token, .refresh)
            } catch {
                return .remark("the provider does not revoke it: \(error)")
            }
            let outcome = try await ward.refresh(token)
            if outcome.granted != nil { return .fault("it still refreshes") }
            guard outcome.isRefusal else { return .unknown(outcome.words) }
            guard let isDead = await ward.isDead(session.tokens) else { return .sound("dead") }
            return isDead
                ? .sound("dead, and the access token with it") : .remark("dead; the access token is still accepted")
        },
    ]
}

extension Ward {
    fileprivate var canRevoke: Bool {
        get async { (try? await provider.url(of: .revocation)) != nil }
    }
}
