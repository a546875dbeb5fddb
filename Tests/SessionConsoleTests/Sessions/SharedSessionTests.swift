import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// Many processes on one session.
@Suite(.serialized) struct SharedSessionTests {
    @Test func `processes that ask at once cost one refresh for every token, and nobody is logged out`() async throws {
        let console = try await Console(provider: ["--token-lifetime", "1s"])
        try await console.signIn()
        var tokens: Set<String> = [try #require(try console.record()["session"]?["access_token"]?.string) + "\n"]
        let deadline = ContinuousClock.now + Subprocess.patience
        // A second is soon over: the rounds themselves take it.
        while tokens.count < 4, ContinuousClock.now < deadline {
            let results = try await withThrowingTaskGroup(of: Subprocess.Result.self) { group in
                for _ in 0..<8 { group.addTask { try await console.run("token") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.allSatisfy { $0.status == 0 })
            tokens.formUnion(results.map(\.text))
        }
        #expect(tokens.count >= 4)
        let refreshes = try await console.provider.tokenRequests("refresh_token")
        // Whoever refreshes prints what it got: every refresh but none too many has its token.
        #expect(refreshes["ok"]?.int == tokens.count - 1)
        #expect(refreshes["invalid_grant"] == 0)
    }

    @Test func `a burst of processes on one that has expired costs one refresh`() async throws {
        let console = try await Console()
        try await console.signIn()
        try console.age(by: 3600)
        let results = try await withThrowingTaskGroup(of: Subprocess.Result.self) { group in
            for _ in 0..<16 { group.addTask { try await console.run("token") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0.status == 0 })
        #expect(Set(results.map(\.text)).count == 1)
        #expect(try await console.provider.tokenRequests("refresh_token")["ok"] == 1)
    }

    @Test func `what one process ended is over for the next, and told in the events`() async throws {
        let console = try await Console()
        try await console.signIn()
        #expect(try await console.run("logout").status == 0)
        #expect(try await console.run("token").status == 3)
        let events = try await console.run("events", "--json").lines.map { try JSONValue(parsing: $0.utf8) }
        #expect(events.contains { $0["kind"] == "signed_out" && $0["program"] == "logout" })
    }

    @Test func `a writer that is killed at any instant leaves a usable store`() async throws {
        let console = try await Console()
        try await console.signIn()
        for round in 0..<24 {
            let victim = try console.program.start("refresh", "--verbose")
            let waits = round.isMultiple(of: 2)
            try await blocking {
                // Either in the middle of the exchange with the provider, or wherever starting has got it.
                if waits { try waitForSocket(of: victim.pid) }
                victim.signal(SIGKILL)
                _ = try victim.finish()
            }
            let status = try await console.run("status")
            #expect([0, 3].contains(status.status))
            #expect(!status.errorText.contains("damaged"))
            // A rotated token that died with its process can end the session at the provider: that is its right.
            if try await console.run("refresh").status != 0 {
                #expect(try await console.signIn().status == 0)
            }
        }
        #expect(try await console.run("token").status == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: console.program.home + "/state/session-console")
                .sorted() == [
                    "default.events.jsonl", "default.session.json", "default.session.json.lock",
                ])
    }
}

/// Waits until the process has opened a socket, or has ended.
private func waitForSocket(of pid: pid_t) throws {
    let folder = "/proc/\(pid)/fd"
    let deadline = ContinuousClock.now + Subprocess.patience
    while ContinuousClock.now < deadline {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder), !names.isEmpty else { return }
        for name in names {
            var buffer = [CChar](repeating: 0, count: 64)
            let count = readlink("\(folder)/\(name)", &buffer, buffer.count)
            let target = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if target.hasPrefix("socket:") { return }
        }
    }
}
