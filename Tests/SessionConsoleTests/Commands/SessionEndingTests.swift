import FoundationEssentials
import HostSystem
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct SessionEndingTests {
    @Test func `a refresh replaces the token`() async throws {
        let console = try await Console()
        #expect(try await console.run("refresh").status == 3)
        try await console.signIn()
        let before = try await console.run("token").text
        #expect(try await console.json("refresh")["state"] == "authenticated")
        #expect(try await console.run("token").text != before)
        #expect(try await console.provider.tokenRequests("refresh_token")["ok"] == 1)
    }

    @Test func `without a refresh token there is nothing to refresh with`() async throws {
        let console = try await Console()
        _ = try await console.run(
            "login", "--flow", "import", input: "{\"access_token\":\"a\",\"token_type\":\"Bearer\"}")
        let result = try await console.run("refresh")
        #expect(result.status == 1)
        #expect(result.errorText.contains("it issued no refresh token"))
    }

    @Test func `a logout revokes, and a second finds nobody`() async throws {
        let console = try await Console()
        try await console.signIn()
        let json = try await console.json("logout")
        #expect(json["signed_out"] == true)
        #expect(json["revoked"] == true)
        #expect(json["reason"] == nil)
        #expect(json["tokens"]?.array?.map { $0["kind"] } == ["refresh_token", "access_token"])
        #expect(json["tokens"]?.array?.map { $0["result"] } == ["revoked", "revoked"])
        #expect(try console.record().object?.names.contains("session") == false)
        #expect(try console.record().object?.names.contains("pending_revocations") == false)
        #expect(try await console.provider.statistics()["endpoints"]?["revocation"] == 2)
        #expect(try await console.run("logout").status == 3)
    }

    @Test func `truth 1: logout --browser opens the page that ends the provider's own session`() async throws {
        let console = try await Console()
        var program = console.program
        try await program.makeScript(
            "browser", "#!/bin/sh\nprintf %s \"$1\" >\"$HOME/new\" && mv \"$HOME/new\" \"$HOME/opened\"\n")
        program.environment["BROWSER"] = program.home + "/browser"
        _ = try await console.signIn("--scope", "openid")
        let logout = try program.start("logout", "--browser")
        let link = try await blocking { try logout.line { $0.hasPrefix("http") } }
        #expect(link.hasPrefix(console.provider.announcement.issuer) && link.contains("id_token_hint="))
        #expect(!link.contains("post_logout_redirect_uri"))
        try await until { [program] in (try? program.text("opened")) != nil }
        _ = try await blocking { try logout.errorLine { $0.contains("A browser has opened it, and is waited for") } }
        var url = try #require(URL(string: try program.text("opened")))
        #expect(url.absoluteString.hasPrefix(link) && url.absoluteString.contains("post_logout_redirect_uri="))
        // Ending the session, back, a sign-in without a page, back.
        var page: HTTPResponse
        repeat {
            page = try await console.open(url)
            url = page.headers["Location"].flatMap { URL(string: $0, relativeTo: url)?.absoluteURL } ?? url
        } while page.status == 303
        #expect(String(decoding: page.body, as: UTF8.self).contains("You are signed out at the provider"))
        let result = try await blocking { try logout.finish() }
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.errorText.contains("The provider's own session has ended"))
        #expect(try await console.run("status").status == 3)
        #expect(try console.record()["end"]?["ended_at_provider"] == true)
        let login = try program.start("login", "--no-browser")
        #expect(try await blocking { try login.line { $0.hasPrefix("http") } }.contains("prompt=login") == false)
        login.signal(SIGTERM)

        _ = try await console.signIn("--scope", "openid")
        let json = try await console.json("logout", "--browser")
        #expect(json["signed_out"] == true && json["revoked"] == true)
        #expect(json["end_session_url"]?.string?.contains("id_token_hint=") == true)
        #expect(json["provider_session"] == "unknown")
        _ = try await console.signIn()
        #expect(try await console.json("logout").object?.names.contains("end_session_url") == false)
    }

    @Test func `truth 1: where no browser opens, logout --browser prints the link`() async throws {
        let console = try await Console()
        _ = try await console.signIn("--scope", "openid")
        let result = try await console.run("logout", "--browser")
        #expect(result.status == 0)
        #expect(result.errorText.contains("The page that ends the provider's own session:"))
        #expect(result.errorText.contains("No browser could be opened"))
        #expect(result.lines.last?.hasPrefix(console.provider.announcement.issuer) == true)
    }

    @Test func `truth 1: where the provider has no such page, logout --browser says that its own session goes on`()
        async throws
    {
        let console = try await Console()
        try await console.provider.control("metadata", ["leave_out": ["end_session_endpoint"]])
        _ = try await console.signIn("--scope", "openid")
        let result = try await console.run("logout", "--browser", "--json")
        #expect(result.status == 0)
        #expect(result.errorText.contains("its own session"))
        let json = try JSONValue(parsing: Array(result.text.utf8))
        #expect(json["end_session_url"] == nil && json["signed_out"] == true)
    }

    @Test func `loss 3: a login over another session tells the provider of the tokens that it replaces`() async throws {
        let console = try await Console()
        try await console.signIn()
        let token = try #require(try console.record()["session"]?["refresh_token"]?.string)
        #expect(try await isGood(token, console))
        try await console.signIn(username: "bob", password: "builder")
        #expect(try await !isGood(token, console))
        #expect(try console.record()["pending_revocations"] == nil)
        #expect(try await console.run("userinfo").status == 0)
        #expect(try await console.run("refresh").status == 0)
    }

    @Test func `loss 5: a logout without the lock keeps the session; a forced one says that it is still stored`()
        async throws
    {
        let console = try await Console()
        try await console.signIn()
        let lock = console.sessionFile + ".lock"
        try? FileManager.default.removeItem(atPath: lock)
        try FileManager.default.createDirectory(atPath: lock + "/full", withIntermediateDirectories: true)
        let result = try await console.run("logout")
        #expect(result.status == 1)
        #expect(result.errorText.contains(lock) && result.errorText.contains("The session is kept"))
        #expect(try await console.provider.statistics()["endpoints"]?["revocation"] ?? 0 == 0)
        let forced = try await console.run("logout", "--force")
        #expect(forced.status == 1)
        #expect(forced.errorText.contains("is still stored") && forced.errorText.contains(lock))
        try FileManager.default.removeItem(atPath: lock)
        #expect(try await console.run("logout", "--force").status == 0)
        #expect(try console.record()["session"] == nil)
    }

    @Test func `where the provider can't be told the session stays, unless it is forced out`() async throws {
        let console = try await Console()
        try await console.signIn()
        let fault: JSONValue = ["endpoint": "revocation", "kind": "status", "status": 503, "times": 99]
        try await console.provider.control("fault", fault)
        let result = try await console.run("logout")
        #expect(result.status == 5)
        #expect(result.errorText.contains("logout --force"))
        #expect(try await console.run("status").status == 0)
        let forced = try await console.run("logout", "--force", "--json")
        #expect(forced.status == 0)
        let json = try JSONValue(parsing: Array(forced.text.utf8))
        #expect(json["revoked"] == false)
        #expect(json["reason"]?.string?.contains("the server answered 503") == true)
        #expect(json["tokens"]?.array?.map { $0["result"] } == ["pending", "pending"])
        #expect(forced.errorText.contains("it will be revoked later"))
        #expect(try await console.run("status").status == 3)
    }

    /// The refresh token of a session that was ended while the provider could not be told of it.
    private func signOutUnheard(_ console: Console) async throws -> String {
        try await console.signIn()
        let token = try #require(try console.record()["session"]?["refresh_token"]?.string)
        let fault: JSONValue = ["endpoint": "revocation", "kind": "drop", "times": 99]
        try await console.provider.control("fault", fault)
        #expect(try await console.run("logout", "--force").status == 0)
        #expect(try console.record()["session"] == nil)
        #expect(try console.record()["pending_revocations"]?.array?.first?["token"]?.string == token)
        try await console.provider.control("clear-faults")
        return token
    }

    private func isGood(_ token: String, _ console: Console) async throws -> Bool {
        let at = console.provider.announcement
        let answer = try await console.provider.postForm(
            "\(at.issuer)/introspect",
            "token=\(token)&client_id=\(at.confidential_client_id)&client_secret=\(at.client_secret)")
        return answer["active"]?.bool == true
    }

    @Test func `invariant 24: what the provider could not be told of is told by the next command that speaks to it`()
        async throws
    {
        let console = try await Console()
        let token = try await signOutUnheard(console)
        // Those that ask the provider nothing leave it for later, and lose nothing.
        #expect(try await console.run("status").status == 3)
        #expect(try await console.run("token").status == 3)
        #expect(try await isGood(token, console))
        #expect(try await console.signIn(username: "bob", password: "builder").status == 0)
        // The command has waited for it, as short as it was.
        #expect(try await !isGood(token, console))
        #expect(try console.record()["pending_revocations"] == nil)
        #expect(try await console.run("userinfo").status == 0)
    }

    @Test func `invariant 24: another logout tells the provider as well, with nobody signed in`() async throws {
        let console = try await Console()
        let token = try await signOutUnheard(console)
        let result = try await console.run("logout")
        #expect(result.status == 3)
        #expect(result.errorText.contains("has now revoked the tokens"))
        #expect(try await !isGood(token, console))
        #expect(try console.record()["pending_revocations"] == nil)
        #expect(try await console.run("logout").errorText.contains("has now revoked the tokens") == false)
    }

    @Test func `invariant 24: a revocation that is not answered holds the next command up, but not for long`()
        async throws
    {
        let console = try await Console()
        let token = try await signOutUnheard(console)
        try await console.provider.control("fault", ["endpoint": "revocation", "kind": "hang"])
        #expect(try await console.signIn().status == 0)
        #expect(try console.record()["pending_revocations"]?.array?.first?["token"]?.string == token)
        #expect(try await console.run("refresh").status == 0)
        #expect(try await !isGood(token, console))
        #expect(try console.record()["pending_revocations"] == nil)
        #expect(try await console.run("token").status == 0)
    }
}
