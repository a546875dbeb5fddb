import FoundationEssentials
import JOSE
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct StatusCommandTests {
    @Test func `the status tells what is stored without asking anybody`() async throws {
        let console = try await Console()
        #expect(try await console.run("status").status == 3)
        #expect(try await console.json("status")["end"]?["reason"] == "no_stored_session")
        try await console.signIn()
        let before = try await console.provider.statistics()
        let text = try await console.run("status")
        #expect(text.status == 0)
        #expect(text.text.contains("state     authenticated, not verified"))
        #expect(text.text.contains("verified: ES256"))
        let json = try await console.json("status")
        #expect(
            json["state"] == "authenticated" && json["word"] == "authenticated"
                && json["start"]?["reason"] == "restored")
        #expect(json["scope"] == ["openid", "profile", "email", "offline_access"])
        #expect(
            json["access_token"]?.object?.names == ["fingerprint", "obtained_at", "expires_at", "expiry_source"])
        #expect((1...3600).contains(json["expires_in"]?.int ?? 0))
        #expect(json["verified_at"] == nil)
        #expect(try await console.provider.statistics() == before)
    }

    @Test func `verifying asks the provider, and a session that has ended there is status 4`() async throws {
        let console = try await Console()
        #expect(try await console.run("status", "--verify").status == 3)
        try await console.signIn()
        #expect(try await console.json("status", "--verify")["verified_at"]?.string != nil)
        try await console.provider.control("revoke-session", ["username": "alice"])
        let result = try await console.run("status", "--verify")
        #expect(result.status == 4)
        #expect(result.errorText.contains("The session has ended"))
        #expect(try await console.run("status").status == 4)
    }

    @Test func `user info is what the provider says, in its kinds`() async throws {
        let console = try await Console()
        #expect(try await console.run("userinfo").status == 3)
        try await console.signIn()
        let json = try await console.json("userinfo")
        #expect(json["sub"] == "248289761001")
        #expect(json["email_verified"] == true)
        #expect(try await console.run("userinfo").lines.contains("name                Alice Example"))
    }

    @Test func `a damaged store is told, set aside, and no session`() async throws {
        let console = try await Console()
        try await console.signIn()
        try Data("{\"version\":".utf8).write(to: URL(filePath: console.sessionFile))
        let result = try await console.run("status")
        #expect(result.status == 3)
        #expect(result.errorText.contains("damaged"))
        #expect(FileManager.default.fileExists(atPath: console.sessionFile + ".damaged-1"))
        try await console.signIn()
        #expect(try await console.run("status").status == 0)
    }

    @Test func `a store that can't be read is status 1, and nothing is deleted`() async throws {
        let console = try await Console()
        try await console.signIn()
        try FileManager.default.removeItem(atPath: console.sessionFile)
        try FileManager.default.createDirectory(atPath: console.sessionFile, withIntermediateDirectories: false)
        let result = try await console.run("status")
        #expect(result.status == 1)
        #expect(result.errorText.contains("the stored session can't be read".dropFirst(4)))
        #expect(FileManager.default.fileExists(atPath: console.sessionFile))
    }
}
