import FoundationEssentials
import JOSE
import SessionCore

/// `token`: a usable access token, for other programs.
extension Command {
    static let token = Command(
        name: "token",
        summary: "print a usable access token, refreshed if need be",
        usage: "[--min-valid TIME] [--watch | --exchange]",
        details: """
            A token that is valid long enough is printed without a request. If many
            processes need a new one at the same time, only one refreshes it.

            With --json the token itself is left out: {"fingerprint", "expires_at",
            "expires_in", "generation"}.

            With --watch the command keeps running: it renews each token in time, which
            keeps a session alive whose refresh token ends with its access token, and prints
            each new token on a line of its own (with --json, its object). A failed renewal
            is reported on standard error and tried again. The command ends with the session
            (exit status 4), or when the reader of its output goes away.

            With --exchange the provider exchanges the session's token for a more limited
            one, which is printed and not kept; JSON: {"fingerprint", "expires_at",
            "expires_in", "scope", "issued_token_type"}.
            """,
        example: """
            curl -H "Authorization: Bearer $(session-console token)" \\
                https://api.example.com/orders
            """,
        options: [.minValid, .watch, .exchange, .record, .json],
        takesProvider: true,
        run: { context in
            let validity = try context.duration(.minValid)
            let exchange = try TokenExchange(context)
            let isWatch = context.invocation.contains(.watch)
            if isWatch && exchange != nil {
                throw CommandFailure(.conflict(.watch, .exchange), command: context.command.name)
            }
            return try await CommandSession.open(context, isLive: isWatch) { opened in
                try await opened.requireSession()
                if let exchange {
                    try context.output.token(try await opened.token(by: exchange), asJSON: context.printsJSON)
                    return .done
                }
                if isWatch {
                    try await TokenWatch(opened: opened, minimumValidity: validity).run { token in
                        try context.output.token(token, asJSON: context.printsJSON)
                    }
                }
                let token = try await opened.session.accessToken(minimumValidity: validity)
                try context.output.token(token, asJSON: context.printsJSON)
                if let validity { await opened.tellIfShort(token, of: validity) }
                return .done
            }
        })
}

extension CommandSession {
    /// The token of an exchange, after a refresh where that is due: their refusals mean different things.
    fileprivate func token(by exchange: TokenExchange) async throws -> TokenResponse {
        _ = try await session.accessToken()
        do {
            return try await session.exchangeAccessToken(for: exchange)
        } catch {
            let isSignedIn = await session.state.isAuthenticated
            throw CommandFailure(
                error,
                in: Situation(command: "token", call: settings.call, isSignedIn: isSignedIn, isTokenExchange: true))
        }
    }
}

extension TokenExchange {
    /// The exchange that the command line asks for, if any.
    fileprivate init?(_ context: CommandContext) throws(CommandFailure) {
        let invocation = context.invocation
        guard invocation.contains(.exchange) else { return nil }
        self.init(
            audience: invocation.values[.audience] ?? [], resource: invocation.values[.resource] ?? [],
            scope: invocation.value(of: .scope)?.split(separator: " ").map(String.init) ?? [])
        guard !audience.isEmpty || !resource.isEmpty || !scope.isEmpty else {
            throw CommandFailure(
                .missingOption(.audience, why: "--exchange needs it, --resource or --scope"),
                command: context.command.name)
        }
    }
}

extension Output {
    fileprivate func token(_ token: AccessToken, asJSON printsJSON: Bool) throws {
        guard printsJSON else { return try line(token.value.reveal()) }
        let now = Date()
        try json([
            "fingerprint": .string("\(token.fingerprint)"),
            "expires_at": token.expiresAt.map { .time($0) } ?? .null,
            "expires_in": token.expiresAt.map { .seconds(from: now, to: $0) } ?? .null,
            "generation": .number(JSONNumber(token.generation)),
        ])
    }

    fileprivate func token(_ response: TokenResponse, asJSON printsJSON: Bool) throws {
        guard printsJSON else { return try line(response.accessToken.reveal()) }
        let expiry = response.expiresIn.map { response.requestedAt.addingTimeInterval($0 / .seconds(1)) }
        try json([
            "fingerprint": .string("\(response.accessToken.fingerprint)"),
            "expires_at": expiry.map { .time($0) } ?? .null,
            "expires_in": expiry.map { .seconds(from: Date(), to: $0) } ?? .null,
            "scope": response.scope.map { .string($0.joined(separator: " ")) } ?? .null,
            "issued_token_type": response.issuedTokenType.map { .string($0) } ?? .null,
        ])
    }
}
