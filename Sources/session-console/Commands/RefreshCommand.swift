import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// `refresh`: requests a new access token now, even if the present one is still valid.
extension Command {
    static let refresh = Command(
        name: "refresh",
        summary: "refresh the access token now",
        usage: "",
        details: "With --json: the output of 'status --json' afterwards.",
        example: "session-console refresh && session-console status",
        options: Option.session,
        takesProvider: true,
        run: { context in
            try await CommandSession.open(context) { opened in
                try await opened.requireSession()
                try await opened.session.refresh()
                let status = await opened.session.status
                if context.printsJSON {
                    try context.output.json(StatusReport(status, opened.settings, now: Date()).recorded)
                } else if let token = status.accessToken {
                    opened.tell(
                        "Refreshed; access token \(token.fingerprint): \(token.expiry.words(now: Date())).")
                }
                return .done
            }
        })
}
