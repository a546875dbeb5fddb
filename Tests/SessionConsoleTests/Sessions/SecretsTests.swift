import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import TestSupport
import Testing

/// Runs every command with known secrets and looks for them wherever they must not be.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct SecretsTests {
    @Test func `statement 5: no secret is in any output, message or file but the session's own`() async throws {
        let console = try await Console()
        var secrets: Set<String> = ["wonderland", console.provider.announcement.client_secret]
        var said: [String] = []

        func record(_ results: Subprocess.Result...) {
            for result in results { said += [result.text, result.errorText] }
        }
        func remember() throws {
            let session = try console.record()["session"]
            for secret in [session?["access_token"], session?["refresh_token"], session?["id_token"]?["token"]] {
                if let text = secret?.string { secrets.insert(text) }
            }
        }

        // By code, pasted: the code is a secret until it is spent.
        let login = try console.program.start("login", "--no-browser", "--verbose")
        let link = try await blocking { try login.line { $0.hasPrefix("http") } }
        let redirect = try await console.browse(link)
        let parameters = FormParameters(decoding: redirect.query(percentEncoded: true) ?? "")
        secrets.insert(try #require(parameters["code"]))
        try login.write(redirect.absoluteString + "\n")
        record(try await blocking { try login.finish(closingInput: false) })
        try remember()

        record(try await console.signIn("--verbose", "--json"))
        try remember()
        record(try await console.run("refresh", "--verbose", "--json"))
        try remember()
        record(
            try await console.run("status", "--verify", "--verbose"), try await console.run("status", "--json"),
            try await console.run("token", "--json", "--verbose"), try await console.run("userinfo", "--verbose"),
            try await console.run("request", "--verbose", "-i", "/orders"),
            try await console.run("request", "--json", "--verbose", "-d", "x=1", "/echo"),
            try await console.run(
                "request", "--har", console.program.home + "/out.har", "-d", "code=1", "/echo?state=2"),
            try await console.run("request", "--repeat", "3", "--parallel", "3", "--verbose", "/me"),
            try await console.run("profile", "show", "default", "--json"),
            try await console.signIn("--verbose", password: "wonderland!"),
            try await console.run("login", "--flow", "import", input: "{\"access_token\": \"wonderland\" oops}"))

        // What ends the session, with its reasons.
        try await console.provider.control("revoke-access-tokens", ["username": "alice"])
        record(try await console.run("request", "--verbose", "/orders"))
        try remember()
        record(try await console.run("logout", "--verbose"))
        record(try await clientSignIn(console))
        try remember()
        record(try await console.run("events"), try await console.run("events", "--json"))

        #expect(secrets.count >= 10)
        for secret in secrets {
            #expect(!said.contains { $0.contains(secret) })
        }
        try search(console.program.home, for: secrets, except: ["default.session.json", "secret"])
    }

    private func clientSignIn(_ console: Console) async throws -> Subprocess.Result {
        let file = console.program.home + "/secret"
        try Data(console.provider.announcement.client_secret.utf8).write(to: URL(filePath: file))
        return try await console.run(
            "login", "--flow", "client-credentials", "--client-id",
            console.provider.announcement.confidential_client_id, "--client-secret-file", file, "--scope", "orders",
            "--verbose", "--json")
    }

    private func search(_ folder: String, for secrets: Set<String>, except names: [String]) throws {
        var searched = 0
        for case let path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            guard !names.contains(name), let data = try? Data(contentsOf: URL(filePath: folder + "/" + path)) else {
                continue
            }
            searched += 1
            if path.hasPrefix("state/") || name == "out.har", !path.hasSuffix("session-console") {
                var facts = stat()
                #expect(stat(folder + "/" + path, &facts) == 0 && facts.st_mode & 0o077 == 0, "\(path)")
            }
            let text = String(decoding: data, as: UTF8.self)
            for secret in secrets { #expect(!text.contains(secret), "a secret is in \(path)") }
        }
        #expect(searched >= 2)
    }
}
