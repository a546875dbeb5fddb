import FoundationEssentials

extension Session {
    /// Tries again to revoke the tokens that could not be revoked when their session ended.
    ///
    /// A session does so by itself after every answer of its provider. Returns whether there were any, and none is
    /// left.
    public func sendPendingRevocations() async -> Bool {
        await revoker.sendPending(generation: machine.generation)
    }

    /// Waits for the revocations that are under way; call it before the program exits.
    ///
    /// What is not done within the limit is kept in the store, and sent by a later run.
    public func finishRevocations(within limit: Duration) async {
        await revoker.finish(within: limit)
    }

    /// Revokes tokens that were issued for a session that has since ended.
    func discard(_ response: TokenResponse, generation: Int, cause: Int?) {
        let tokens = revocations(refresh: response.refreshToken, access: response.accessToken)
        revoker.start(tokens, scope(generation: generation, cause: cause))
    }

    /// A session's tokens as they are to be revoked: the refresh token first.
    nonisolated func revocations(refresh: Secret?, access: Secret) -> [PendingRevocation] {
        PendingRevocation.pair(refresh: refresh, access: access, owner: keeper.owner, since: clock.now)
    }
}
