import ConsoleApp
import FoundationEssentials
import HostSystem
import JOSE
import SessionCore

extension CommandSession {
    /// A token for another program, refreshed first where that is due.
    func issued(_ which: WhichToken, minimumValidity: Duration? = nil) async throws -> IssuedToken {
        switch which {
        case .access:
            let token = try await session.accessToken(minimumValidity: minimumValidity)
            if let minimumValidity { await tellIfShort(token, of: minimumValidity) }
            return IssuedToken(token, renewedFrom: await session.status.refreshDueAt)
        case .id: return try await issuedIDToken(minimumValidity)
        }
    }

    /// The access token for the program that asks, to present it as it is.
    func issuedBearer() async throws -> BearerToken {
        let token = try await issued(.access)
        let bearer = try BearerToken(token, for: settings.call)
        reportGiven(token)
        return bearer
    }

    /// Records that a program was given a token: the one that has started this one, where it is no other.
    func reportGiven(_ token: IssuedToken, to caller: Caller = .parent) {
        session.report(given: token.value.fingerprint, to: RequestLabel(1, from: "token", for: caller))
    }

    /// How long an ID token has to be valid that nobody asked more of: longer than it takes to be used.
    private static let leastValidity = Duration.seconds(30)

    /// The ID token; a refresh brings a new one where the provider sends one (OpenID Connect Core §12.2).
    private func issuedIDToken(_ minimumValidity: Duration?) async throws -> IssuedToken {
        _ = try await session.accessToken()
        if let token = await ownIDToken, token.isValid(for: await validity(minimumValidity)) { return token }
        if await session.idToken != nil { try await session.refresh() }
        guard let token = await ownIDToken else {
            throw CommandFailure(
                .failed, "The session has no ID token.",
                advice: "Sign in with the scope openid: \(settings.call("login", "--scope", "openid"))")
        }
        guard token.isValid(for: .zero) else {
            throw CommandFailure(
                .failed, "The ID token has expired, and the provider sends no new one at a refresh.",
                advice: "Sign in again with: \(await login)")
        }
        return token
    }

    /// How long the ID token has to be valid yet; of one that lives less long not every question is a refresh.
    private func validity(_ minimum: Duration?) async -> Duration {
        let claims = (await session.idToken?.token.reveal()).flatMap { try? JWT.parse($0) }?.claims
        guard let start = claims?.issuedAt, let end = claims?.expirationTime else {
            return minimum ?? Self.leastValidity
        }
        let lifetime = Duration.seconds(end.timeIntervalSince(start))
        return minimum.map { min($0, lifetime * 4 / 5) } ?? min(Self.leastValidity, lifetime / 5)
    }

    /// The ID token with its end by this machine's clock.
    private var ownIDToken: IssuedToken? {
        get async {
            guard let token = await session.idToken else { return nil }
            let skew = await session.status.clockSkew ?? .zero
            return IssuedToken(
                value: token.token, expiresAt: token.expiresAt.addingTimeInterval(-(skew / .seconds(1))))
        }
    }
}

extension Caller {
    /// The program that has started this one.
    static var parent: Caller { Caller(ProcessTable.asker) }

    init(_ process: pid_t) {
        self.init(name: ProcessTable.name(of: process) ?? Self.unnamed, process: process)
    }
}

extension IssuedToken {
    fileprivate func isValid(for validity: Duration) -> Bool {
        expiresAt.map { $0.timeIntervalSinceNow > validity / .seconds(1) } ?? true
    }
}
