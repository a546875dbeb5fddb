import CurlTransport
import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// That `doctor --behaviour` leaves nothing behind, at a provider that counts what is alive.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct DoctorEndTests {
    /// A run of the program at the demo's API, with a client that it registers itself.
    private struct Run {
        let provider: ProviderProcess
        let process: Subprocess
        let program: ProgramUnderTest

        init(_ program: ProgramUnderTest, before prepare: (ProviderProcess) async throws -> Void = { _ in })
            async throws
        {
            var program = program
            try await program.makeScript(
                "browser", "#!/bin/sh\nprintf %s \"$1\" >\"$HOME/new\" && mv \"$HOME/new\" \"$HOME/opened\"\n")
            program.environment["BROWSER"] = program.home + "/browser"
            provider = try await ProviderProcess(program)
            try await prepare(provider)
            let announcement = provider.announcement
            let environment = program.environment
            process = try await blocking {
                try Subprocess(
                    ProgramUnderTest.path,
                    [
                        "doctor", announcement.api + "/orders", "--issuer", announcement.issuer, "--behaviour", "--yes",
                    ], environment: environment)
            }
            self.program = program
        }

        /// A person follows the link that was opened, and signs in; returns once that session is alive.
        ///
        /// The question about the user that comes next is not answered, so that the examination stands still.
        func signIn() async throws {
            try await until { [program] in (try? program.text("opened")) != nil }
            try await provider.control("fault", ["endpoint": "userinfo", "kind": "hang", "times": 1])
            let url = try #require(URL(string: try program.text("opened")))
            try FileManager.default.removeItem(atPath: program.home + "/opened")
            let browser = Browser(CurlTransport.patient())
            _ = try await browser.open(try await browser.signIn(at: url))
            try await until { try await alive()?["sessions"] == 1 }
        }

        func alive() async throws -> JSONValue? { try await provider.statistics()["alive"] }

        func finish() async throws -> Subprocess.Result { try await blocking { [process] in try process.finish() } }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal in the midst of it ends its sessions and its client`(signal: Int32) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let run = try await Run(program)
        try await run.signIn()
        #expect(try await run.alive() == ["sessions": 1, "clients": 1])
        run.process.signal(signal)
        let result = try await run.finish()
        #expect(result.status == 128 + signal, "\(result.errorText)")
        #expect(try await run.alive() == ["sessions": 0, "clients": 0], "\(result.errorText)")
        #expect(result.errorText.contains("ending its own sessions and its client"), "\(result.errorText)")
        try await run.provider.end()
    }

    @Test func `a signal while a person is waited for ends the client`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let run = try await Run(program)
        try await until { (try? run.program.text("opened")) != nil }
        #expect(try await run.alive() == ["sessions": 0, "clients": 1])
        run.process.signal(SIGINT)
        let result = try await run.finish()
        #expect(result.status == 128 + SIGINT, "\(result.errorText)")
        #expect(try await run.alive() == ["sessions": 0, "clients": 0], "\(result.errorText)")
        try await run.provider.end()
    }

    @Test func `a signal while the registration is under way ends the client that it brings`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        // The first request there is that of the examination without a sign-in; the second is not answered yet.
        let run = try await Run(program) { provider in
            for milliseconds in [0, 3_600_000] {
                try await provider.control(
                    "fault",
                    [
                        "endpoint": "registration", "kind": "slow", "timing": "after",
                        "ms": .number(JSONNumber(milliseconds)),
                    ])
            }
        }
        try await until { try await run.alive()?["clients"] == 1 }
        run.process.signal(SIGINT)
        _ = try await blocking { try run.process.errorLine { $0.contains("ending its own sessions and its client") } }
        try await run.provider.control("clear-faults", [:])
        let result = try await run.finish()
        #expect(result.status == 128 + SIGINT, "\(result.errorText)")
        #expect(try await run.alive() == ["sessions": 0, "clients": 0], "\(result.errorText)")
        #expect(result.errorText.contains(" was removed at "), "\(result.errorText)")
        try await run.provider.end()
    }

    @Test func `a client that can't be removed is named`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let run = try await Run(program)
        try await until { (try? run.program.text("opened")) != nil }
        try await run.provider.control(
            "fault", ["endpoint": "registration", "kind": "status", "status": 500, "times": 10])
        run.process.signal(SIGINT)
        let result = try await run.finish()
        #expect(try await run.alive() == ["sessions": 0, "clients": 1])
        #expect(
            result.errorText.contains(" stays registered at \(run.provider.announcement.issuer): "),
            "\(result.errorText)")
        try await run.provider.end()
    }

    @Test func `sessions that can't be revoked are counted`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let run = try await Run(program)
        try await run.signIn()
        try await run.provider.control(
            "fault", ["endpoint": "revocation", "kind": "status", "status": 500, "times": 10])
        run.process.signal(SIGINT)
        let result = try await run.finish()
        let issuer = run.provider.announcement.issuer
        #expect(
            result.errorText.contains("One session of its own may be alive at \(issuer), until the tokens expire: "),
            "\(result.errorText)")
        try await run.provider.end()
    }
}
