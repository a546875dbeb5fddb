import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import TestSupport
import Testing

extension ConsoleTests {
    /// What the terminal and the disk get of a session.
    @Suite(.serialized) struct SecrecyTests {
        /// Opens the console of a profile; its browser writes the link to a file.
        private func run(_ body: (ConsoleUnderTest, Console) async throws -> Void) async throws {
            let console = try await Console()
            var program = console.program
            program.environment["BROWSER"] = "./browser"
            try await program.makeScript("browser", "#!/bin/sh\nprintf %s \"$1\" >link.new && mv link.new link\n")
            let script = ProgramUnderTest.commandLine([]) + "; echo \"ended with status $?\"; exec cat"
            try await TmuxScreen.run(script, program: program) { [program] screen in
                try await screen.wait(for: "SIGNED OUT")
                try await body(
                    ConsoleUnderTest(program: program, provider: console.provider, screen: screen), console)
            }
        }

        /// The secrets of which eight bytes in a row are among the bytes.
        private func leaked(_ secrets: Set<String>, in bytes: [UInt8]) -> [String] {
            func runs(_ bytes: [UInt8]) -> Set<UInt64> {
                bytes.withUnsafeBytes { raw in
                    Set((0..<max(0, raw.count - 7)).map { raw.loadUnaligned(fromByteOffset: $0, as: UInt64.self) })
                }
            }
            let seen = runs(bytes)
            return secrets.filter { !runs(Array($0.utf8)).isDisjoint(with: seen) }.sorted()
        }

        private func tokens(_ console: Console) -> [String] {
            let session = try? console.record()["session"]
            return [session?["access_token"], session?["refresh_token"], session?["id_token"]?["token"]].compactMap {
                $0?.string
            }
        }

        private func visitEverything(_ screen: TmuxScreen) async throws {
            for number in 1...5 {
                try await screen.press("\(number)", "f")
                for _ in 0..<6 { try await screen.press("Tab", "G") }
                try await screen.press("f")
                for key in ["?", "x", "y", ":"] { try await screen.openAndClose(key) }
            }
            try await screen.press("1")
        }

        @Test func `statements 4 and 5: neither the terminal nor a saved file gets eight bytes of a secret`()
            async throws
        {
            try await run { under, console in
                let screen = under.screen
                let recording = console.program.home + "/recording"
                try await screen.record(to: recording)
                var secrets: Set<String> = ["looking-glass", "wonderland"]

                try await under.chooseSignIn("p", showing: "Username")
                try await screen.type("alice")
                try await screen.press("Tab")
                try await screen.type("looking-glass")
                try await screen.press("Enter")
                try await screen.wait(for: "invalid_grant")
                try await screen.type("wonderland")
                try await screen.press("Enter")
                try await screen.wait(for: "AUTHENTICATED")
                try await until { tokens(console).count == 3 }
                let first = tokens(console)
                try await screen.press("R")
                try await until { tokens(console).count == 3 && tokens(console)[0] != first[0] }
                secrets.formUnion(first + tokens(console))

                // An API that answers with what it was sent.
                let echo: JSONValue = [
                    "Authorization": .string("Bearer \(tokens(console)[0])"), "refresh": .string(tokens(console)[1]),
                    "last": "the end",
                ]
                try await console.provider.control(
                    "fault",
                    ["endpoint": "/orders", "kind": "status", "status": 200, "body": .string(echo.serialized())])
                try await under.perform("get /orders")
                try await screen.wait(for: "\"refresh\"")
                try await visitEverything(screen)
                try await under.perform("exchanges")
                try await screen.wait(for: "Answer")
                try await screen.press("q")
                try await under.perform("save")
                try await screen.press("Enter")
                try await until { (try? console.program.text("orders")) != nil }
                try await screen.press("2", "G", "k", "Enter")
                try await screen.wait(for: "Answer")
                try await screen.press("q")
                try await under.perform("save-mermaid")
                try await screen.press("Enter")
                try await until { (try? console.program.text("flow.mmd")) != nil }
                try await screen.press("3", "p")
                try await screen.wait(for: "Paste a token")
                try await screen.paste(tokens(console)[0])
                try await screen.press("Enter")
                try await screen.wait(for: "is the session's access token")

                try await under.chooseSignIn("b", showing: "Sign in with a browser")
                try await until { (try? console.program.text("link")) != nil }
                let redirect = try await console.browse(try console.program.text("link"))
                let answer = FormParameters(decoding: redirect.query(percentEncoded: true) ?? "")
                secrets.insert(try #require(answer["code"]))
                try await screen.paste(redirect.absoluteString)
                try await screen.press("Enter")
                try await screen.wait("the dialog closed") { !$0.contains("Sign in with a browser") }
                try await screen.press("1")
                try await screen.wait(for: "signed in     authorization code")
                secrets.formUnion(tokens(console))
                try await console.provider.control("revoke-session", ["username": "alice"])
                try await under.perform("get /orders")
                try await screen.wait(for: "What led to it")
                try await screen.press("q")
                try await visitEverything(screen)
                try await screen.press("Q")

                let sent = try await screen.recording(at: recording, with: "ended with status 0")
                #expect(secrets.count >= 9)
                #expect(sent.count > 20_000)
                #expect(leaked(secrets, in: sent) == [])
                let home = console.program.home
                let kept = try FileManager.default.subpathsOfDirectory(atPath: home + "/state").map {
                    "\(home)/state/\($0)"
                }
                .filter { path in
                    var facts = stat()
                    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && path != console.sessionFile
                }
                let saved = ["orders", "flow.mmd"].map { "\(home)/\($0)" }
                #expect(kept.contains(console.eventFile))
                for path in kept + saved {
                    var facts = stat()
                    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600, "\(path)")
                    #expect(leaked(secrets, in: try Array(Data(contentsOf: URL(filePath: path)))) == [], "\(path)")
                }
            }
        }

        @Test func `statement 6: nothing of an answer is on the disk`() async throws {
            try await run { under, console in
                try await under.signIn()
                try await console.provider.control(
                    "fault",
                    [
                        "endpoint": "/orders", "kind": "status", "status": 200, "times": 5,
                        "body": "{\"of an answer\": \"4711-marker\"}",
                    ])
                try await under.perform("get /orders")
                try await under.screen.wait(for: "4711-marker")
                try await under.perform("burst 3")
                try await under.screen.wait(for: "3 × 200")
                try await under.screen.press("2", "3", "1", "Q")
                try await under.screen.wait(for: "ended with status 0")
                let answer = try await console.run("request", "--verbose", "/orders")
                #expect(answer.text.contains("4711-marker"))
                var searched = 0
                let home = console.program.home
                for path in try FileManager.default.subpathsOfDirectory(atPath: home) {
                    guard let data = FileManager.default.contents(atPath: "\(home)/\(path)") else { continue }
                    searched += 1
                    #expect(!Array(data).contains("4711-marker".utf8), "\(path)")
                }
                #expect(searched > 3)
            }
        }
    }
}
