import FoundationEssentials
import Glibc
import JOSE
import RequestFiles
import TestSupport
import Testing

/// Files that can't be sent, or not as their writer thinks.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct RunRefusalTests {
    private func signedIn() async throws -> Console {
        let console = try await Console()
        try await console.signIn()
        return console
    }

    /// What the demo API echoes in place of a token.
    private func mark(_ token: String) -> String {
        Digest.sha256.hash(Array(token.utf8)).prefix(2).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    private func file(_ console: Console) -> String { console.program.home + "/calls.http" }

    @Test func `what is undefined further down is found before anything is sent`() async throws {
        let console = try await signedIn()
        for (text, complaint) in [
            ("GET /orders\n###\nGET /orders?{{no}}\n", "calls.http:3:13: 'no' is not defined."),
            ("GET /orders\n###\nPOST /orders\n\n< gone\n", "calls.http:5:3: gone: No such file or directory."),
            (
                "# @name a\nGET /orders?{{b.response.status}}\n###\n# @name b\nGET /orders\n",
                "calls.http:2:13: 'b' has not been answered yet."
            ),
            (
                "# @name a\nGET /orders\n###\nGET /orders?{{a.response.status}}&{{a.request.status}}\n",
                "calls.http:4:35: 'a.request.status' is not a part of a request or an answer."
            ),
            (
                "# @name a\nGET /orders\n###\nGET /orders?{{a.response.status}}&{{b.response.status}}\n###\n"
                    + "# @name b\nGET /orders\n",
                "calls.http:4:35: 'b' has not been answered yet."
            ),
            (
                "# @name a\nGET /orders\n###\nGET /orders?{{a.response.status}}\nX-A: {{no}}\n",
                "calls.http:5:6: 'no' is not defined."
            ),
        ] {
            try console.program.write(text, to: "calls.http")
            let result = try await console.run("run", file(console))
            #expect(result.status == 2)
            #expect(result.errorText.contains(complaint), "\(result.errorText)")
        }
        #expect(try await console.provider.statistics()["api"]?["/orders"] == nil)
    }

    @Test func `behind a file's limit no request is said to be missing`() async throws {
        let console = try await signedIn()
        let requests = (0...RequestFile.requestLimit).map { "### r\($0)\nGET /orders\n" }.joined()
        try console.program.write(requests, to: "calls.http")
        let result = try await console.run("run", "--name", "r\(RequestFile.requestLimit)", file(console))
        #expect(result.status == 2)
        let limit = "among the first \(RequestFile.requestLimit) of \(file(console)), which are all that is read."
        #expect(result.errorText.contains(limit), "\(result.errorText.prefix(300))")
    }

    @Test func `an answer that lacks what a later request refers to ends the run`() async throws {
        let console = try await signedIn()
        try console.program.write(
            "# @name a\nGET /nowhere\n###\nGET /echo\nX-ID: {{a.response.body.$.id}}\n", to: "calls.http")
        let result = try await console.run("run", file(console))
        #expect(result.status == 1)
        #expect(result.errorText.contains("calls.http:2: a: 404"))
        #expect(result.errorText.contains("calls.http:5:7: the answer to 'a' has nothing at $.id."))
        #expect(try await console.provider.statistics()["api"]?["/echo"] == nil)
        #expect(try await console.run("run", "--fail", file(console)).status == 22)
        try console.program.write(
            "# @name a\nGET http://127.0.0.1:1/\n###\nGET /echo?{{a.response.status}}\n", to: "calls.http")
        let unanswered = try await console.run("run", file(console))
        #expect(unanswered.status == 5)
        #expect(unanswered.errorText.contains("calls.http:2: a: failed"))
    }

    @Test func `files of other systems and from a pipe are read`() async throws {
        let console = try await signedIn()
        let text =
            "@who = me\r\n# @name one\r\nPOST /echo\r\nX-Who: {{who}}\r\n\r\na\r\nb\r\n\r\n###\r\nGET /status\r\n"
        try console.program.write("\u{FEFF}" + text, to: "calls.http")
        let marked = try await console.run("run", "--name", "one", file(console))
        #expect(marked.status == 0, "\(marked.errorText)")
        let answer = try JSONValue(parsing: marked.output)
        #expect(answer["headers"]?["X-Who"] == "me")
        #expect(answer["body"] == "a\nb")
        let piped = try await console.run("run", "--name", "one", "-", input: text)
        #expect(try JSONValue(parsing: piped.output)["headers"]?["X-Who"] == "me")
    }

    @Test func `what is no request file is refused`() async throws {
        let console = try await signedIn()
        let large = console.program.home + "/large.http"
        try console.program.write("GET /status\n", to: "large.http")
        #expect(truncate(large, 50 << 20) == 0)
        let result = try await console.run("run", large)
        #expect(result.status == 2)
        #expect(result.errorText.contains("large.http"))
        #expect(result.errorText.contains("larger than 8192 KiB"), "\(result.errorText)")
        try console.program.write("# nothing\n", to: "empty.http")
        let empty = try await console.run("run", console.program.home + "/empty.http")
        #expect(empty.status == 2)
        #expect(empty.errorText.contains("empty.http contains no request."))
        let missing = try await console.run("run", console.program.home + "/none.http")
        #expect(missing.status == 2)
        #expect(missing.errorText.contains("none.http: No such file or directory."))
        #expect(try await console.run("run", console.program.home).status == 2)
        #expect(try await console.run("run").status == 2)
    }

    @Test func `invariant 37: a file's request to another origin never gets the session's token`() async throws {
        let console = try await signedIn()
        let other = try await ProviderProcess(console.program)
        let token = try await console.run("token").text.filter { $0 != "\n" }
        try console.program.write("GET /echo\nAuthorization: Bearer x\n", to: "calls.http")
        let home = try await console.run("run", file(console))
        #expect(try JSONValue(parsing: home.output)["headers"]?["Authorization"]?.string == "Bearer \(mark(token))")
        for (field, sent) in [
            ("Bearer {{token}}", "Bearer \(mark("own"))"), ("Bearer", mark("Bearer")),
            ("Bearer{{token}}", mark("Bearerown")),
        ] {
            try console.program.write(
                "GET \(other.announcement.api)/echo\nAuthorization: \(field)\n", to: "calls.http")
            let result = try await console.run("run", "--variable", "token=own", file(console))
            #expect(result.status == 0, "\(result.errorText)")
            #expect(try JSONValue(parsing: result.output)["headers"]?["Authorization"]?.string == sent)
        }
        try console.program.write("GET /redirect-out\nAuthorization: Bearer x\nAccept: a/b\n", to: "calls.http")
        let redirected = try JSONValue(parsing: try await console.run("run", file(console)).output)["headers"]
        #expect(redirected?["Accept"] == "a/b")
        #expect(redirected?["Authorization"] == nil)
        try await other.end()
    }
}
