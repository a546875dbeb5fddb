import ConsoleFaults
import ConsoleApp
import DemoProvider
import FoundationEssentials
import SessionCore

/// Reads and changes the demo's provider for the console.
enum ProviderCommands {
    /// What the provider holds afterwards, with the requests since a change, and what was revoked.
    ///
    /// What is changed here is reported to our session as a fault; of what is revoked, that which is its own.
    static func perform(
        _ effect: ProviderEffect, _ demo: DemoProvider, for session: Session, requestsAfter change: Int = 0,
        namesControl: Bool = false
    ) async -> (state: ProviderState, revocation: ProviderRevocation?) {
        var revocation: ProviderRevocation?
        switch effect {
        case .look: break
        case .revokeSession(let id): revocation = await revokeSession(id, demo, for: session)
        case .revokeToken(let fingerprint): revocation = await revokeToken(fingerprint, demo, for: session)
        case .setLifetimes(let access, let refresh): await setLifetimes(access, refresh, demo, for: session)
        case .setClock(let offset): await setClock(offset, demo, for: session)
        }
        let requests = await demo.requests(changedAfter: change).map(ProviderState.Request.init)
        let addresses = addresses(of: demo) + (namesControl ? [control(of: demo)] : [])
        return (ProviderState(await demo.snapshot(), addresses, requests), revocation)
    }

    private static func setLifetimes(
        _ access: Duration?, _ refresh: Duration?, _ demo: DemoProvider, for session: Session
    ) async {
        let before = await demo.snapshot()
        await demo.setLifetimes(access: access, refresh: refresh)
        if let access, access != before.accessTokenLifetime { report(.accessTokenLifetime(access), to: session) }
        if let refresh, refresh != before.refreshTokenLifetime { report(.refreshTokenLifetime(refresh), to: session) }
    }

    private static func setClock(_ offset: Duration, _ demo: DemoProvider, for session: Session) async {
        let before = await demo.snapshot().clockOffset
        await demo.setClockOffset(offset)
        if offset != before { report(.clock(offset), to: session) }
    }

    private static func report(_ change: ProviderChange, to session: Session) {
        session.report(injected: change.injected)
    }

    private static func revokeSession(
        _ id: String, _ demo: DemoProvider, for session: Session
    ) async -> ProviderRevocation {
        let own = await session.status.refreshToken?.fingerprint
        let revoked = await demo.snapshot().sessions.first { $0.id == id }
        guard await demo.revokeSession(id), let revoked else { return .nothing }
        if let own, revoked.tokens.contains(where: { Secret($0.value).fingerprint == own }) {
            report(LabFault.revokedSession.name, "this session", to: session)
        }
        return .session(ProviderState.SignedInSession(revoked))
    }

    private static func revokeToken(
        _ fingerprint: Fingerprint, _ demo: DemoProvider, for session: Session
    ) async -> ProviderRevocation {
        let snapshot = await demo.snapshot()
        let tokens = snapshot.sessions.flatMap(\.tokens) + snapshot.otherTokens
        guard let token = tokens.first(where: { Secret($0.value).fingerprint == fingerprint }) else { return .nothing }
        let status = await session.status
        await demo.revokeToken(token.value)
        if fingerprint == status.refreshToken?.fingerprint {
            report(LabFault.revokedSession.name, "this session's refresh token, and the session", to: session)
        } else if fingerprint == status.accessToken?.fingerprint {
            report("access-token-revoked", "this session's access token", to: session)
        }
        let owner = snapshot.sessions.first { $0.tokens.contains { $0.value == token.value } }
        if token.isRefreshToken, let owner { return .session(ProviderState.SignedInSession(owner)) }
        return .accessToken(fingerprint, owner: owner?.username ?? token.clientID)
    }
}

extension ProviderCommands {
    private static func report(_ name: String, _ what: String, to session: Session) {
        let fault = LabFault.words(for: name)
        let text = (fault == name ? "" : "\(fault): ") + "the provider was made to revoke \(what)"
        session.report(injected: InjectedFault(name: name, step: .struck, text: text))
    }

