import FoundationEssentials
import JOSE
import TestSupport
import Testing

@testable import ConsoleApp

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct RequestCommandTests {
    private func signedIn(_ settings: JSONObject = [:], _ options: [String] = []) async throws -> Console {
        let console = try await Console(settings, provider: options)
        try await console.signIn()
        return console
    }

    @Test func `the body goes to standard output as it is`() async throws {
        let console = try await signedIn()
        let result = try await console.run("request", "/orders")
        #expect(result.status == 0)
        #expect(try JSONValue(parsing: result.output)["owner"] == "248289761001")
        #expect(result.errors == [])
        #expect(try await console.run("request", console.provider.announcement.api + "/orders").output == result.output)
    }

    @Test func `the head stands before the body`() async throws {
        let console = try await signedIn()
        let text = try await console.run("request", "-i", "/status").text
        #expect(text.hasPrefix("HTTP/1.1 200 OK\nContent-Type: application/json\n"))
        #expect(text.contains("\n\n{\"status\":\"ok\"}"))
    }

    @Test func `method, headers and body arrive as given`() async throws {
        let console = try await signedIn()
        let file = console.program.home + "/body"
        try Data("a=1&b=2".utf8).write(to: URL(filePath: file))
        let json = try JSONValue(
            parsing: try await console.run(
                "request", "-X", "PUT", "-H", "X-One: 1", "-H", "X-Two:2", "-d", "{\"a\": 1}", "/echo"
            ).output)
        #expect(json["method"] == "PUT")
        #expect(json["headers"]?["X-One"] == "1")
        #expect(json["headers"]?["X-Two"] == "2")
        #expect(json["headers"]?["Content-Type"] == "application/json")
        #expect(json["body"] == "{\"a\": 1}")
        let form = try JSONValue(parsing: try await console.run("request", "-d", "@" + file, "/echo").output)
        #expect(form["method"] == "POST")
        #expect(form["headers"]?["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(form["body"] == "a=1&b=2")
        let piped = try await console.run("request", "-d", "@-", "-H", "Content-Type: text/plain", "/echo", input: "hi")
        #expect(try JSONValue(parsing: piped.output)["headers"]?["Content-Type"] == "text/plain")
    }

    @Test func `the fields that a message says are added are those that arrive besides`() async throws {
        let console = try await signedIn()
        let added = ExchangeDetails.addedFields
        for (result, names) in [
            (try await console.run("request", "/echo"), added),
            (
                try await console.run("request", "-d", "{}", "/echo"),
                added + ExchangeDetails.fieldsOfBody + ["Content-Type"]
            ),
        ] {
            let json = try JSONValue(parsing: result.output)
            let arrived = json["headers"]?.object?.members.map { $0.name.lowercased() } ?? []
            #expect(Set(arrived) == Set((names + ["Authorization"]).map { $0.lowercased() }), "\(arrived)")
        }
    }

    @Test func `without authorisation no token goes along`() async throws {
        let console = try await Console()
        let result = try await console.run("request", "--no-auth", "/echo")
        #expect(result.status == 0)
        #expect(try JSONValue(parsing: result.output)["headers"]?["Authorization"] == nil)
        #expect(try await console.run("request", "/echo").status == 3)
    }

    @Test func `a series without a session is not begun`() async throws {
        let console = try await Console()
        let result = try await console.run("request", "--repeat", "3", "/echo")
        #expect(result.status == 3)
        #expect(result.text == "")
        #expect(result.errorText.contains("Signed out: "))
    }

    @Test func `the token goes to the configured origins only`() async throws {
        let console = try await signedIn()
        let result = try await console.run("request", "http://localhost:1/")
        #expect(result.status == 2)
        #expect(result.errorText.contains("add it with --api"))
    }

    @Test func `an answer of 400 or above is status 22 on request`() async throws {
        let console = try await signedIn()
        #expect(try await console.run("request", "/nowhere").status == 0)
        let result = try await console.run("request", "--fail", "/nowhere")
        #expect(result.status == 22)
        #expect(result.text.contains("not_found"))
        #expect(try await console.run("request", "-f", "/status").status == 0)
    }

    @Test func `the JSON tells status, headers, body and what it took`() async throws {
        let console = try await signedIn()
        let json = try await console.json("request", "/status")
        #expect(
            json.object?.names == [
                "status", "http_version", "url", "headers", "body", "size", "duration", "attempts",
                "waited_for_refresh", "authorization",
            ])
        #expect(json["status"] == 200)
        #expect(json["authorization"] == "accepted")
        #expect(try await console.json("request", "/admin")["authorization"] == "insufficient_scope")
    }

    @Test func `a large answer is printed while it arrives`() async throws {
        let console = try await signedIn()
        let result = try await console.run("request", "/large?mb=80")
        #expect(result.status == 0)
        #expect(result.output.count == 80_000_000)
    }

    @Test func `a large body is sent while it is read`() async throws {
        let console = try await signedIn()
        let text = String(repeating: "a", count: 9 << 20)
        // The demo API takes no body of that size. It says so when it has read all of one whose length it wasn't told.
        let result = try await console.run("request", "--json", "-d", "@-", "/echo", input: text)
        #expect(try JSONValue(parsing: result.output)["status"] == 413)
        let file = console.program.home + "/large"
        try Data(text.utf8).write(to: URL(filePath: file))
        let repeated = try await console.run("request", "--repeat", "2", "-d", "@" + file, "/echo")
        #expect(repeated.status == 2)
    }

    @Test func `a burst on a token that was rejected costs one refresh`() async throws {
        let console = try await signedIn()
        try await console.provider.control("revoke-access-tokens", ["username": "alice"])
        let result = try await console.run("request", "--repeat", "20", "--parallel", "20", "/orders")
        #expect(result.status == 0)
        #expect(result.lines.first?.hasPrefix("20 calls · 1 refresh · 0 logouts") == true)
        #expect(result.text.contains("20 × 200"))
        #expect(try await console.provider.tokenRequests("refresh_token")["ok"] == 1)
    }

    @Test func `a series has a line for each call and one for all`() async throws {
        let console = try await signedIn()
        let result = try await console.run("request", "--repeat", "3", "--json", "/orders")
        let lines = try result.lines.map { try JSONValue(parsing: $0.utf8) }
        #expect(lines.count == 4)
        #expect(lines[0].object?.names == ["index", "duration", "attempts", "status", "authorization"])
        #expect(
            lines[3].object?.names == [
                "calls", "statuses", "failures", "refreshes", "logouts", "duration", "latency",
            ])
        #expect(lines[3]["statuses"] == ["200": 3])
        #expect(lines[3]["latency"]?.object?.names == ["p50", "p90", "p99", "max"])
    }

    @Test func `a revoked session ends with the request, and the answer tells why`() async throws {
        let console = try await signedIn()
        try await console.provider.control("revoke-session", ["username": "alice"])
        let result = try await console.run("request", "/orders")
        #expect(result.status == 4)
        #expect(result.errorText.contains("the refresh was rejected with invalid_grant"))
        #expect(try await console.run("status").status == 4)
    }

    @Test func `truth 3: after a refresh that failed the API's answer is printed, and both reasons are told`()
        async throws
    {
        let console = try await signedIn()
        try await console.provider.control("revoke-access-tokens", ["username": "alice"])
        try await console.provider.control(
            "fault", ["endpoint": "token", "kind": "status", "status": 503, "times": 2])
        let result = try await console.run("request", "/orders")
        #expect(result.status == 5)
        #expect(result.text.contains("invalid_token"))
        #expect(result.errorText.contains("The token was not accepted: invalid_token"))
        #expect(result.errorText.contains("the refresh failed: token: the server answered 503"))
        let json = try await console.json("request", "/orders")
        #expect(json["status"] == 401)
        #expect(json["authorization"] == "refresh_failed")
        #expect(json["reason"]?.string?.contains("503") == true)
    }

    @Test func `invariant 42: commands that run one after the other find out that a session is dead`() async throws {
        let console = try await signedIn()
        try await console.provider.control(
            "fault",
            [
                "endpoint": "token", "kind": "status", "status": 400, "times": 9,
                "body": #"{"message":"the demo provider fails on demand"}"#,
            ])
        try console.age(by: 4_000)
        #expect(try await console.run("token").status != 4)
        let status = try await console.run("status")
        let reason = "400 \"the demo provider fails on demand\""
        #expect(status.text.contains("the provider no longer accepts the refresh token: \(reason)"))
        #expect(try await console.json("status")["suspicion"]?["count"] == 1)
        // Another refusal counts after the back-off.
        var record = try #require(try console.record().object)
        var session = try #require(record["session"]?.object)
        var suspicion = try #require(session["suspicion"]?.object)
        suspicion["last_at"] = try JSONNumber(#require(suspicion["last_at"]?.double) - 5).map { .number($0) }
        session["suspicion"] = .object(suspicion)
        record["session"] = .object(session)
        try Data(record.serialized().utf8).write(to: URL(filePath: console.sessionFile))
        let last = try await console.run("token")
        #expect(last.status == 4)
        #expect(last.errorText.contains(reason))
        #expect(try await console.run("status").status == 4)
    }

    @Test func `the policy decides what a 401 does`() async throws {
        let console = try await signedIn()
        try await console.provider.control("revoke-access-tokens", ["username": "alice"])
        let reported = try await console.run("request", "--on-401", "report", "/orders")
        #expect(reported.status == 0)
        #expect(reported.text.contains("invalid_token"))
        let ended = try await console.run("request", "--on-401", "logout", "/orders")
        #expect(ended.status == 4)
        #expect(ended.errorText.contains("GET /orders was answered 401"))
        #expect(try await console.run("status").status == 4)
    }

    @Test func `an API that is away is status 5`() async throws {
        let console = try await signedIn(["api": "http://127.0.0.1:1"])
        let result = try await console.run("request", "/orders")
        #expect(result.status == 5)
        #expect(result.errorText.contains("No connection to 127.0.0.1:1: "))
        #expect(try await console.run("request", "--repeat", "2", "/orders").status == 5)
    }

    @Test func `each exchange is shown on standard error, masked`() async throws {
        let console = try await signedIn()
        let token = try await console.run("token").text
        let result = try await console.run("request", "-v", "/status")
        #expect(result.errorText.contains("> GET \(console.provider.announcement.api)/status"))
        #expect(result.errorText.contains("< HTTP/1.1 200 OK\n"))
        #expect(!result.errorText.contains(token.dropLast()))
    }

    @Test(arguments: [
        (["request"], "is missing"), (["request", "/a", "/b"], "'/b' is one argument too many"),
        (["request", "-X", "GE T", "/a"], "--request is 'GE T'"),
        (["request", "-H", "nope", "/a"], "--header must be"),
        (["request", "-H", "A b: c", "/a"], "--header must be"),
        (["request", "-d", "@/nowhere", "/a"], "--data is '@/nowhere'"),
        (["request", "--repeat", "0", "/a"], "--repeat is '0'"),
        (["request", "--parallel", "x", "/a"], "--parallel is 'x'"),
        (["request", "--repeat", "2", "-i", "/a"], "--repeat and --include can't be combined"),
        (["request", "http://", "--no-auth"], "'http://' is not a URL"),
    ])
    func `a wrong command line is told with status 2`(arguments: [String], message: String) async throws {
        let console = try await signedIn()
        let result = try await console.program.run(arguments: arguments)
        #expect(result.status == 2)
        #expect(result.errorText.contains(message))
        #expect(result.output == [])
    }
}
