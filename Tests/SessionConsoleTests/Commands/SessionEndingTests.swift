import FoundationEssentials
import JOSE
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct SessionEndingTests {
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
        #expect(result.errorText.contains("it gave no refresh token"))
    }

    @Test func `a logout revokes, and a second finds nobody`() async throws {
        let console = try await Console()
        try await console.signIn()
        let json = try await console.json("logout")
        #expect(json["signed_out"] == true)
        #expect(json["revoked"] == true)
        #expect(json["reason"] == .null)
        #expect(json["tokens"]?.array?.map { $0["kind"] } == ["refresh_token", "access_token"])
        #expect(json["tokens"]?.array?.map { $0["result"] } == ["revoked", "revoked"])
        #expect(try console.record().object?.names.contains("session") == false)
        #expect(try console.record().object?.names.contains("pending_revocations") == false)
        #expect(try await console.provider.statistics()["endpoints"]?["revocation"] == 2)
        #expect(try await console.run("logout").status == 3)
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
        #expect(json["reason"]?.string?.contains("could not be told") == true)
        #expect(json["tokens"]?.array?.map { $0["result"] } == ["pending", "pending"])
        #expect(forced.errorText.contains("it will be, later"))
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
        #expect(result.errorText.contains("has now been told"))
        #expect(try await !isGood(token, console))
        #expect(try console.record()["pending_revocations"] == nil)
        #expect(try await console.run("logout").errorText.contains("has now been told") == false)
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
