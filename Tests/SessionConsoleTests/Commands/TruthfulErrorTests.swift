import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// What commands say when something is in the way: what happened, what is left, and what to do next.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct TruthfulErrorTests {
    /// Runs the program in a shell, with what the shell does to its descriptors.
    private func shell(_ console: Console, _ script: String) async throws -> Subprocess.Result {
        let environment = console.program.environment
        return try await blocking {
            try Subprocess("/bin/bash", ["-c", script, ProgramUnderTest.path], environment: environment).finish()
        }
    }

    @Test func `truth 2: a wrong password answered 403 without a word is a refusal`() async throws {
        let console = try await Console()
        try await console.provider.control(
            "fault", ["endpoint": "token", "kind": "status", "status": 403, "times": 1, "body": ""])
        let result = try await console.signIn()
        #expect(result.status == 6)
        #expect(result.errorText.contains("the server answered 403 and gives no reason"))
        #expect(result.errorText.contains("You stay signed out"))
        #expect(!result.errorText.contains("session is kept"))
    }

    @Test func `truth 2: without a session nothing is said to be kept, and the port is named`() async throws {
        let console = try await Console()
        let port = try ReservedPort()
        let result = try await console.signIn("--issuer", "http://127.0.0.1:\(port.number)")
        #expect(result.status == 5)
        #expect(result.errorText.contains("no connection to 127.0.0.1:\(port.number)"))
        #expect(result.errorText.contains("Is --issuer an OpenID provider's issuer"))
        #expect(!result.errorText.contains("kept"))
    }

    @Test func `truth 2: with the provider down and a session stored, that is said`() async throws {
        let console = try await Console()
        try await console.signIn()
        try await console.provider.end()
        for command in [["refresh"], ["userinfo"], ["status", "--verify"]] {
            let result = try await console.program.run(arguments: command)
            #expect(result.status == 5)
            #expect(result.errorText.contains("'\(command[0])' needs the provider. The session is kept; try again."))
            #expect(!result.errorText.contains("Is --issuer"))
        }
        let api = try await console.run("request", "/orders")
        #expect(api.errorText.contains("The session is kept; try again."))
        #expect(!api.errorText.contains("needs the provider"))
    }

    @Test(
        arguments: [
            (
                307, nil, "the server answered 307, a redirect, which is not followed",
                "--endpoint NAME=URL gives another"
            ),
            (404, nil, "the server answered 404 and gives no reason", "--endpoint NAME=URL gives another"),
            (503, 20, "the server answered 503.", "Try again in 20 s."),
        ] as [(JSONValue, JSONValue?, String, String)])
    func `truth 2: a token endpoint that is elsewhere, or asks for time, says what to do`(
        status: JSONValue, delay: JSONValue?, message: String, advice: String
    ) async throws {
        let console = try await Console()
        try await console.signIn()
        var fault: JSONObject = ["endpoint": "token", "kind": "status", "times": 1, "body": ""]
        fault["status"] = status
        fault["retry_after"] = delay
        try await console.provider.control("fault", .object(fault))
        let result = try await console.run("refresh")
        #expect(result.errorText.contains(message), "\(result.errorText)")
        #expect(result.errorText.contains("The session is kept. "), "\(result.errorText)")
        #expect(result.errorText.contains(advice), "\(result.errorText)")
    }

    @Test(
        arguments: [
            (200, #"{"error":"bad_refresh_token"}"#, "Sign in again with: "), (422, "", "Sign in again with: "),
            (400, #"{"error":"invalid_scope"}"#, "Sign in again with: "),
            (
                401, #"{"error":"invalid_client"}"#,
                "Check --client-id, --client-auth and --client-secret-file, or sign in again with: "
            ),
        ] as [(Int, String, String)])
    func `end 1: a refused refresh says how to sign in again, by the session's own flow`(
        status: Int, body: String, advice: String
    ) async throws {
        let console = try await Console()
        try await console.signIn()
        try await console.provider.control(
            "fault",
            [
                "endpoint": "token", "kind": "status", "status": .number(JSONNumber(status)), "times": 1,
                "body": .string(body),
            ])
        let result = try await console.run("refresh")
        #expect(result.status == 6)
        #expect(
            result.errorText.contains("The session is kept. \(advice)session-console login --flow password"),
            "\(result.errorText)")
    }

    @Test func `end 1: a session that has ended says so in each process, with the flow that it began by`() async throws
    {
        let console = try await Console()
        try await console.signIn()
        try await console.provider.control(
            "fault",
            [
                "endpoint": "token", "kind": "status", "status": 400, "times": 1,
                "body": #"{"error":"login_required"}"#,
            ])
        for command in ["refresh", "token", "request /orders"] {
            let result = try await console.program.run(arguments: command.split(separator: " ").map(String.init))
            #expect([3, 4].contains(result.status))
            #expect(
                result.errorText.contains("Sign in with: session-console login --flow password"),
                "\(result.errorText)")
        }
    }

    @Test func `truth 2: an answer that can't be written is a write error`() async throws {
        let console = try await Console()
        try await console.signIn()
        let result = try await shell(console, "\"$0\" request /orders > /dev/full")
        #expect(result.status == 1)
        #expect(result.errorText.contains("Standard output can't be written: No space left on device."))
        #expect(!result.errorText.contains("ancelled"))
        let head = try await shell(console, "\"$0\" request -i /orders > /dev/full")
        #expect(head.errorText.contains("No space left on device"))
    }

    @Test(arguments: ["request /large", "token", "status", "help", "request --repeat 20 --json /orders"])
    func `truth 2: a reader that goes away ends a command quietly`(command: String) async throws {
        let console = try await Console()
        try await console.signIn()
        // The reader is gone before anything is written.
        let result = try await shell(
            console, "exec 3>&1; { sleep 0; \"$0\" \(command); echo $? >&3; } | :; wait")
        let lines = result.lines
        if lines.last == "0" { return }
        #expect(lines.last == "141")
        #expect(result.errors.isEmpty, "\(result.errorText)")
    }

    @Test(arguments: [8, 10, 12, 16, 20, 31])
    func `truth 2: a limit of open files that is too low is named before anything is done`(limit: Int) async throws {
        let console = try await Console()
        try await console.signIn()
        let before = try console.record()
        for command in ["status", "refresh", "logout --force"] {
            let result = try await shell(console, "ulimit -n \(limit); \"$0\" \(command)")
            #expect(result.status == 1, "\(result.errorText)")
            #expect(result.errorText.contains("may have only \(limit) files open at once, and needs 32"))
        }
        #expect(try console.record() == before)
    }

    @Test(arguments: [32, 40])
    func `loss 1: calls without descriptors leave the store enough to keep what a refresh brings`(limit: Int)
        async throws
    {
        let console = try await Console()
        try await console.signIn()
        for _ in 0..<3 {
            try console.age(by: 4000)
            _ = try await shell(
                console, "ulimit -n \(limit); \"$0\" request --repeat 99 --parallel 99 /orders")
        }
        #expect(try await console.run("refresh").status == 0)
        #expect(try await console.provider.tokenRequests("refresh_token")["invalid_grant"] == 0)
    }

    @Test func `truth 2: calls without descriptors say what happened`() async throws {
        let console = try await Console()
        try await console.signIn()
        for limit in [32, 36, 40, 48] {
            let result = try await shell(
                console, "ulimit -n \(limit); \"$0\" request --repeat 99 --parallel 99 /orders")
            #expect(result.status == 1)
            #expect(!result.text.contains("cancelled") && !result.errorText.contains("ancelled"))
            #expect(result.text.contains("this process can't open another connection: Too many open files"))
            #expect(result.errorText.contains("ulimit -n"))
        }
    }

    @Test(arguments: [
        ["inspect", "a", "s3cr3t-hidden"], ["s3cr3t-hidden"], ["login", "s3cr3t-hidden"],
        ["request", "-H", "Authorization Bearer s3cr3t-hidden", "/"],
        ["login", "--client-secret-file", "s3cr3t-hidden"], ["login", "--dpop-key", "s3cr3t-hidden"],
        ["login", "--client-auth", "private_key_jwt", "--key", "s3cr3t-hidden"],
        ["login", "--password-stdin=s3cr3t-hidden"], ["login", "--password=s3cr3t-hidden"],
        ["request", "http://me:s3cr3t-hidden@"], ["request", "http://?access_token=s3cr3t-hidden"],
    ])
    func `leak 5: what was given in the wrong place is not shown`(arguments: [String]) async throws {
        let console = try await Console()
        try await console.signIn()
        let result = try await console.program.run(arguments: arguments)
        #expect(result.status == 2, "\(result.errorText)")
        #expect(!result.errorText.contains("s3cr3t"))
    }

    @Test func `truth 4: every hint that names a command names the profile`() async throws {
        let console = try await Console()
        try console.writeProfile([:], name: "h")
        for command in [["token"], ["status"], ["request", "/orders"], ["refresh"], ["userinfo"], ["logout"]] {
            let result = try await console.program.run(arguments: command + ["--profile", "h"])
            #expect(result.status == 3)
            #expect(result.errorText.contains("session-console login --profile h"), "\(command)")
        }
        try await console.signIn("--profile", "h")
        try await console.provider.control("revoke-session", ["username": "alice"])
        let ended = try await console.run("refresh", "--profile", "h")
        #expect(ended.status == 4)
        #expect(ended.errorText.contains("session-console login --flow password --profile h"))
    }

    @Test func `truth 4: a session that was opened by options is named by them`() async throws {
        let console = try await Console()
        try FileManager.default.removeItem(
            atPath: console.program.home + "/config/session-console/profiles/default.json")
        let issuer = console.provider.announcement.issuer
        let result = try await console.run(
            "token", "--issuer", issuer, "--client-id", "it's me", "--timeout", "9s", "--proxy",
            "http://me:hidden@127.0.0.1:9")
        #expect(result.status == 3)
        #expect(
            result.errorText.contains(
                "session-console login --issuer \(issuer) --client-id 'it'\\''s me' --proxy http://127.0.0.1:9"))
        #expect(!result.errorText.contains("hidden"))
        #expect(!result.errorText.contains("--timeout"))
    }
}
