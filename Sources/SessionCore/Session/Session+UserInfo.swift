import FoundationEssentials

extension Session {
    /// Asks the provider for the user's claims: the one authoritative check of a session.
    ///
    /// Refreshes the access token first where that is due. When it throws ``SessionError/sessionExpired(_:)`` the state
    /// is ``SessionState/noSession(_:)`` already. Throws ``SessionError/unsupported(_:)`` where the provider has no
    /// userinfo endpoint, ``SessionError/noUser`` in a session of the client itself, before anything is sent, and
    /// ``SessionError/untrustworthy(_:during:)`` where the answer is about another user.
    @discardableResult
    public func fetchUserInfo() async throws(SessionError) -> UserInfo {
        guard let active = machine.active else { throw machine.absence }
        guard active.hasUser else { throw .noUser }
        let url = try await provider(scope(generation: machine.generation, cause: nil)).url(of: .userInfo)
        var call = begin(HTTPRequest(url: url), isUserInfo: true)
        do throws(SessionError) {
            let info = try await userInfo(&call)
            call.facts.duration = clock.uptime - call.began
            call.scope.report(.requestFinished(call.facts))
            return info
        } catch let failure {
            let error = masked(failure)
            call.facts.duration = clock.uptime - call.began
            call.scope.report(.requestFailed(call.facts, error))
            throw error
        }
    }

    private func userInfo(_ call: inout SessionCall) async throws(SessionError) -> UserInfo {
        let endpoint = UserInfoEndpoint(provider(call.scope))
        var bearer = try await self.bearer(
            .none(minimumValidity: nil), cause: call.scope.cause, generation: call.generation)
        while true {
            let sentAt = clock.uptime
            call.facts.attempts += 1
            call.facts.token = bearer.fingerprint
            call.facts.tokenLifetimeLeft = bearer.end.map { $0 - sentAt }
            switch await endpoint.fetch(accessToken: bearer.token, subject: machine.active?.subject) {
            case .fetched(let info):
                call.facts.status = 200
                return try accept(info, call)
            case .unauthorized(let received):
                let challenge = received?.mapTexts(journal.secrets)
                call.facts.status = 401
                bearer = try await resolveUserInfo(bearer, challenge, call)
            case .tokenRejected(let error):
                call.facts.status = 403
                bearer = try await resolveUserInfo(bearer, nil, refusal: error, call)
            case .failed(let error): throw error
            }
        }
    }

    private func accept(_ info: UserInfo, _ call: SessionCall) throws(SessionError) -> UserInfo {
        guard machine.isCurrent(call.scope.generation) else {
            call.scope.report(.ignoredLateAnswer("\(call.facts.name) was answered"))
            throw .sessionChanged
        }
        update { $0.adoptUserInfo(info) }
        call.scope.report(.userInfoFetched(info))
        confirm(generation: call.scope.generation, cause: call.scope.cause)
        revoker.startPending(generation: machine.generation)
        return info
    }
}
