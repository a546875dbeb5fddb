import ConsoleApp
import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import session_console

/// Tokens as other tools read them.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct TokenFormatTests {
    @Test func `each format is what its reader's documentation says`() async throws {
        let console = try await Console()
        try await console.signIn()
        let token = try await console.run("token").text.trimmed
        func text(_ format: String, _ more: String...) async throws -> String {
            try await console.program.run(arguments: ["token", "--format", format] + more).text
        }
        #expect(try await text("raw") == token + "\n")
        #expect(try await text("header") == "Authorization: Bearer \(token)\n")
        let headers = try JSONValue(parsing: Array(try await text("headers-json").utf8))
        #expect(headers == .object(["Authorization": .string("Bearer \(token)")]))
        #expect(try await text("env") == "ACCESS_TOKEN=\(token)\n")
        #expect(try await text("env", "--as", "GITLAB_TOKEN") == "GITLAB_TOKEN=\(token)\n")
        let git = try await text("git").split(separator: "\n")
        #expect(git.prefix(2) == ["username=oauth2", "password=\(token)"])
        let end = try #require(git.last?.split(separator: "=").last.flatMap { Double($0) })
        #expect((60...3_600).contains(end - Date().timeIntervalSince1970))
    }

    @Test(arguments: ["v1", "v1beta1"])
    func `kubectl gets the version that it asks for, and asks again before the end`(version: String) async throws {
        let console = try await Console()
        try await console.signIn()
        let api = "client.authentication.k8s.io/\(version)"
        var program = console.program
        program.environment["KUBERNETES_EXEC_INFO"] =
            #"{"apiVersion":"\#(api)","kind":"ExecCredential","spec":{"interactive":false}}"#
        let result = try await program.run("token", "--format", "exec-credential")
        let credential = try JSONValue(parsing: result.output)
        #expect(credential["apiVersion"]?.string == api)
        #expect(credential["kind"]?.string == "ExecCredential")
        #expect(credential["status"]?["token"]?.string == (try await console.run("token").text.trimmed))
        let text = try #require(credential["status"]?["expirationTimestamp"]?.string)
        let end = try Date(text, strategy: .iso8601)
        let expiry = try #require(try await console.json("token")["expires_at"]?.string)
        #expect(end < (try Date(expiry, strategy: .iso8601)) && end > Date())
    }

    @Test func `an unknown version is refused, and without a session the sign-in is named`() async throws {
        let console = try await Console()
        var program = console.program
        program.environment["KUBERNETES_EXEC_INFO"] = #"{"apiVersion":"client.authentication.k8s.io/v9"}"#
        let signedOut = try await program.run("token", "--format", "exec-credential", "--which", "id")
        #expect(signedOut.status == 3)
        #expect(signedOut.errorText.contains("session-console login"))
        try await console.signIn()
        let refused = try await program.run("token", "--format", "exec-credential")
        #expect(refused.status == 2)
        #expect(refused.errorText.contains("client.authentication.k8s.io/v9"))
    }

    @Test func `the ID token is printed as long as it is valid`() async throws {
        let console = try await Console()
        try await console.signIn()
        let token = try await console.run("token", "--which", "id").text
        let claims = try await console.run("inspect", "--json", "-", input: token)
        #expect(claims.text.contains(#""nonce""#) || claims.text.contains(#""aud""#))
        #expect(token.trimmed == (try console.record()["session"]?["id_token"]?["token"]?.string))
    }

    @Test func `an ID token that has expired is not given where a refresh brings no other one`() async throws {
        let console = try await Console()
        try await console.signIn()
        var record = try #require(try console.record().object)
        var session = try #require(record["session"]?.object)
        var token = try #require(session["id_token"]?.object)
        token["expires_at"] = 1_000_000_000
        session["id_token"] = .object(token)
        record["session"] = .object(session)
        try Data(JSONValue.object(record).serialized().utf8).write(to: URL(filePath: console.sessionFile))
        try await console.provider.control(
            "fault",
            [
                "endpoint": "token", "kind": "status", "status": 200, "times": 1,
                "body": #"{"access_token":"another","token_type":"Bearer","expires_in":3600}"#,
            ])
        let result = try await console.run("token", "--which", "id")
        #expect(result.status == 1 && result.text.isEmpty, "\(result.errorText)")
        #expect(result.errorText.contains("The ID token has expired"))
    }

    @Test func `an ID token that lives for less than half a minute is not refreshed at each question`() async throws {
        let console = try await Console(provider: ["--token-lifetime", "29s"])
        try await console.signIn()
        // However slow the machine, two questions are within its life some time.
        try await until {
            let first = try await console.run("token", "--which", "id").text
            return try await console.run("token", "--which", "id").text == first
        }
    }

    @Test func `an ID token that lives less long than is asked for is not refreshed at each question`() async throws {
        let console = try await Console()
        try await console.signIn()
        let question = ["token", "--which", "id", "--min-valid", "1h"]
        let first = try await console.program.run(arguments: question).text
        #expect(try await console.program.run(arguments: question).text == first)
    }

    @Test func `the end of an ID token is told by this machine's clock, whatever the provider's says`() async throws {
        let console = try await Console()
        try await console.provider.control("clock", ["offset": 3_600])
        try await console.signIn()
        let token = try await console.run("token", "--which", "id").text.trimmed
        let claims = try JWT.parse(token).claims
        let credential = try await console.run("token", "--format", "exec-credential", "--which", "id").output
        let end = try #require(try JSONValue(parsing: credential)["status"]?["expirationTimestamp"]?.string)
        let difference = try #require(claims.expirationTime).timeIntervalSince(try Date(end, strategy: .iso8601))
        #expect(abs(difference - 3_600) < 300, "\(difference)")
    }

    @Test func `a file is written for its owner alone, and netrc nowhere else`() async throws {
        let console = try await Console()
        try await console.signIn()
        let file = console.program.home + "/netrc"
        let nowhere = try await console.run("token", "--format", "netrc")
        #expect(nowhere.status == 2)
        #expect(nowhere.errorText.contains("--write is missing"))
        #expect(try await console.run("token", "--format", "netrc", "--write", file).text.isEmpty)
        let token = try await console.run("token").text.trimmed
        #expect(try console.program.text("netrc") == "machine 127.0.0.1 login oauth2 password \(token)\n")
        var facts = stat()
        #expect(stat(file, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        let folder = try await console.run("token", "--write", console.program.home)
        #expect(folder.status == 1 && folder.errorText.contains("can't be written"))
    }

    @Test func `options that can't go together are named`() async throws {
        let console = try await Console()
        #expect(try await console.run("token", "--format", "header", "--json").status == 2)
        #expect(try await console.run("token", "--as", "NAME").status == 2)
        #expect(try await console.run("token", "--format", "env", "--as", "1X").status == 2)
        #expect(try await console.run("token", "--format", "xml").errorText.contains("exec-credential"))
    }

    @Test func `a program gets the token in its environment, and nowhere else`() async throws {
        let console = try await Console()
        try await console.signIn()
        let script = #"printf '%s\n' "$MY_TOKEN" "$#" "$1"; exit 7"#
        let result = try await console.run("exec", "--as", "MY_TOKEN", "--", "sh", "-c", script, "sh", "-x y")
        #expect(result.status == 7)
        #expect(result.lines.map { String($0) } == [try await console.run("token").text.trimmed, "1", "-x y"])
        #expect(result.errorText.contains("MY_TOKEN expires in"))
    }

    @Test func `what is no plain file is written to, not replaced`() async throws {
        let console = try await Console()
        try await console.signIn()
        let pipe = console.program.home + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        async let read = blocking { try Subprocess("/bin/cat", [pipe], environment: [:]).finish().text }
        #expect(try await console.run("token", "--write", pipe).status == 0)
        let token = try await console.run("token").text
        #expect(try await read == token)
        #expect(try await console.run("token", "--write", "/dev/stdout").text == token)
        var facts = stat()
        #expect(lstat(pipe, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO)
    }

    @Test(arguments: TokenFormat.allCases.filter { $0 != .raw }, HostileText.all)
    func `a token that means something in another grammar is written into none`(format: TokenFormat, text: String)
        throws
    {
        let reader = TokenReader(variable: "T", hosts: ["127.0.0.1"], environment: [:], call: ProgramCall())
        let token = IssuedToken(value: Secret(text), expiresAt: nil)
        #expect(try TokenFormat.raw.text(of: token, for: reader) == text + "\n")
        let refusal = #expect(throws: CommandFailure.self) { try format.text(of: token, for: reader) }
        #expect(refusal?.message.contains("RFC 6750 §2.1") == true && refusal?.message.contains(text) == false)
    }

    @Test func `a token that begins with a tilde is not a folder to a shell`() async throws {
        let reader = TokenReader(variable: "T", hosts: [], environment: [:], call: ProgramCall())
        let line = try TokenFormat.env.text(of: IssuedToken(value: Secret("~/a"), expiresAt: nil), for: reader)
        let shell = try await blocking {
            try Subprocess("/bin/sh", ["-c", line + "printf '%s' \"$T\""], environment: ["HOME": "/home/x"]).finish()
        }
        #expect(shell.text == "~/a")
    }

    @Test func `netrc says what it can't say, and is not written where a path must be kept`() async throws {
        let console = try await Console()
        try await console.signIn()
        let file = console.program.home + "/netrc"
        let written = try await console.run("token", "--format", "netrc", "--write", file)
        #expect(written.status == 0 && written.errorText.contains("every service of 127.0.0.1"))
        try console.writeProfile(["within_path": true])
        let refused = try await console.run("token", "--format", "netrc", "--write", file + "2")
        #expect(refused.status == 1 && refused.errorText.contains("session-console proxy"))
        #expect(throws: (any Error).self) { try console.program.text("netrc2") }
    }

    @Test(arguments: TokenFormat.allCases.filter { $0 != .raw })
    func `a token that is bound to a key is not handed to tools that make no proof`(format: TokenFormat) throws {
        let reader = TokenReader(variable: "T", hosts: ["127.0.0.1"], environment: [:], call: ProgramCall())
        var token = IssuedToken(value: Secret("abc"), expiresAt: nil)
        _ = try format.text(of: token, for: reader)
        token.isBound = true
        #expect(try TokenFormat.raw.text(of: token, for: reader) == "abc\n")
        let refusal = #expect(throws: CommandFailure.self) { try format.text(of: token, for: reader) }
        #expect(refusal?.message.contains("bound to a key (DPoP)") == true)
    }
}

extension String {
    fileprivate var trimmed: String { String(split(separator: "\n").first ?? "") }
}
