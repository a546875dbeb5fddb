import FoundationEssentials
import JOSE
import SessionCore

/// `status`: the session's state, from its store.
extension Command {
    static let status = Command(
        name: "status",
        summary: "show whether you are signed in and how long the tokens last",
        usage: "[--verify]",
        details: """
            Without --verify no request is sent; the answer comes from the stored session.

            Exit status: 0 signed in, 3 not signed in, 4 the last session was ended by the
            provider or an API. A stored session of another client or issuer is reported and
            left unchanged.
            With --json: {"profile", "issuer", "client_id",
            "state": "authenticated|no_session", "reason", "ended": null or {"reason",
            "text", "time", "generation", "process", "program", "error",
            "error_description", "status"}, "belongs_to": null or {"issuer", "client_id"},
            "generation", "subject", "verified_at", "suspicion", "scope",
            "requested_scope", "unlisted_scope", "access_token", "refresh_token",
            "renewed_by_flow", "id_token", "refresh_due_at",
            "refresh_deferral": "arrived_expired|short_lived", "metadata_read_at"}. An
            unknown value is null. The scope is the requested one if the provider left it
            out (RFC 6749 §5.1); unlisted scope was not asked for, because the provider does
            not list it. A token is {"fingerprint",
            "obtained_at", "expires_at", "expires_in", "expiry_source"}; the ID token also
            has "trust", as in 'inspect'. The suspicion is {"status", "error", "count",
            "last_at"}: refreshes were refused, but not because of the refresh token.
            """,
        example: "session-console status --verify --json",
        options: [.verify, .record, .json],
        takesProvider: true,
        run: { context in
            try await CommandSession.open(context) { opened in
                if context.invocation.contains(.verify) {
                    try await opened.requireSession()
                    try await opened.session.fetchUserInfo()
                }
                let status = await opened.session.status
                if context.printsJSON {
                    try context.output.json(.object(status.json(opened.settings, now: Date())))
                } else {
                    for line in status.lines(opened.settings, now: Date()) { try context.output.line(line) }
                }
                guard status.state.isAuthenticated else {
                    opened.tell("Sign in with: \(await opened.login)")
                    return status.ending?.end.isForced == true ? .sessionEnded : .noSession
                }
                return .done
            }
        })
}
