package import SessionCore

/// Sessions of the doctor's own of which it could not end each token.
package struct Survivors: Sendable, Hashable {
    package let count: Int
    /// Why the last one was not ended.
    package let reason: SessionError
}

extension OwnGrants {
    /// Revokes all that was granted, whether the caller is cancelled or not; returns what may still be alive.
    ///
    /// The end of a refresh token may leave its access tokens alive (RFC 7009 §2.1), so each is revoked, too; one that
    /// can't be, and was granted as the tokens that are known to be taken, is asked about by `isDead`. A provider that
    /// does not answer twice, or asks for patience, is asked no more.
    func end(
        at provider: ProviderChannel, unless isDead: @escaping @Sendable (Secret) async -> Bool
    ) async -> Survivors? {
        await Task { [self] in
            let held = held
            var alive: Set<Int> = []
            var silences = 0
            var reason: SessionError?
            var failure: SessionError?
            for token in held.filter({ $0.kind == .refresh }) + held.filter({ $0.kind == .access }) {
                do throws(SessionError) {
                    if silences < 2 {
                        try await RevocationEndpoint(provider).revoke(token.token, kind: token.kind)
                        silences = 0
                        forget(token.token)
                        continue
                    }
                } catch {
                    if case .transport = error { silences += 1 }
                    if case .server(429, _, _, _) = error { silences = 2 }
                    failure = error
                }
                if token.isRefused || token.endsAt.map({ $0 <= provider.channel.clock.uptime }) == true { continue }
                if token.kind == .access, !token.isNarrowed, silences == 0, await isDead(token.token) { continue }
                alive.insert(token.session)
                reason = failure ?? reason
            }
            guard let reason, !alive.isEmpty else { return nil }
            return Survivors(count: alive.count, reason: reason)
        }.value
    }
}
