import Addresses
import CurlTransport
import Doctor
import FoundationEssentials
import Recordings
import SessionCore

/// `doctor`: facts about a provider, by looking.
extension Command {
    static let doctor = Command(
        name: "doctor",
        summary: "find out what a provider really does",
        usage: "[URL] [--as mcp|oidc] [--format FORMAT] [--behaviour [--flow FLOW] [--yes]]",
        details: """
            URL is a protected resource, whose challenge leads to its authorization server,
            or an issuer; with --issuer it is a resource of that one. Without a URL the
            issuer of the profile is examined, with its --resource if it has one. Without
            --behaviour nothing is signed in: requests are those of clients, with a made-up
            token and a made-up client. Nothing is registered.

            Each finding is a fact, what was seen, the section that it goes by, and what it
            means for a client. ✓ is sound, ! a note, ✗ a fault; ? could not be seen, as
            where this machine is what failed, and – is not offered.
            --as mcp and --as oidc also judge by what the Model Context Protocol and OpenID
            Connect demand beyond the standards that the provider names.

            --behaviour signs in with the client of the profile, up to ten times; for a
            URL without --client-id a client is registered for that, and removed after it.
            An issuer that a resource names is confirmed as by login. It tries what a
            refresh changes, how long a spent refresh token is accepted, what ends with it,
            what two refreshes at once come to, what a revocation ends, and whether
            offline_access is needed; where the sign-in is by code, also whether PKCE may
            be left out and what a code is good for. Access tokens are tried at userinfo,
            or at the resource or the --api. When they are refused after their end is seen
            where they live a minute at most. Each step is announced. Its sessions are its
            own, and a stored one is not touched; a provider may end all sessions of a user
            after a theft, so it asks before, and --yes answers. A rate limit ends it.

            Exit status: 0 sound, 23 faults found, 5 unreachable; that of login where a
            sign-in failed.
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
        options: [.demands, .diagnosisFormat] + Option.examination,
        takesProvider: true,
        operands: 0...1,
        run: { context in
            let format = try context.choice(.diagnosisFormat, DiagnosisFormat.self) ?? .text
            let profile = try context.doctorProfile()
            let values = SettingValues(invocation: context.invocation, profile: profile)
            let subject = try context.doctorSubject(values)
            let behaviour = try BehaviourCommand(context, profile)
            let journal = EventJournal(clock: SystemClock())
            let channel = Channel(
                withoutSession: CurlTransport(try ProviderSettings.transport(values)), journal: journal)
            var doctor = Doctor(of: subject, channel: channel)
            doctor.demands = try context.choice(.demands, Demands.self)
            doctor.allowsPlainHTTP = values.allowsPlainHTTP
            var failure: CommandFailure?
            func show(_ finding: Finding) {
                guard format == .text, failure == nil else { return }
                do throws(CommandFailure) {
                    for line in DiagnosisText.lines(finding) { try context.output.line(line) }
                } catch {
                    failure = error
                }
            }
            var diagnosis = await doctor.examine(reporting: show)
            if let behaviour, !diagnosis.isUnreachable {
                do {
                    let (findings, ended) = try await behaviour.examine(diagnosis, over: channel, reporting: show)
                    diagnosis = diagnosis.adding(findings)
                    failure = failure ?? ended
                } catch let error as DiscoveryFailure {
                    failure = CommandFailure(error)
                } catch let error as CommandFailure {
                    failure = error
                }
            }
            if context.isVerbose { ExchangePrinter(output: context.output).take(journal.kept) }
            for line in format.lines(of: diagnosis) { try context.output.line(line) }
            if let failure { throw failure }
            return diagnosis.isUnreachable ? .networkOrServer : diagnosis.hasFaults ? .faultsFound : .done
        })
}

extension CommandContext {
    /// The profile that is examined or named; none for a URL alone.
    fileprivate func doctorProfile() throws(CommandFailure) -> Profile {
        let isAlone = !operands.isEmpty && !namesProfile
        return isAlone ? Profile(name: "default") : try profile()
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
