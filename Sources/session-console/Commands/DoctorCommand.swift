import Addresses
import CurlTransport
import Doctor
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import Synchronization

/// `doctor`: facts about a provider, by looking.
extension Command {
    static let doctor = Command(
        name: "doctor",
        summary: "find out what a provider really does",
        usage:
            "[URL] [--as WHAT] [--format FORMAT] [--baseline FILE] [--behaviour [--flow FLOW]] [--tokens] [--yes]",
        details: """
            URL is a protected resource, whose challenge leads to its authorization server,
            or an issuer; with --issuer it is a resource of that one. Without a URL the
            issuer of the profile is examined, with its --resource if it has one. Without
            --behaviour nothing is signed in: requests are those of clients, with a made-up
            token and a made-up client. Nothing is registered.

            Each finding is a fact, what was seen, the section that it goes by, what it
            means for a client, and how it is mended. ✓ is sound, ! a note, ✗ a fault; ?
            could not be seen, as where this machine is what failed, and – is not offered.
            With --client-id, or the client of a profile, its redirect URI is also tried
            with changes, by requests that ask for no page (prompt=none).
            --as judges by more than the standards that the provider names: oidc is OpenID
            Connect, oauth21 the draft of OAuth 2.1, fapi2 the FAPI 2.0 Security Profile as
            far as metadata and refusals show it, mcp the Model Context Protocol by its
            newest revision, mcp=2025-11-25 and mcp=2026-07-28 by that one. What needs a
            sign-in, or is not seen from outside, is named as unknown.

            --behaviour signs in with the client of the profile, up to eleven times; for a
            URL without --client-id a client is registered for that, and removed after it.
            An issuer that a resource names is confirmed as by login. It tries what a
            refresh changes, how long a spent refresh token is accepted, what ends with it,
            what two refreshes at once come to, what a revocation ends, and whether
            offline_access is needed; where the sign-in is by code, also whether PKCE may
            be left out and what a code is good for. Access tokens are tried at userinfo,
            or at the resource or the --api. When they are refused after their end is seen
            where they live a minute at most. Each step is announced. Its sessions are its
            own, and a stored one is not touched; a provider may end all sessions of a user
            after a theft, so it asks before, and --yes answers. A rate limit ends it. At
            its end, and after ctrl-c, it revokes what it was granted and has not expired,
            access tokens one by one, and removes its client, and says what may live on
            where that is refused.

            --tokens examines the resource: it sends what an attacker would, so the server
            should be yours, and it asks before, unless --yes answers. It forges JWTs with
            the right issuer and audience, of nobody and for a minute: unsigned, of an
            unknown key, with the public key as secret, expired, of another audience or
            issuer. Each must be refused with 401. It also sends a stranger's Origin, two
            Authorization fields and a scheme in lower case. It asks by GET, and a server of
            MCP by initialize or tools/list; nothing is sent to another origin. That a
            forgery is refused is sound where a right token is taken: with --behaviour, else
            it is unknown why. Then a token of its own is also sent in the URL, one without
            the scope, and a refresh token and an ID token once they are dead; with
            --other-resource one that is issued for that URL, which is revoked after it.

            A fault or note says whose it is: the authorization server, the resource server,
            or what stands in front of one (TLS, a gateway that answers 502 or 504).
            --fail-on warning fails at notes too. --baseline FILE is the JSON of an earlier
            run: what it has against the provider is marked "as before" and fails nothing,
            and the summary, the page and the tests are about the rest.

            Exit status: 0 sound, 23 faults found or what --fail-on names, 5 unreachable;
            that of login where a sign-in failed.
            With --format json:
            \(DiagnosisReport.shape.lines)
            "profile" has the lines for a profile that the findings suggest, which text and
            markdown have as well.
            With tap and junit a fault fails; what could not be seen, or is not offered, is
            skipped.
            """,
        example: """
            session-console doctor https://mcp.example.com/mcp \\
                --format markdown > findings.md
            """,
        options: [.demands, .diagnosisFormat, .failOn, .baseline] + Option.examination,
        takesProvider: true,
        operands: 0...1,
        run: { context in
            let profile = try context.doctorProfile()
            let values = SettingValues(invocation: context.invocation, profile: profile)
            let subject = try context.doctorSubject(values)
            let terms = try context.diagnosisTerms(values, of: subject)
            let behaviour = try BehaviourCommand(context, profile, of: subject)
            let triesTokens = try TokensCommand.isAllowed(context, at: subject)
            let journal = EventJournal(clock: SystemClock())
            let channel = Channel(
                withoutSession: CurlTransport(try ProviderSettings.transport(values)), journal: journal)
            var doctor = Doctor(of: subject, channel: channel)
            doctor.demands = terms.demands
            doctor.allowsPlainHTTP = values.allowsPlainHTTP
            if let id = values.clientID {
                let redirectURI = try values.redirectURI(default: ProviderSettings.defaultRedirectURI)
                // Port 0 is any, and registered is none.
                let text = redirectURI.absoluteString.replacing(":0/", with: "/")
                doctor.client = KnownClient(id: id, redirectURI: text)
            }
            let printer = FindingPrinter(context.output, by: terms)
            var failure: CommandFailure?
            var (diagnosis, tokens) = await doctor.examineKeepingResource(reporting: printer.take)
            if triesTokens, tokens == nil, !diagnosis.isUnreachable { failure = .noResource(diagnosis.subject) }
            if !triesTokens || diagnosis.isUnreachable { tokens = nil }
            if let tokens, behaviour == nil {
                diagnosis = diagnosis.adding(await tokens.examine(reporting: printer.take))
            }
            if let behaviour, !diagnosis.isUnreachable {
                do {
                    let client = try await behaviour.client(by: diagnosis)
                    let (findings, ended) = try await SignalWatch.shared.whileEnding(
                        saying: "ending its own sessions and its client; a second signal ends at once.",
                        losing: "sessions and a client of its own may be alive at the provider."
                    ) { [diagnosis, tokens] in
                        try await behaviour.examine(
                            with: client, diagnosis, tokens, journal, reporting: printer.take)
                    }
                    // What a signal ends has no result.
                    if SignalWatch.shared.isEnding { return .done }
                    diagnosis = diagnosis.adding(findings)
                    failure = failure ?? ended
                } catch let error as DiscoveryFailure {
                    failure = CommandFailure(error)
                } catch let error as CommandFailure {
                    failure = error
                }
            }
            if context.isVerbose { ExchangePrinter(output: context.output).take(journal.kept) }
            for line in terms.format.lines(of: diagnosis, by: terms) { try context.output.line(line) }
            if let failure = printer.failure ?? failure { throw failure }
            return terms.status(of: diagnosis)
        })
}