    /// The URL of the switches and the counts.
    private static func control(of demo: DemoProvider) -> ProviderState.Address {
        ProviderState.Address("control", demo.control, isSecret: true)
    }

    /// What another program needs.
    private static func addresses(of demo: DemoProvider) -> [ProviderState.Address] {
        let users = demo.users.map { "\($0.username) / \($0.password)" }
        return [
            ProviderState.Address("issuer", demo.issuer), ProviderState.Address("API base", demo.api),
            ProviderState.Address("client_id", demo.clientID, remark: "with PKCE, without a secret"),
            ProviderState.Address("redirect", "http://127.0.0.1:PORT/callback"),
            ProviderState.Address("confidential", demo.confidentialClientID, remark: "client_secret_basic/_post"),
            ProviderState.Address("its secret", demo.clientSecret, isSecret: true),
            ProviderState.Address("users", users.joined(separator: " · "), isSecret: true),
        ]
    }
}

extension ProviderState {
    fileprivate init(_ snapshot: DemoProvider.Snapshot, _ addresses: [Address], _ requests: [Request]) {
        self.init(
            clockOffset: snapshot.clockOffset, accessTokenLifetime: snapshot.accessTokenLifetime,
            refreshTokenLifetime: snapshot.refreshTokenLifetime,
            sessions: snapshot.sessions.map(SignedInSession.init),
            otherTokens: snapshot.otherTokens.map(Token.init), counts: Self.counts(snapshot.statistics),
            addresses: addresses, requests: requests)
    }

    private static func counts(_ statistics: DemoProvider.Statistics) -> [Count] {
        let other = DemoProvider.Statistics.other
        let unknown = statistics.endpoints[other].map { Count(name: "other paths", count: $0, outcomes: "404 \($0)") }
        let endpoints = statistics.endpoints.filter { $0.key != other }.sorted { $0.key < $1.key }
        let paths = statistics.api.sorted { $0.key < $1.key }.map { path, statuses in
            Count(
                name: path == other ? "other API paths" : path, count: statuses.values.reduce(0, +),
                outcomes: words(statuses))
        }
        return endpoints.map { Count(name: $0, count: $1, outcomes: outcomes(of: $0, statistics)) }
            + [unknown].compactMap(\.self) + paths
    }

    /// Only the token endpoint's answers are counted one by one, and of the others those to a wrong method.
    private static func outcomes(of endpoint: String, _ statistics: DemoProvider.Statistics) -> String {
        var all = statistics.wrongMethods[endpoint].map { ["405": $0] } ?? [:]
        if endpoint == "token" {
            for outcomes in statistics.token.values { all.merge(outcomes, uniquingKeysWith: +) }
        }
        return words(all)
    }

    /// `200 3, 401 1`.
    private static func words(_ counts: [String: Int]) -> String {
        counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(
            separator: ", ")
    }
}

extension ProviderState.SignedInSession {
    fileprivate init(_ session: DemoProvider.Snapshot.SignedInSession) {
        self.init(
            id: session.id, username: session.username, clientID: session.clientID, startedAt: session.startedAt,
            tokens: session.tokens.map(ProviderState.Token.init))
    }
}

extension ProviderState.Token {
    fileprivate init(_ token: DemoProvider.Snapshot.Token) {
        self.init(
            fingerprint: Secret(token.value).fingerprint, isRefreshToken: token.isRefreshToken,
            clientID: token.clientID, expiresAt: token.expiresAt)
    }
}

extension ProviderState.Request {
    fileprivate init(_ request: DemoProvider.ReceivedRequest) {
        let answer: String? =
            switch request.answer {
            case .pending: nil
            case .status(let status): "\(status)"
            case .hang: "no answer"
            case .drop: "closed"
            }
        self.init(
            id: request.id, change: request.change, time: request.time, clientID: request.clientID,
            method: request.method, path: request.path, grantType: request.grantType, answer: answer,
            flaw: request.flaw, faults: request.faults)
    }
}
