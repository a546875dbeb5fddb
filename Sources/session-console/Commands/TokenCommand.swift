import FoundationEssentials
import Recordings
import SessionCore

/// `token`: a usable access token, for other programs.
extension Command {
    static let token = Command(
        name: "token",
        summary: "print a usable access token, refreshed if need be",
        usage: "[--min-valid TIME] [--format FORMAT] [--write FILE] [--watch [--wait] | --exchange]",
        details: """
            A token that is valid long enough is printed without a request. If many
            processes need a new one at the same time, only one refreshes it.

            With --json the token itself is left out:
            \(TokenReport.shape.lines)
            without "scope" and "issued_token_type", which come with --exchange.

            With --watch the command keeps running: it renews each token in time, which
            keeps a session alive whose refresh token ends with its access token, and prints
            each new token on its own line (with --json, its object). A failed renewal is
            reported on standard error and retried. The command ends with the session (exit
            status 4), or when the reader of its output is gone. With --wait it waits for
            the next sign-in instead, and goes on with that session.

            --format prints the token as another tool reads it: header (Authorization:
            Bearer ...), headers-json (for MCP clients), env (NAME=..., see --as),
            exec-credential (for kubectl; KUBERNETES_EXEC_INFO chooses the version), git,
            netrc (needs --write). exec-credential and git contain the expiry.

            --write FILE writes the same to FILE, which only its owner can read. With
            --watch it replaces FILE for each new token, for programs that read it there;
            FILE keeps the last one, which is refused, when the session ends.

            With --exchange the provider exchanges the session's token for a more limited
            one, which is printed and not kept.
            """,
        example: """
            session-console token --format header |
                curl -H @- https://api.example.com/orders
            """,
        options: Option.delivery + [.watch, .exchange, .json] + Option.staying,
        takesProvider: true,
        staysOpenBy: .watch,
        run: { context in
            let validity = try context.minimumValidity()
            let exchange = try TokenExchange(context)
            let isWatch = context.invocation.contains(.watch)
            if isWatch && exchange != nil {
                throw CommandFailure(.conflict(.watch, .exchange), command: context.command.name)
            }
            let waits = try context.waits()
            let which = try context.whichToken()
            let delivery = try TokenDelivery(context)
            return try await CommandSession.open(context, isLive: isWatch) { opened in
                if !waits { try await opened.requireSession() }
                if let exchange {
                    let response = try await opened.token(by: exchange)
                    try delivery.give(IssuedToken(response), report: TokenReport(response, expiresAt: response.expiry))
                    return .done
                }
                if isWatch {
                    try await TokenWatch(opened: opened, minimumValidity: validity, waits: waits).run { token in
                        opened.cutOffs.look()
                        try opened.requireAdmission()
                        let issued =
                            try await which == .id
                            ? opened.issued(.id) : IssuedToken(token, renewedFrom: opened.session.status.refreshDueAt)
                        try delivery.give(issued, report: TokenReport(token))
                        opened.reportGiven(issued)
                    }
                }
                let token = try await opened.session.accessToken(minimumValidity: validity)
                let issued = try await opened.issued(which, minimumValidity: validity)
                try delivery.give(issued, report: TokenReport(token))
                opened.reportGiven(issued)
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
        guard context.invocation.contains(.exchange) else { return nil }
        let given = context.commandLine
        self.init(audience: given.audiences, resource: given.resources, scope: given.scope ?? [])
        guard !audience.isEmpty || !resource.isEmpty || !scope.isEmpty else {
            throw CommandFailure(
                .missingOption(.audience, why: "--exchange needs it, --resource or --scope"),
                command: context.command.name)
        }
    }
}

extension TokenResponse {
    fileprivate var expiry: Date? { expiresIn.map { requestedAt.addingTimeInterval($0 / .seconds(1)) } }
}

extension IssuedToken {
    fileprivate init(_ response: TokenResponse) {
        self.init(value: response.accessToken, expiresAt: response.expiry)
    }
}
