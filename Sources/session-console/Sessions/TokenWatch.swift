import FoundationEssentials
import SessionCore

/// Renews the session's access token for a script and passes on each new one, until the session ends.
struct TokenWatch {
    let opened: CommandSession
    let minimumValidity: Duration?
    /// Whether the next sign-in is waited for, where nobody is signed in.
    let waits: Bool

    /// Runs until the session ends, which throws ``SessionError/sessionExpired(_:)``, or until the reader of the tokens
    /// is gone.
    func run(_ give: (AccessToken) async throws -> Void) async throws -> Never {
        var last: Fingerprint?
        var lastTrouble: SessionError?
        while true {
            switch await token() {
            case .success(let token):
                lastTrouble = nil
                guard token.fingerprint != last else { break }
                try await give(token)
                if last == nil, let minimumValidity { await opened.tellIfShort(token, of: minimumValidity) }
                last = token.fingerprint
            case .failure(let error):
                if await hasEnded(error) {
                    guard waits, case .noSession = await opened.session.state else { throw await end(error) }
                    try await opened.waitForSignIn()
                    continue
                }
                if error.kind != lastTrouble?.kind {
                    opened.tell("The token can't be renewed now; the renewal is retried: \(error).")
                }
                lastTrouble = error
            }
            try await WatchPace.wait(for: await due)
        }
    }

    private func token() async -> Result<AccessToken, SessionError> {
        do throws(SessionError) {
            return .success(try await opened.session.accessToken(minimumValidity: minimumValidity))
        } catch {
            return .failure(error)
        }
    }

    /// When the token is due; a token too short-lived to be renewed ahead is renewed when it expires.
    private var due: Date? {
        get async {
            let status = await opened.session.status
            if let due = status.refreshDueAt { return due }
            guard case .at(let end, _)? = status.accessToken?.expiry else { return nil }
            return end
        }
    }

    /// Whether the error is final.
    private func hasEnded(_ error: SessionError) async -> Bool {
        switch error {
        case .transport, .server, .backingOff, .refused, .unintelligible, .untrustworthy, .sessionChanged, .store:
            await !opened.session.state.isAuthenticated
        default: true
        }
    }

    /// The end of the session that existed when the watch began, even if another process ended it.
    private func end(_ error: SessionError) async -> SessionError {
        guard case .noSession(let end) = await opened.session.state else { return error }
        return .sessionExpired(end)
    }
}

extension CommandSession {
    /// Returns once somebody has signed in, in whichever process.
    fileprivate func waitForSignIn() async throws {
        tell(await invitation)
        while await !session.state.isAuthenticated {
            try await WatchPace.wait(for: nil)
            await session.checkStore()
        }
    }

    /// How to go on, where nobody is signed in.
    var invitation: String {
        get async {
            guard case .noSession(let end) = await session.state else { return "" }
            return "\(end.state.capitalizedSentence) Waiting for: \(await login)"
        }
    }

    /// Prints a note if the token is valid for less time than `--min-valid` asks, because the provider's tokens are.
    func tellIfShort(_ token: AccessToken, of validity: Duration) async {
        guard let end = token.expiresAt else { return }
        let left = Duration.seconds(end.timeIntervalSinceNow)
        guard left + .seconds(1) < validity else { return }
        let lifetime = await session.status.accessToken.map {
            Duration.seconds(end.timeIntervalSince($0.obtainedAt).rounded())
        }
        tell(
            "The token is valid for \(left.inWords), less than --min-valid asks for (\(validity.inWords))"
                + (lifetime.map { ": the provider's tokens live for \($0.inWords)" } ?? "") + ".")
    }
}

extension SessionError {
    /// The error without the parts that differ each time.
    fileprivate var kind: SessionError {
        switch self {
        case .backingOff(_, let failure): .backingOff(retryAfter: .zero, after: failure.kind)
        case .server(let status, let purpose, _, _): .server(status: status, during: purpose, retryAfter: nil)
        default: self
        }
    }
}