/// Prints each finding as it comes, where the format is text.
private final class FindingPrinter: Sendable {
    private let output: Output
    private let terms: DiagnosisTerms
    private let end = Mutex<CommandFailure?>(nil)

    init(_ output: Output, by terms: DiagnosisTerms) { (self.output, self.terms) = (output, terms) }

    /// Why nothing more is printed; `nil` where all was.
    var failure: CommandFailure? { end.withLock(\.self) }

    func take(_ finding: Finding) {
        guard terms.format == .text else { return }
        end.withLock { failure in
            guard failure == nil else { return }
            do throws(CommandFailure) {
                for line in DiagnosisText.lines(finding, isNews: terms.isNews(finding)) { try output.line(line) }
            } catch {
                failure = error
            }
        }
    }
}

extension CommandFailure {
    fileprivate static func noResource(_ subject: String) -> CommandFailure {
        CommandFailure(
            .failed, "\(Shown.cut(subject)) is an issuer and no resource, so no token was sent.",
            advice: "Give the address of an API: session-console doctor URL --tokens")
    }
}

extension CommandContext {
    /// The profile that is examined or named; none for a URL alone.
    fileprivate func doctorProfile() throws(CommandFailure) -> Profile {
        let isAlone = !operands.isEmpty && !namesProfile
        return isAlone ? Profile(name: "default") : try profile()
    }

    fileprivate func diagnosisTerms(
        _ values: SettingValues, of subject: ExaminedSubject
    ) throws(CommandFailure) -> DiagnosisTerms {
        var terms = DiagnosisTerms(
            format: try choice(.diagnosisFormat, DiagnosisFormat.self) ?? .text,
            threshold: try choice(.failOn, FindingThreshold.self) ?? .error,
            demands: try choice(.demands, Demands.self))
        guard let path = invocation.value(of: .baseline) else { return terms }
        let text = try values.contents(of: path, for: .baseline)
        guard let json = try? JSONValue(parsing: Array(text.utf8)), let report = try? DiagnosisReport(recorded: json)
        else { throw values.bad(.baseline, path, expected: "what doctor --format json has printed") }
        guard report.subject == subject.text else {
            throw CommandFailure(
                .badCommandLine, "\(path) is of \(Shown.cut(report.subject)), and not of \(subject.text).",
                advice: "Compare an examination with an earlier one of the same address, written in the same way.")
        }
        if case .provider(let issuer, _) = subject, let earlier = report.issuer, !earlier.hasSameBytes(as: issuer) {
            throw CommandFailure(
                .badCommandLine,
                "\(path) is of a resource at \(Shown.cut(earlier)), and not at \(Shown.cut(issuer)).",
                advice: "Compare an examination with an earlier one at the same issuer, written in the same way.")
        }
        terms.baseline = Baseline(report)
        return terms
    }

    fileprivate func doctorSubject(_ values: SettingValues) throws(CommandFailure) -> ExaminedSubject {
        if let text = operands.first {
            guard let url = URL(given: text), Origin(url) != nil else {
                throw CommandFailure(
                    .badCommandLine, "The argument must be an http or https URL.",
                    advice: "Give the address of an API or an issuer: https://mcp.example.com/mcp")
            }
            if let issuer = namedIssuer, issuer != text {
                return .provider(issuer: issuer, resource: url)
            }
            return .url(url)
        }
        let issuer = try values.requiredIssuer()
        return .provider(issuer: issuer, resource: values.resources.first.flatMap { URL(given: $0) })
    }
}
