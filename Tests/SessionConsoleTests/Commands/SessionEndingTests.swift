import FoundationEssentials
import JOSE
import TestSupport
import Testing

@Suite(.serialized) struct SessionEndingTests {
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
        let result = try await console.run("logout", "--json")
        #expect(result.text == "{\"signed_out\":true,\"revoked\":true}\n")
        #expect(!FileManager.default.fileExists(atPath: console.sessionFile))
        #expect(try await console.provider.statistics()["endpoints"]?["revocation"] == 1)
        #expect(try await console.run("logout").status == 3)
    }

    @Test func `where the provider can't be told the session stays, unless it is forced out`() async throws {
        let console = try await Console()
        try await console.signIn()
        let fault: JSONValue = ["endpoint": "revocation", "kind": "status", "status": 503, "times": 9]
        try await console.provider.control("fault", fault)
        let result = try await console.run("logout")
        #expect(result.status == 5)
        #expect(result.errorText.contains("logout --force"))
        #expect(try await console.run("status").status == 0)
        let forced = try await console.run("logout", "--force", "--json")
        #expect(forced.status == 0)
        #expect(forced.text == "{\"signed_out\":true,\"revoked\":false}\n")
        #expect(forced.errorText.contains("it will be, later"))
        #expect(try await console.run("status").status == 3)
    }
}
