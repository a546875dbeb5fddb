import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

extension ConsoleTests {
    /// The console, left or stopped while the provider rotates the refresh token.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct DepartureTests {
        /// Opens the console of a stored session and begins a refresh that is not answered before ``release(_:)``.
        private func run(
            controlsJobs: Bool = false,
            _ body: (Console, TmuxScreen, pid_t) async throws -> Void
        ) async throws {
            let console = try await Console()
            try await console.signIn()
            let program = console.program
            let script = """
                cd '\(program.home)'; sh -c 'echo $$ >pid; exec \(ProgramUnderTest.path)'
                echo "ended with status $?"; exec cat
                """
            // A process that no shell could continue is not stopped by ctrl-z.
            let shell = "PS1='$ ' exec bash --norc --noprofile -i"
            try await TmuxScreen.run(controlsJobs ? shell : script, program: program) { screen in
                if controlsJobs {
                    try await screen.wait(for: "$")
                    try await screen.type("sh -c 'echo $$ >pid; exec \(ProgramUnderTest.path)'\n")
                }
                try await screen.wait(for: "AUTHENTICATED")
                let pid = try #require(pid_t(try program.text("pid").filter(\.isNumber)))
                try await console.provider.control(
                    "fault",
                    ["endpoint": "token", "kind": "slow", "timing": "after", "ms": 3_600_000])
                try await screen.press("R")
                try await until { try await console.provider.statistics()["endpoints"]?["token"] == 2 }
                try await body(console, screen, pid)
            }
        }

        private func release(_ console: Console) async throws {
            try await console.provider.control("clear-faults", [:])
        }

        private func expectSessionLives(in console: Console) async throws {
            let refresh = try await console.run("refresh")
            #expect(refresh.status == 0, "\(refresh.errorText)")
            #expect(try await console.provider.tokenRequests("refresh_token")["invalid_grant"] == 0)
        }

        @Test(arguments: ["q", "Q", "C-c"])
        func `loss 1, invariant 41: quitting waits for a refresh and says so`(key: String) async throws {
            try await run { console, screen, _ in
                try await screen.press(key)
                try await screen.wait(for: "waiting up to 10 s for the refresh under way")
                try await release(console)
                try await screen.wait(for: "ended with status 0")
                try await expectSessionLives(in: console)
            }
        }

        @Test func `loss 1, invariant 41: quitting waits for the refresh of a session out of sight`() async throws {
            try await run { console, screen, _ in
                try await screen.type(":profile default:2\n")
                try await screen.wait(for: "default:2")
                try await screen.press("Q")
                try await screen.wait(for: "waiting up to 10 s for the refresh under way")
                try await release(console)
                try await screen.wait(for: "ended with status 0")
                try await expectSessionLives(in: console)
            }
        }

        @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
        func `loss 1, invariant 41: a signal waits for a refresh`(signal: Int32) async throws {
            try await run { console, screen, pid in
                kill(pid, signal)
                try await screen.wait(for: "waiting up to 10 s for the refresh under way")
                try await release(console)
                try await screen.wait(for: "ended with status \(128 + signal)")
                try await expectSessionLives(in: console)
            }
        }

        @Test func `loss 1, invariant 41: a terminal that is closed waits for a refresh`() async throws {
            try await run { console, screen, pid in
                try await screen.close()
                try await release(console)
                try await until { kill(pid, 0) != 0 }
                try await expectSessionLives(in: console)
            }
        }

        @Test func `loss 10: the card says why another process found the session ended, and which it was`()
            async throws
        {
            let console = try await Console()
            try await console.signIn()
            let script = "\(ProgramUnderTest.commandLine([])); exec cat"
            try await TmuxScreen.run(script, program: console.program) { screen in
                try await screen.wait(for: "AUTHENTICATED")
                try await console.provider.control("revoke-session", ["username": "alice"])
                #expect(try await console.run("refresh").status == 4)
                let card = try await screen.wait("the card") {
                    $0.contains("FORCED OUT") && $0.contains("esc dismiss") && !$0.contains("AUTHENTICATED")
                }
                #expect(card.contains("invalid_grant"))
                #expect(card.contains("Noticed by"))
            }
        }

        @Test func `loss 1: a second key leaves at once and says what is lost`() async throws {
            try await run { _, screen, _ in
                try await screen.press("q")
                try await screen.wait(for: "leaves at once")
                try await screen.press("q")
                let text = try await screen.wait(for: "ended with status 1")
                #expect(text.contains("its tokens are lost"))
            }
        }

        @Test func `loss 1: a second signal leaves at once and says what is lost`() async throws {
            try await run { _, screen, pid in
                kill(pid, SIGTERM)
                try await screen.wait(for: "leaves at once")
                kill(pid, SIGTERM)
                let text = try await screen.wait(for: "ended with status 143")
                #expect(text.contains("its tokens are lost"))
            }
        }

