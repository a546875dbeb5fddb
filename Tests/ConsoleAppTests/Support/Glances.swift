import FoundationEssentials
@testable import SessionCore
import TerminalUI

@testable import ConsoleApp

/// Sessions of several profiles, as their stores have them.
enum Glances {
    static let client = RecordOwner(issuer: "https://id.example", clientID: "cli")

    static func signedIn(
        _ profile: String, accessLeft: TimeInterval = 47, refreshed ago: TimeInterval = 13, program: String? = "token"
    ) -> ProfileGlance {
        var status = Samples.status()
        let obtained = Samples.now.addingTimeInterval(-ago)
        status.accessToken = TokenStatus(
            fingerprint: Samples.access, obtainedAt: obtained,
            expiry: .at(Samples.now.addingTimeInterval(accessLeft), .expiresIn))
        return ProfileGlance(
            profile, of: client,
            .success(
                StoredSession(
                    owner: client, status: status, renewer: StoredSession.Renewer(process: 4711, program: program),
                    isRefreshed: program == "token"))
        )
    }

    static func absent(_ profile: String, _ end: SessionEnd = .noStoredSession) -> ProfileGlance {
        var status = SessionStatus()
        status.state = .noSession(end)
        return ProfileGlance(
            profile, of: client,
            .success(StoredSession(owner: client, status: status, renewer: nil, isRefreshed: false)))
    }

    static func unreadable(_ profile: String) -> ProfileGlance {
        ProfileGlance(profile, of: nil, .failure(ToolFailure("The stored session can't be read: it is damaged")))
    }

    static func inUse(_ glance: ProfileGlance) -> ProfileGlance {
        var glance = glance
        let call = SessionUse.Call(time: Samples.now.addingTimeInterval(-3), name: "POST /mcp", status: 200)
        glance.uses = [
            SessionUse(
                program: "mcp", process: 4711, caller: Caller(name: "claude", process: 4700), calls: 120,
                servedByOthers: 38, last: call),
            SessionUse(program: "console", process: 815, caller: nil),
        ]
        return glance
    }

    /// Of several kinds, `demo` the one that the console is on.
    static let all = [
        absent("archive"), inUse(signedIn("demo")),
        signedIn("staging", accessLeft: -90, refreshed: 690, program: "console"),
        unreadable("stale"),
        absent("work", .refreshRejected(.named(Samples.rejection))),
    ]
}

extension Console {
    /// With the list of sessions open, before the stores were read.
    static func onSessions(size: Size = Size(width: 120, height: 36)) -> Console {
        var context = Samples.context
        context.profiles = ["archive", "demo", "staging", "work"]
        var console = Console.signedIn(context, size: size)
        console.command("sessions")
        return console
    }
}
