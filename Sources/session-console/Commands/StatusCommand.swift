import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import TerminalUI

/// `status`: the session's state, from its store.
extension Command {
    static let status = Command(
        name: "status",
        summary: "show the session's state and how long the tokens last",
        usage: "[--verify] [--follow [--wait]] | --all | --short",
        details: """
            Without --verify no request is sent; the answer comes from the stored session.

            Exit status: 0 authenticated, 3 signed out, 4 forced out: the last session was
            ended by the provider or an API, or its record was lost. A stored session of
            another client or issuer is reported and left unchanged.

            --all prints a line for every profile, and for each session that was stored
            without one: a word, how long the tokens last, and the process that got them.
            Below it is a line for each program that uses the session now, as far as the
            record of events goes back: its process, the command that it calls by, its last
            call, how many it made, and how many of them with a token that another process
            got meanwhile. The exit status is 0 however the sessions stand, and 1 if the
            session of a profile can't be read; that one has its reason on its line.

            --short prints the profile, a word, and how long the access token lasts, for a
            shell prompt: 'work authenticated 4 min'. Words: authenticated; expired (the
            next call renews the token); run-out (nothing renews it); suspect; signed-out;
            forced-out; unreadable. Exit status: that of 'status', or 1 for a session that
            can't be read.

            With --follow the command keeps running, and prints a line for each change, with
            its local time: tokens that a process renewed, a token that expired or was
            rejected, another scope, a token that a server accepted, a session that is
            suspect, a sign-in, the end with its cause. It sends nothing. It ends with the
            session, with the exit status above, when it is interrupted (130), or when the
            reader of its output goes away (141). With --wait it follows the next session,
            too.

            With --json, where what is unknown is left out:
            \(StatusReport.shape.lines)
            "word" is that of --short, and "expires_in" the seconds that the access token
            lasts. Without "scope" it is the requested one (RFC 6749 §5.1); "missing" is
            what was asked for and did not come; unlisted scope was not asked for, because
            the provider does not list it. A suspicion means that
            refreshes were refused, but not because of the refresh token. "grant_ends_at" is
            when what the user allowed ends, where the provider says so. --all prints
            {"profiles": [{…}]}; only there are "renewed_by", "uses", and "error", which
            says why a session can't be read.

            With --follow --json each line is the whole status after the change that led to
            it, which the first line does not have:
            \(FollowedStatus.changeShape.lines)
            """,
        example: "session-console status --verify --json",
        options: [.verify, .follow, .all, .short, .json] + Option.staying,
        takesProvider: true,
        staysOpenBy: .follow,
        run: { context in
            if let summary = try context.summary {
                return summary == .all ? try await context.printAll() : try await context.printShort()
            }
            let isFollowing = context.invocation.contains(.follow)
            let folders = try context.folders()
            let waits = try context.waits()
            return try await CommandSession.open(context, isLive: isFollowing) { opened in
                if context.invocation.contains(.verify) {
                    try await opened.requireSession()
                    try await opened.session.fetchUserInfo()
                }
                var follower = isFollowing ? StatusFollower(opened, folders, waits: waits) : nil
                let (first, now) = (await opened.session.status, Date())
                try context.printStatus(first, opened.settings, now)
                let status = try await follower?.run(from: first, at: now) { change, status, now in
                    try context.printChange(change, status, opened.settings, now)
                }
                return await opened.exitStatus(of: status ?? first)
            }
        })
}

extension CommandSession {
    /// Prints how to sign in, where nobody is.
    fileprivate func exitStatus(of status: SessionStatus) async -> ExitStatus {
        guard !status.state.isAuthenticated else { return .done }
        tell("Sign in with: \(await login)")
        return status.endedSession?.end.isForced == true ? .sessionEnded : .noSession
    }
}

extension CommandContext {
    /// The option by which only stores are read, if there is one; throws for another that it can't be combined with.
    fileprivate var summary: Option? {
        get throws(CommandFailure) {
            guard let summary = [Option.all, .short].first(where: invocation.contains) else { return nil }
            var others = command.options.filter { $0 != summary }
            if summary == .all { others = others.filter { $0 != .json } + [.profile] }
            guard let other = others.first(where: invocation.contains) else { return summary }
            throw CommandFailure(.conflict(summary, other), command: command.name)
        }
    }

    fileprivate func printAll() async throws(CommandFailure) -> ExitStatus {
        let (glances, now) = (await ProfileGlance.all(try folders()), Date())
        if printsJSON {
            try output.json(["profiles": glances.map { StatusReport($0, now: now) }.recorded])
        } else if glances.isEmpty {
            output.inform("There is neither a profile nor a session.")
        }
        let width = glances.map(\.profile.count).max() ?? 0
        for glance in glances where !printsJSON {
            let columns = [
                TextWidth.pad(glance.profile, to: width), TextWidth.pad(glance.word(now: now).rawValue, to: 13),
                SafeText.plain(glance.details(now: now), glyphs: .unicode),
            ]
            try output.line(columns.joined(separator: "  "))
            for use in glance.uses {
                let words = SafeText.plain(use.words(now: now), glyphs: .unicode)
                try output.line(String(repeating: " ", count: width + 2) + words)
            }
        }
        return glances.contains { $0.exitStatus == .failed } ? .failed : .done
    }

    fileprivate func printShort() async throws(CommandFailure) -> ExitStatus {
        let glance = try await ProfileGlance(self)
        try output.line(glance.prompt(now: Date()))
        if case .failure(let failure) = glance.found {
            output.failure(CommandFailure(.failed, failure.reason, advice: failure.advice))
        }
        return glance.exitStatus
    }

    fileprivate func printStatus(_ status: SessionStatus, _ settings: ProviderSettings, _ now: Date) throws {
        if printsJSON {
            let report = StatusReport(status, settings, now: now)
            try output.json(
                invocation.contains(.follow)
                    ? FollowedStatus(time: now, change: nil, text: nil, report: report).recorded : report.recorded)
        } else {
            for line in status.lines(settings, now: now) { try output.line(line) }
        }
    }

    fileprivate func printChange(
        _ change: StatusChange, _ status: SessionStatus, _ settings: ProviderSettings, _ now: Date
    ) throws {
        guard !printsJSON else {
            let report = StatusReport(status, settings, now: now)
            return try output.json(
                FollowedStatus(
                    time: now, change: change.name, text: change.sentence(status, now: now), report: report
                ).recorded)
        }
        let clock = now.localClock(now: now, secondsFromUTC: LocalTime.secondsFromUTC(at: now))
        try output.line(SafeText.plain("\(clock)  \(change.sentence(status, now: now))", glyphs: .unicode))
    }
}
