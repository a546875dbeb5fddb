import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// Commands that a signal ends or stops while the provider rotates the refresh token.
@Suite(.serialized, .timeLimit(.minutes(10)), .limitedParallelism)
struct SignalTests {
    /// Starts a command whose refresh is not answered before ``release(_:)``, and returns when its request has arrived.
    private func start(_ arguments: [String], of console: Console) async throws -> Subprocess {
        try await console.signIn()
        try console.age(by: 3600)
        try await hold(console)
        let process = try Subprocess(ProgramUnderTest.path, arguments, environment: console.program.environment)
        try await until { try await console.provider.statistics()["endpoints"]?["token"] == 2 }
        return process
    }

    private func hold(_ console: Console) async throws {
        try await console.provider.control(
            "fault", ["endpoint": "token", "kind": "slow", "timing": "after", "ms": 3_600_000])
    }

    private func release(_ console: Console) async throws { try await console.provider.control("clear-faults", [:]) }

    private func expectSessionLives(in console: Console) async throws {
        let refresh = try await console.run("refresh")
        #expect(refresh.status == 0, "\(refresh.errorText)")
        #expect(try await console.provider.tokenRequests("refresh_token")["invalid_grant"] == 0)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [["refresh"], ["token"], ["userinfo"]])
    func `loss 1, invariant 41: a signal during a refresh ends the command once its tokens are stored`(
        signal: Int32, arguments: [String]
    ) async throws {
        let console = try await Console()
        let process = try await start(arguments, of: console)
        process.signal(signal)
        _ = try await blocking {
            try process.errorLine { $0.contains("waiting up to 10 s for the refresh under way") }
        }
        try await release(console)
        let result = try await blocking { try process.finish() }
        #expect(result.status == 128 + signal)
        #expect(!result.errorText.contains("Cancelled"))
        #expect(try String(contentsOfFile: console.eventFile, encoding: .utf8).contains("\"refreshed\""))
        try await expectSessionLives(in: console)
    }

    @Test func `loss 1: a second signal ends the command at once and says what is lost`() async throws {
        let console = try await Console()
        let process = try await start(["refresh"], of: console)
        process.signal(SIGTERM)
        // Equal signals that come at nearly the same time are one.
        try await until {
            process.signal(SIGINT)
            return try await blocking { try? process.finish(within: .milliseconds(200)) } != nil
        }
        let result = try await blocking { try process.finish() }
        #expect(result.errorText.contains("its tokens are lost"))
        #expect(result.errorText.components(separatedBy: "waiting up to").count == 2, "\(result.errorText)")
    }

    @Test func `loss 1: with nothing under way a signal ends a command at once`() async throws {
        let console = try await Console()
        let process = try console.program.start("login", "--no-browser")
        _ = try await blocking { try process.line { $0.hasPrefix("http") } }
        process.signal(SIGTERM)
        let result = try await blocking { try process.finish() }
        #expect(result.status == 128 + SIGTERM)
        #expect(!result.errorText.contains("waiting"))
    }

    @Test func `loss 2, invariant 41: a command that is told to stop stores its tokens first`() async throws {
        let console = try await Console()
        try await console.signIn()
        try await hold(console)
        // A process that no shell could continue is not stopped by ctrl-z.
        try await TmuxScreen.run("PS1='$ ' exec bash --norc --noprofile -i", program: console.program) { screen in
            try await screen.wait(for: "$")
            try await screen.type(ProgramUnderTest.commandLine(["refresh"]) + "\n")
            try await until { try await console.provider.statistics()["endpoints"]?["token"] == 2 }
            try await screen.press("C-z")
            try await screen.wait(for: "stopping; waiting up to 10 s")
            try await release(console)
            try await screen.wait(for: "Stopped")
            // Its lock is free, and what it got is stored.
            try await expectSessionLives(in: console)
            // The command may have said what it did just before it stopped: the screen keeps that.
            try await screen.type("fg\n")
            try await screen.wait(for: "Refreshed")
            try await expectSessionLives(in: console)
        }
    }

    @Test func `loss 2: a command that was stopped before its refresh begins it when it is continued`() async throws {
        let console = try await Console()
        try await console.signIn()
        let path = console.sessionFile + ".lock"
        let lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        try await TmuxScreen.run("PS1='$ ' exec bash --norc --noprofile -i", program: console.program) { screen in
            try await screen.wait(for: "$")
            try await screen.type(ProgramUnderTest.commandLine(["refresh"]) + "\n")
            try await until { isOpenElsewhere(path) }
            try await screen.press("C-z")
            try await screen.wait(for: "Stopped")
            flock(lock, LOCK_UN)
            try await screen.type("fg\n")
            try await screen.wait(for: "Refreshed")
        }
    }

    /// Whether another process has a file open.
    private func isOpenElsewhere(_ path: String) -> Bool {
        let files = FileManager.default
        let processes = ((try? files.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
        return processes.contains { pid in
            pid != getpid()
                && ((try? files.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []).contains {
                    (try? files.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\($0)")) == path
                }
        }
    }

    @Test func `loss 2, invariant 41: an answer that came while the program was stopped is read`() async throws {
        let console = try await Console()
        let process = try await start(["refresh", "--timeout", "5"], of: console)
        process.signal(SIGSTOP)
        try await until { try state(of: process.pid) == "T" }
        try await release(console)
        // Time itself is what this is about: longer than the time-out of the request.
        let wake = ContinuousClock.now + .seconds(6)
        try await until { ContinuousClock.now > wake }
        process.signal(SIGCONT)
        let result = try await blocking { try process.finish() }
        #expect(result.status == 0, "\(result.errorText)")
        try await expectSessionLives(in: console)
    }

    /// The letter by which the kernel tells what a process does: `T` is stopped.
    private func state(of pid: pid_t) throws -> String {
        let text = try String(contentsOf: URL(filePath: "/proc/\(pid)/stat"), encoding: .utf8)
        return String(text.split(separator: ")").last?.split(separator: " ").first ?? "")
    }
}
