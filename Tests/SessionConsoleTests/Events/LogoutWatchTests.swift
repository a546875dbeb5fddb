import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import session_console

/// What a profile's `notify` and `on_forced_logout` do.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct LogoutWatchTests {
    @Test func `of several programs that stay open one runs the command, with the reason and without a token`()
        async throws
    {
        let console = try await Console()
        let home = console.program.home
        // The rest of the line is arguments, whatever a shell would make of it.
        try console.writeProfile(["on_forced_logout": .string("\(home)/bin/told $(touch \(home)/shell) ; x")])
        try await console.program.makeScript(
            "bin/told",
            """
            #!/bin/sh
            env | sort > "\(home)/told.$$.tmp"
            echo "$#: $*" >> "\(home)/told.$$.tmp"
            mv "\(home)/told.$$.tmp" "\(home)/told.$$"
            exec sleep 600
            """)
        try await console.signIn()
        let record = try console.record()
        let watch = try console.program.start("token", "--watch")
        let follower = try console.program.start("status", "--follow")
        _ = try await blocking { try watch.line { !$0.isEmpty } }
        _ = try await blocking { try follower.line { $0.hasPrefix("refresh ") } }
        try await console.provider.control("revoke-session", ["username": "alice"])
        #expect(try await console.run("request", "/orders").status == 4)
        // Neither waits for the command, which does not end.
        #expect(try await blocking { try watch.finish() }.status == 4)
        #expect(try await blocking { try follower.finish() }.status == 4)
        let told = { @Sendable in
            try FileManager.default.contentsOfDirectory(atPath: home)
                .filter { $0.hasPrefix("told.") && !$0.hasSuffix(".tmp") }
        }
        try await until { try !told().isEmpty }
        let files = try told()
        #expect(files.count == 1)
        let text = try console.program.text(files[0])
        for line in [
            "SESSION_CONSOLE_REASON=refresh_rejected", "SESSION_CONSOLE_PROFILE=default",
            "SESSION_CONSOLE_ISSUER=\(console.provider.announcement.issuer)",
            "4: $(touch \(home)/shell) ; x",
        ] {
            #expect(text.split(separator: "\n").contains { $0 == line }, "\(text)")
        }
        #expect(text.contains(#/SESSION_CONSOLE_REASON_TEXT=the refresh was rejected with invalid_grant/#))
        #expect(text.contains(#/SESSION_CONSOLE_TIME=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#))
        #expect(!FileManager.default.fileExists(atPath: home + "/shell"))
        for token in ["access_token", "refresh_token"] {
            #expect(!text.contains(try #require(record["session"]?[token]?.string)))
        }
        let pid = try #require(Int32(files[0].dropFirst(5)))
        kill(pid, SIGKILL)
    }

    @Test func `an end that was there before is not news, and a sign-out is no forced logout`() {
        var ends = ForcedEnds()
        let ending = EndedSession(end: .userInfoRejected, time: Date(), generation: 1, process: 7)
        func end(_ kind: SessionEvent.Kind) -> SessionEnd? {
            ends.end(by: SessionEvent(sequence: 1, time: Date(), generation: 1, cause: nil, kind: kind))
        }
        #expect(end(.endedElsewhere(ending)) == nil)
        #expect(end(.configured(.noSession(.userInfoRejected))) == nil)
        #expect(end(.endedElsewhere(ending)) == .userInfoRejected)
        #expect(end(.forcedOut(.storeLost)) == .storeLost)
        #expect(end(.signedOut(.signedOut)) == nil)
        let signOut = EndedSession(end: .signedOut, time: Date(), generation: 1, process: 7)
        #expect(end(.endedElsewhere(signOut)) == nil)
    }

    @Test func `an end is claimed once, and another end again`() throws {
        let folder = TemporaryFolder()
        let claim = LogoutClaim(path: folder.path + "/p.forced-logout")
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(claim.isFirst(generation: 3, time: time))
        #expect(!claim.isFirst(generation: 3, time: time))
        #expect(!claim.isFirst(generation: 3, time: time + 1))
        #expect(claim.isFirst(generation: 4, time: time))
        // The store was removed since, and counts from the beginning.
        #expect(claim.isFirst(generation: 3, time: time + 3_600))
        #expect(LogoutClaim(path: folder.path + "/nowhere/x").isFirst(generation: 1, time: time))
    }

    @Test(arguments: [
        (["TERM": "xterm-kitty"], "\u{7}\u{1B}]9;work: forced out because userinfo answered 401\u{1B}\\"),
        (
            ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"],
            "\u{7}\u{1B}]9;work: forced out because userinfo answered 401\u{1B}\\"
        ),
        (
            ["TERM": "foot"],
            "\u{7}\u{1B}]777;notify;session-console;work: forced out because userinfo answered 401\u{1B}\\"
        ),
        (["TERM": "xterm-256color"], "\u{7}"), (["TERM": "xterm-kitty", "TMUX": "/tmp/t"], "\u{7}"), ([:], "\u{7}"),
    ])
    func `a terminal gets what it is known to have`(environment: [String: String], sequence: String) {
        let signal = LogoutSignal([.bell, .desktop], environment: environment)
        #expect(signal.sequence(profile: "work", .userInfoRejected) == sequence)
        #expect(LogoutSignal([], environment: environment).sequence(profile: "work", .storeLost).isEmpty)
        #expect(LogoutSignal([.bell], environment: environment).sequence(profile: "work", .storeLost) == "\u{7}")
    }

    @Test func `text of a server ends no sequence`() {
        let signal = LogoutSignal([.desktop], environment: ["TERM": "xterm-kitty"])
        let end = SessionEnd.refreshRejected(.named(OAuthError(code: "x\u{1B}\\\u{7}\u{9C}\n]0;y")))
        let body = signal.sequence(profile: "work", end).dropFirst(4).dropLast(2)
        #expect(body.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    }

    @Test func `the profile's words for it are checked`() throws {
        func alarm(_ values: [Option: [String]]) throws -> LogoutAlarm {
            try LogoutAlarm(SettingValues(invocation: Invocation(), profile: Profile(name: "p", values: values)))
        }
        #expect(try alarm([:]) == LogoutAlarm(ways: [.bell, .desktop]))
        #expect(try alarm([.notify: ["none", "bell"]]).ways.isEmpty)
        #expect(try alarm([.notify: ["bell"]]).ways == [.bell])
        #expect(throws: CommandFailure.self) { try alarm([.notify: ["siren"]]) }
        #expect(throws: CommandFailure.self) { try alarm([.onForcedLogout: [" "]]) }
        let command = try #require(try alarm([.onForcedLogout: ["notify-send  -u critical out"]]).command)
        #expect(command.program == "notify-send" && command.arguments == ["-u", "critical", "out"])
    }
}
