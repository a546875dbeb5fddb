import ConsoleApp
import CurlTransport
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// `inspect`: decodes, explains and verifies a JWT.
extension Command {
    static let inspect = Command(
        name: "inspect",
        summary: "decode, explain and verify a JWT",
        usage: "[TOKEN|-] [--jwks FILE|URL] [--alg ALG]... [--introspect]",
        details: """
            With '-', or if standard input is not a terminal, the token is read from
            standard input, which keeps it out of 'ps' and of the shell's history. Without a
            token, the command inspects the session's access token, or its ID token if the
            access token is opaque. The signature is verified with the keys of --jwks: a set
            (RFC 7517 §5) or a single key, in a file or at a URL. Without --jwks it is
            verified with the provider's keys, if the token is the session's or --profile or
            --issuer is given. A token that has expired or is not valid yet fails, whatever
            its signature. For an SD-JWT (RFC 9901), the issuer's signature is verified and
            the disclosures are compared with their digests; key binding is not checked. A
            logout token (OpenID Connect Back-Channel Logout 1.0) or another security event
            token (RFC 8417) is judged by the rules of its kind. Only the header of an
            encrypted token can be read, and only what is left of a truncated one.

            Exit status: 0 verified, 6 failed, 1 can't be checked (no keys, unknown
            algorithm, HS* without --alg, encrypted, cut, not a JWT).
            With --json, where an SD-JWT alone has "disclosures":
            \(InspectionReport.shape.lines)

            --introspect asks the provider about the token (RFC 7662), which may then be
            opaque.
            Exit status: 0 active, 6 not active. With --json:
            \(ActivityReport.shape.lines)
            """,
        example: """
            session-console token \\
                | session-console inspect --jwks https://id.example.com/jwks
            """,
        options: Option.verification + [.introspect, .json],
        takesProvider: true,
        operands: 0...1,
        run: { context in
            if context.invocation.contains(.introspect) { return try await introspect(context) }
            let values = try context.settingValues()
            let transport = try ProviderSettings.transport(values)
            var source = try KeySource(context, values)
            let algorithms = try acceptedAlgorithms(values)
            var token = try givenToken(context)
            if token.isEmpty {
                let settings = try context.settings()
                token = try await sessionToken(context)
                if case .nowhere = source { source = .provider(settings.client) }
            }
            guard token.utf8.count <= TokenContents.sizeLimit else {
                throw CommandFailure(.failed, "The token is longer than 1 MB and is not read.")
            }
            if let partial = PartialInspection(token, now: Date()) {
                if context.printsJSON {
                    try context.output.json(InspectionReport(partial).recorded)
                } else {
                    for line in partial.lines { try context.output.line(line) }
                }
                return .failed
            }
            let keys = await context.withChannel(transport) { await source.keys(over: $0) }
            let inspection: TokenInspection
            do {
                inspection = try TokenInspection(
                    token, now: Date(), keys: keys, accepting: algorithms)
            } catch let error as JOSEError {
                throw CommandFailure(.failed, error.description, advice: "Only JWTs can be inspected.")
            }
            if context.printsJSON {
                try context.output.json(InspectionReport(inspection).recorded)
            } else {
                for line in inspection.lines { try context.output.line(line) }
            }
            return inspection.status
        })

    /// Asks the provider about the given token, or about the session's.
    private static func introspect(_ context: CommandContext) async throws -> ExitStatus {
        for option in Option.verification where context.invocation.contains(option) {
            throw CommandFailure(.conflict(.introspect, option), command: context.command.name)
        }
        let token = try givenToken(context)
        let report: IntrospectionReport
        if token.isEmpty {
            report = try await CommandSession.open(context) { opened in
                try await opened.requireSession()
                let introspection = try await opened.session.introspectAccessToken()
                return IntrospectionReport(
                    introspection, of: await opened.session.status.accessToken?.fingerprint, now: Date())
            }
        } else {
            let settings = try context.settings()
            // A token that is given needs no session: one that can't be read only masks nothing.
            let stored = try? await CommandSession.open(context) { await $0.session.revealTokens() }
            let secrets = stored.flatMap(\.self).map { [$0.access, $0.refresh, $0.idToken].compactMap { $0 } } ?? []
            report = try await context.withChannel(settings.transport, masking: secrets) {
                channel throws(CommandFailure) in
                try await IntrospectionReport(asking: settings, about: Secret(token), over: channel)
            }
        }
        if context.printsJSON {
            try context.output.json(report.report.recorded)
        } else {
            for line in report.lines { try context.output.line(line) }
        }
        return report.introspection.isActive ? .done : .refusedByProvider
    }

    /// The algorithms that were named, if any were.
    private static func acceptedAlgorithms(_ values: SettingValues) throws(CommandFailure) -> Set<JWSAlgorithm>? {
        guard let names = values.invocation.values[.alg] else { return nil }
        var algorithms: Set<JWSAlgorithm> = []
        for name in names {
            guard let algorithm = JWSAlgorithm(rawValue: name) else {
                let known = JWSAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
                throw values.bad(.alg, name, expected: "one of \(known)")
            }
            algorithms.insert(algorithm)
        }
        return algorithms
    }

    /// The token of the command line or standard input; empty if there is none.
    private static func givenToken(_ context: CommandContext) throws(CommandFailure) -> String {
        var text = context.operands.first ?? ""
        if text == "-" || (text.isEmpty && !Terminal.isInput) {
            if Terminal.isInput { context.output.inform("Paste the token, then press enter and ctrl-d:") }
            text = try StandardInput.text()
            guard !text.isEmpty || context.operands.isEmpty else {
                throw CommandFailure(.missingOperand("the token on standard input"), command: context.command.name)
            }
        }
        let tokens = TokenText.tokens(in: text)
        guard let token = tokens.first?.reveal() else { return text }
        if tokens.count > 1 { context.output.inform("The text contains \(tokens.count) tokens; this is the first.") }
        return token
    }

    /// The stored session's access token, without a refresh, or its ID token if the access token is opaque.
    private static func sessionToken(_ context: CommandContext) async throws -> String {
        try await CommandSession.open(context) { opened in
            try await opened.requireSession()
            let tokens = await opened.session.revealTokens()
            let candidates = [tokens?.access, tokens?.idToken].compactMap { $0?.reveal() }
            return candidates.first { (try? JWS.parse(issuerSignedPartOf: $0)) != nil } ?? candidates.first ?? ""
        }
    }
}
