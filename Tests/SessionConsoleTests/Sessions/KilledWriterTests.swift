import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import TestSupport
import Testing

/// Processes on one session that are killed while they write, at moments that a seed decides.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct KilledWriterTests {
    /// When a writer is killed.
    enum Moment: CaseIterable {
        /// Anywhere between its start and its end.
        case anywhere
        /// Right after it has made the temporary file: while it writes that, makes it last, or puts it in place.
        case whileWriting
    }

    /// Few: the order of the system calls has tests of its own.
    private static let rounds = 8

    private func stored(_ console: Console) throws -> [UInt8]? {
        try FileStore(path: console.sessionFile).read()
    }

    /// Starts a writer and kills it; returns whether it was still at work then.
    private func kill(
        _ arguments: [String], at moment: Moment, after delay: Duration, _ console: Console
    ) async throws -> Bool {
        let environment = console.program.environment
        let temporary = console.sessionFile + ".tmp"
        return try await blocking {
            let writer = try Subprocess(ProgramUnderTest.path, arguments, environment: environment)
            if arguments.first == "login" { try writer.write("wonderland\n") }
            writer.closeInput()
            if moment == .whileWriting { waitForFile(temporary, or: writer.pid) }
            pass(delay)
            writer.signal(SIGKILL)
            return try writer.finish().status == 128 + SIGKILL
        }
    }

    @Test(arguments: Moment.allCases)
    func `a writer that is killed leaves the old record or the new one, no lock, and no more than one temporary file`(
        moment: Moment
    ) async throws {
        let console = try await Console()
        try await console.signIn()
        // How long a writer lives here at least; a write is a small part of that.
        var life = Duration.seconds(60)
        for _ in 0..<3 {
            let start = ContinuousClock.now
            #expect(try await console.run("refresh").status == 0)
            life = min(life, ContinuousClock.now - start)
        }
        var generator = SeededGenerator(seed: 20_260_801)
        var killed = 0
        for round in 0..<Self.rounds {
            let before = try stored(console)
            let share = Double.random(in: 0..<1, using: &generator)
            let delay = moment == .anywhere ? life * share : .microseconds(Int(share * 2_000))
            let arguments =
                round % 3 == 2
                ? ["login", "--flow", "password", "--username", "alice", "--password-stdin"] : ["refresh"]
            if try await kill(arguments, at: moment, after: delay, console) { killed += 1 }

            // Whole, and either what it was or a later one of a session of this client.
            let after = try #require(try stored(console))
            let record = try JSONValue(parsing: after)
            #expect(record["client_id"]?.string == console.provider.announcement.client_id)
            #expect(record["session"]?["access_token"]?.string?.isEmpty == false)
            // The kernel has freed the lock with its holder.
            try await FileStore(path: console.sessionFile).lock(within: .zero, clock: SystemClock()).release()
            let names = Set(
                try FileManager.default.contentsOfDirectory(atPath: console.program.home + "/state/session-console"))
            #expect(names.isSubset(of: Self.names), "\(names)")

            // A rotated token that died with its process ends the session at the provider: that is its right.
            if after == before, try await console.run("refresh").status != 0 {
                #expect(try await console.signIn().status == 0)
            }
        }
        #expect(killed > 0)
        let status = try await console.run("status", "--json")
        #expect(status.status == 0)
        #expect(status.errorText.isEmpty)
        // The next one that writes takes the temporary file away.
        #expect(try await console.run("refresh").status == 0)
        let events = try await console.run("events", "--json")
        #expect(events.status == 0)
        for line in events.lines { _ = try JSONValue(parsing: line.utf8) }
        let names = try FileManager.default.contentsOfDirectory(atPath: console.program.home + "/state/session-console")
        #expect(Set(names) == Self.names.subtracting(["default.session.json.tmp", "default.events.jsonl.1"]))
    }

    private static let names: Set = [
        "default.session.json", "default.session.json.lock", "default.session.json.tmp", "default.events.jsonl",
        "default.events.jsonl.1",
    ]
}

/// Waits until there is a file, or the process has ended.
private func waitForFile(_ path: String, or pid: pid_t) {
    var facts = stat()
    var ended = siginfo_t()
    while stat(path, &facts) != 0 {
        let result = waitid(P_PID, id_t(pid), &ended, WEXITED | WNOHANG | WNOWAIT)
        // Without a change of state the number in it stays zero.
        if result != 0 || ended.si_signo == SIGCHLD { return }
    }
}

/// Lets a time go by, by the microsecond.
private func pass(_ time: Duration) {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end { sched_yield() }
}
