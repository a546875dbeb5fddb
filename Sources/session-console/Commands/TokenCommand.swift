import FoundationEssentials
import JOSE
import SessionCore

/// `token`: a usable access token, for other programs.
extension Command {
    static let token = Command(
        name: "token",
        summary: "print a usable access token, refreshed if need be",
        usage: "[--min-valid TIME]",
        details: """
            A token that is valid long enough is printed without asking anybody; however many processes ask for a new
            one at once, it is refreshed once.

            With --json the token itself is left out: {"fingerprint", "expires_at", "expires_in", "generation"}.
            """,
        example: "curl -H \"Authorization: Bearer $(session-console token)\" https://api.example.com/orders",
        options: [.minValid, .json],
        takesProvider: true,
        run: { context in
            let validity = try context.duration(.minValid)
            return try await CommandSession.open(context) { opened in
                try await opened.requireSession()
                let token = try await opened.session.accessToken(minimumValidity: validity)
                if context.printsJSON {
                    let now = Date()
                    try context.output.json([
                        "fingerprint": .string("\(token.fingerprint)"),
                        "expires_at": token.expiresAt.map { .time($0) } ?? .null,
                        "expires_in": token.expiresAt.map { .seconds(from: now, to: $0) } ?? .null,
                        "generation": .number(JSONNumber(token.generation)),
                    ])
                } else {
                    try context.output.line(token.value.reveal())
                }
                return .done
            }
        })
}
