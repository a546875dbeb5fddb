import FoundationEssentials
import JOSE
import TestSupport
import Testing

@testable import session_console

/// Links that a command opens under `watch`, by the names and the variable that programs open links by.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct WatchLinkTests {
    private let program: ProgramUnderTest

    init() throws { program = try ProgramUnderTest() }

    /// Adds a command that writes its words and its variables to a file, and ends with that status.
    private func add(_ name: String, status: Int = 0) async throws {
        try await program.makeScript(
            "bin/\(name)",
            """
            #!/bin/sh
            {
            printf '%s' "${0##*/}"; printf '|%s' "$@"; printf '|%s|%s\\n' "$BROWSER" "$PATH"
            } >> '\(program.home)/opened'
            exit \(status)
            """)
    }

    private var path: String { "\(program.home)/bin" }
    private var opened: [String] {
        ((try? program.text("opened")) ?? "").split(separator: "\n").map(String.init)
    }

    /// Runs a script whose only commands are those that were added.
    private func watch(
        _ script: String, browser: String? = nil, _ options: [String] = ["--host", "localhost", "--format", "json"]
    ) async throws -> Subprocess.Result {
        var program = program
        program.environment["PATH"] = path
        program.environment["BROWSER"] = browser
        return try await program.run(
            arguments: ["watch"] + options + ["--", "/bin/bash", "-c", "link='\(Self.link)'; \(script)"])
    }

    /// No shell may see it as anything but a word.
    private static let link =
        "http://localhost:1/authorize?client_id=app&response_type=code&state=$(id)`id`&redirect_uri=http://localhost/"

    @Test(arguments: ["xdg-open", "open", "sensible-browser", "x-www-browser", "www-browser"])
    func `a command opens by the user's own, with its words, its status and the user's variables`(name: String)
        async throws
    {
        defer { program.remove() }
        try await add(name, status: 3)
        let result = try await watch("\(name) --new \"$link\" ''", browser: "w3m")
        #expect(result.status == 3, "\(result.errorText)")
        #expect(opened == ["\(name)|--new|\(Self.link)||w3m|\(path)"])
    }

    @Test func `commands that the user doesn't have are not there`() async throws {
        defer { program.remove() }
        try await add("gio")
        let result = try await watch("type -t xdg-open open www-browser gio; xdg-open x")
        #expect(result.status == 127 && result.errorText.hasPrefix("file\n"), "\(result.errorText)")
    }

    // 24: nothing of a watched host came, and a link is no message that has.
    @Test(arguments: [
        ("one", ["one|LINK|OWN"], 4), ("one -n %s -m", ["one|-n|LINK|-m|OWN"], 4),
        ("none:one %s:two:three", ["one|LINK|OWN", "two|LINK|OWN"], 24), ("none", [], 127),
    ])
    func `BROWSER opens by the user's own`(own: String, lines: [String], status: Int) async throws {
        defer { program.remove() }
        try await add("one", status: 4)
        for name in ["two", "three", "xdg-open"] { try await add(name) }
        let result = try await watch("$BROWSER \"$link\"", browser: own)
        #expect(result.status == Int32(status), "\(result.errorText)")
        let expected = lines.map { $0.replacing("LINK", with: Self.link).replacing("OWN", with: "\(own)|\(path)") }
        #expect(opened == expected)
    }

    @Test func `BROWSER opens by the desktop where the user has none, and fails where that has none`() async throws {
        defer { program.remove() }
        #expect(try await watch("$BROWSER \"$link\"").status == 127)
        try await add("xdg-open", status: 3)
        #expect(try await watch("$BROWSER \"$link\"").status == 3)
        #expect(opened == ["xdg-open|\(Self.link)||\(path)"])
    }

    private static let state = "0123456789abcdef"

    /// A sign-in by a link that is opened, and its code at a server.
    private static func signIn(
        _ number: Int, state: String, _ challenge: String, redirect: String = "http://127.0.0.1/"
    ) -> String {
        let form =
            "grant_type=authorization_code&client_id=app&code=code-0123456789-\(number)&redirect_uri=\(redirect)"
            + "&code_verifier=\(verifiers[number - 1])"
        return """
            xdg-open "$issuer/authorize?client_id=app&response_type=code&redirect_uri=http://127.0.0.1/\
            &state=\(state)&\(challenge)"
            exec 3<>/dev/tcp/127.0.0.1/${http_proxy##*:}
            printf 'POST %s/token HTTP/1.1\\r\\nHost: h\\r\\nContent-Type: application/x-www-form-urlencoded\\r\\n' \
            "$issuer" >&3
            printf 'Content-Length: \(form.utf8.count)\\r\\n\\r\\n\(form)' >&3
            while read -r line <&3; do :; done; exec 3>&-

            """
    }

    private static let verifiers = ["first", "other"].map { "\($0)-verifier-of-43-characters-and-no-fewer-0123456789" }

    private static func challenge(_ number: Int) -> String {
        let hash = Base64URL.encode(Digest.sha256.hash(Array(verifiers[number - 1].utf8)))
        return "code_challenge_method=S256&code_challenge=\(hash)"
    }

    private func findings(of script: String, _ options: String...) async throws -> JSONValue {
        let server = try RawServer { connection in
            let length = connection.readHead().split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
            _ = connection.readText(length.flatMap { Int($0.dropFirst(16)) } ?? 0)
            let answer = #"{"access_token":"an-access-token-of-\#(UInt64.random(in: .min ... .max))"}"#
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n"
                    + "Content-Length: \(answer.utf8.count)\r\nConnection: close\r\n\r\n\(answer)")
        }
        try await add("xdg-open")
        let result = try await watch(
            "issuer=http://localhost:\(server.port)\n\(script)", ["--host", "localhost", "--format", "json"] + options)
        return try JSONValue(parsing: result.output)
    }

    private func names(_ report: JSONValue) -> [String?] {
        (report["findings"]?.array ?? []).filter { $0["weight"] != "note" }.map { $0["name"]?.string }
    }

    @Test func `a wrong client is found live, and the message that shows it says how it is known`() async throws {
        defer { program.remove() }
        let archive = "\(program.home)/seen.har"
        let script =
            Self.signIn(1, state: Self.state, Self.challenge(1))
            + Self.signIn(2, state: Self.state, "code_challenge=\(Self.verifiers[1])", redirect: "http://localhost/")
        let report = try await findings(of: script, "--record", archive)
        #expect(
            Set(names(report)).isSuperset(of: ["state-used-twice", "pkce-plain", "redirect-uri-differs"]),
            "\(report.serialized())")
        #expect(report["messages"] == 2)
        let plain = report["findings"]?.array?.first { $0["name"] == "pkce-plain" }
        let message = plain?["messages"]?.array?.first
        #expect(message?["link"] == "opened" && message?["status"] == nil)
        // Read again, it says the same.
        let again = try await program.run("watch", "--from", archive, "--format", "json")
        #expect(try names(JSONValue(parsing: again.output)).contains("pkce-plain"), "\(again.text)\(again.errorText)")
    }

    @Test func `a right client stays silent`() async throws {
        defer { program.remove() }
        let script =
            Self.signIn(1, state: Self.state, Self.challenge(1))
            + Self.signIn(2, state: "another-state", Self.challenge(2))
        let report = try await findings(of: script)
        #expect(names(report) == [] && report["messages"] == 2, "\(report.serialized())")
        let undecided = (report["undecided"]?.array ?? []).map { $0["name"]?.string }
        #expect(undecided.contains("other-issuer-accepted") && !undecided.contains("state-used-twice"))
    }
}
