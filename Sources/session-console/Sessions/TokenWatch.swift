import FoundationEssentials
import SessionCore

/// Keeps the session's access token fresh for a script, and gives each new one out, until the session ends.
struct TokenWatch {
    let opened: CommandSession
    let minimumValidity: Duration?

    /// How often it is looked whether another process has renewed the token or ended the session.
    private static let longestPause = Duration.seconds(1)
    private static let shortestPause = Duration.milliseconds(50)

    /// Runs until the session ends, which is thrown as ``SessionError/sessionExpired(_:)``, or until nobody reads the
    /// tokens any more.
    func run(_ give: (AccessToken) throws -> Void) async throws -> Never {
        var last: Fingerprint?
        var lastTrouble: SessionError?
        while true {
            guard !Output.isReaderGone else {
                throw CommandFailure(.closedPipe, "The reader of standard output is gone.")
            }
            switch await token() {
            case .success(let token):
                lastTrouble = nil
                guard token.fingerprint != last else { break }
                try give(token)
                if last == nil, let minimumValidity { await opened.tellIfShort(token, of: minimumValidity) }
                last = token.fingerprint
            case .failure(let error):
                if await hasEnded(error) { throw await end(error) }
                if error.kind != lastTrouble?.kind {
                    opened.tell("The token can't be renewed now, and it will be tried again: \(error).")
                }
                lastTrouble = error
            }
            try await Task.sleep(for: await pause)
        }
    }

    private func token() async -> Result<AccessToken, SessionError> {
        do throws(SessionError) {
            return .success(try await opened.session.accessToken(minimumValidity: minimumValidity))
        } catch {
            return .failure(error)
        }
    }

    /// Until the token is due, or until the next look; a token that lives too short to be due ahead is renewed when it
    /// ends.
    private var pause: Duration {
        get async {
            let status = await opened.session.status
            var moment = status.refreshDueAt
            if moment == nil, case .at(let end, _)? = status.accessToken?.expiry { moment = end }
            guard let due = moment?.timeIntervalSinceNow, due > 0 else { return Self.longestPause }
            return max(Self.shortestPause, min(.milliseconds(Int(min(due, 60) * 1000)), Self.longestPause))
        }
    }

    /// Whether no time will mend it.
    private func hasEnded(_ error: SessionError) async -> Bool {
        switch error {
        case .transport, .server, .backingOff, .refused, .unintelligible, .untrustworthy, .sessionChanged, .store:
            await !opened.session.state.isAuthenticated
        default: true
        }
    }

    /// A session that was there when the watch began has ended, whoever ended it.
    private func end(_ error: SessionError) async -> SessionError {
        guard case .noSession(let end) = await opened.session.state else { return error }
        return .sessionExpired(end)
    }
}

extension CommandSession {
    /// Says where a token does not last as long as `--min-valid` asks, because the provider's tokens don't.
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
    /// The error without what changes from one time to the next.
    fileprivate var kind: SessionError {
        switch self {
        case .backingOff(_, let failure): .backingOff(retryAfter: .zero, after: failure.kind)
        case .server(let status, let purpose, _): .server(status: status, during: purpose, retryAfter: nil)
        default: self
        }
    }
}