        @Test func `loss 2, invariant 41: ctrl-z stops once the refresh is stored`() async throws {
            try await run(controlsJobs: true) { console, screen, _ in
                try await screen.press("C-z")
                try await screen.wait(for: "Stopping: waiting up to 10 s")
                try await release(console)
                try await screen.waitForShell("Stopped")
                // Its lock is free, and what it got is stored.
                #expect(try await console.provider.tokenRequests("refresh_token")["ok"] == 1)
                try await expectSessionLives(in: console)
                try await screen.type("clear; fg\n")
                try await screen.wait(for: "AUTHENTICATED")
                try await screen.press("q")
                try await screen.waitForShell("$")
                try await expectSessionLives(in: console)
            }
        }

        /// Opens the demo and from there an editor, which is this script; `body` gets the two processes.
        private func runEditor(
            _ editor: String, _ program: ProgramUnderTest,
            _ body: (TmuxScreen, _ console: pid_t, _ editor: pid_t) async throws -> Void
        ) async throws {
            try await program.makeScript("editor", editor)
            var changed = program
            changed.environment["EDITOR"] = "./editor"
            let script = """
                cd '\(program.home)'; sh -c 'echo $$ >pid; exec \(ProgramUnderTest.path) demo'
                echo "ended with status $?"; exec cat
                """
            try await TmuxScreen.run(script, program: changed) { screen in
                try await screen.wait(for: "press l to sign in")
                try await screen.press("e")
                try await until { (try? program.text("editor-pid"))?.hasSuffix("\n") ?? false }
                let console = try #require(pid_t(try program.text("pid").filter(\.isNumber)))
                try await body(screen, console, try #require(pid_t(try program.text("editor-pid").filter(\.isNumber))))
            }
        }

        @Test func `leak 4: an editor that ignores requests to end is killed`() async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let stubborn = "#!/bin/sh\ntrap '' TERM HUP INT\necho $$ >editor-pid\nexec sleep 600\n"
            try await runEditor(stubborn, program) { screen, console, editor in
                kill(console, SIGTERM)
                try await screen.wait(for: "ended with status 143")
                #expect(kill(editor, 0) != 0)
            }
        }

        @Test(arguments: [SIGTERM, SIGHUP])
        func `leak 4: an editor ends with the console, what it was given is removed, and it sees no client secret`(
            signal: Int32
        ) async throws {
            var program = try ProgramUnderTest()
            defer { program.remove() }
            let runtime = program.home + "/runtime"
            mkdir(runtime, 0o700)
            program.environment["XDG_RUNTIME_DIR"] = runtime
            program.environment["SESSION_CONSOLE_CLIENT_SECRET"] = "hush"
            let telling = "#!/bin/sh\nenv >environment\ndirname \"$1\" >folder\necho $$ >editor-pid\nexec sleep 600\n"
            try await runEditor(telling, program) { [program] screen, console, editor in
                let folder = String(try program.text("folder").dropLast())
                #expect(FileManager.default.fileExists(atPath: folder))
                #expect(!(try program.text("environment")).contains("hush"))
                kill(console, signal)
                try await screen.wait(for: "ended with status \(128 + signal)")
                #expect(kill(editor, 0) != 0)
                #expect(folder.hasPrefix(runtime))
                #expect(try FileManager.default.contentsOfDirectory(atPath: runtime).isEmpty)
            }
        }

        @Test func `leak 4: a pager reads words on standard input, and no file of them has a name`() async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            try await program.makeScript(
                "pager",
                "#!/bin/sh\nls \"$XDG_RUNTIME_DIR\" >names\necho \"arguments: $#\" >seen\ncat >>seen\n")
            let runtime = program.home + "/runtime"
            mkdir(runtime, 0o700)
            let environment = ["PAGER": program.home + "/pager", "XDG_RUNTIME_DIR": runtime]
            try await ConsoleUnderTest.run(environment: environment) { console in
                try await console.signIn()
                try await console.provider.control(
                    "fault",
                    ["endpoint": "/orders", "kind": "status", "status": 200, "body": "red \u{1B}[31m end\nmore"])
                try await console.perform("get /orders")
                try await console.screen.wait(for: "200 OK")
                try await console.screen.press("Tab")
                try await console.perform("view")
                try await console.screen.wait("the pager text", within: .seconds(20)) { _ in
                    (try? console.program.text("seen"))?.contains("more") ?? false
                }
                let seen = try console.program.text("seen")
                #expect(seen.hasPrefix("arguments: 0\n"))
                #expect(!seen.contains("\u{1B}"))
                #expect(seen.contains("end\nmore"))
                #expect(!(try console.program.text("names")).contains("session-console-text"))
            }
        }
    }
}
