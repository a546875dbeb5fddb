import DemoProvider
import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// The real program with a credential helper that nobody of this project wrote: `docker-credential-pass`, of Debian.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SESSION_CONSOLE_PROVIDERS"] != nil,
        "it fetches pass from Debian; set SESSION_CONSOLE_PROVIDERS=1 to run it"),
    .serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct RealHelpers {
    /// Lends the work a program whose environment leads to the helper, and options that name a provider.
    private func withPass(_ work: (ProgramUnderTest, _ options: [String]) async throws -> Void) async throws {
        var program = try ProgramUnderTest()
        defer { program.remove() }
        try await LentScript.run("Helpers/start") { json in
            for name in ["PATH", "GNUPGHOME", "PASSWORD_STORE_DIR"] {
                program.environment[name] = try #require(json[name]?.string)
            }
            let demo = try await DemoProvider.start()
            let result: Swift.Result<Void, any Error>
            do {
                let options = [
                    "--issuer", demo.issuer, "--client-id", demo.clientID, "--api", demo.api, "--store", "helper:pass",
                ]
                try await work(program, options)
                result = .success(())
            } catch {
                result = .failure(error)
            }
            await demo.stop()
            try result.get()
        }
    }

    private func names(in folder: String) -> Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    }

    @Test func `a session lives with pass from the sign-in to the logout`() async throws {
        try await withPass { program, options in
            let secrets = "\(program.environment["PASSWORD_STORE_DIR"] ?? "")/docker-credential-helpers"
            #expect(try await program.run(arguments: ["status"] + options).status == 3)
            let login = ["login", "--flow", "password", "--username", "alice", "--password-stdin"]
            let signedIn = try await program.run(arguments: login + options, input: "wonderland\n")
            #expect(signedIn.status == 0, "\(signedIn.errorText)")
            #expect(names(in: secrets).count == 1)

            let token = try await program.run(arguments: ["token"] + options)
            #expect(token.status == 0 && token.lines.count == 1, "\(token.errorText)")
            let refreshed = try await program.run(arguments: ["refresh"] + options)
            #expect(refreshed.status == 0, "\(refreshed.errorText)")
            #expect(try await program.run(arguments: ["token"] + options).text != token.text)
            let orders = try await program.run(arguments: ["request"] + options + ["/orders"])
            #expect(orders.status == 0 && orders.text.contains("orders"), "\(orders.errorText)")
            // Of the session nothing but its lock and its events is in a file.
            #expect(
                names(in: program.home + "/state/session-console")
                    == ["default.events.jsonl", "default.session.json.lock"])

            let signedOut = try await program.run(arguments: ["logout"] + options)
            #expect(signedOut.status == 0, "\(signedOut.errorText)")
            // What is left says how the session ended.
            #expect(names(in: secrets).count == 1)
            let status = try await program.run(arguments: ["status"] + options)
            #expect(status.status == 3)
            #expect(!status.errorText.contains("set aside"))
        }
    }
}
