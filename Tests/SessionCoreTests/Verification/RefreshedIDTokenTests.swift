import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct RefreshedIDTokenTests {
    private func failedCheck(
        first: (inout JSONObject) -> Void = { _ in }, refreshed: (inout JSONObject) -> Void
    ) async throws -> String? {
        let scripted = try ImaginaryProvider()
        let expectation = IDTokenExpectation(original: try scripted.idToken(first))
        scripted.clock.advance(by: .seconds(1_000))
        let error = await failure {
            try await IDTokenVerifier(scripted.provider).verify(
                scripted.idToken(refreshed), from: scripted.response(), expecting: expectation)
        }
        guard let error else { return nil }
        guard case .untrustworthy(let check, during: .token) = error else { return "\(error)" }
        return check
    }

    @Test func `invariant 40c: a refreshed ID token of the same person passes, its first one long expired`()
        async throws
    {
        #expect(try await failedCheck(refreshed: { _ in }) == nil)
    }

    @Test func `invariant 40c: a refreshed ID token keeps sub`() async throws {
        #expect(try await failedCheck(refreshed: { $0["sub"] = "bob" })?.contains("sub") == true)
    }

    @Test func `invariant 40c: a refreshed ID token keeps iss`() async throws {
        #expect(try await failedCheck(refreshed: { $0["iss"] = "https://evil.example" })?.contains("iss") == true)
        #expect(try await failedCheck(first: { $0["iss"] = "https://old.example" }, refreshed: { _ in }) != nil)
    }

    @Test func `invariant 40c: a refreshed ID token keeps every party of aud and may add some`() async throws {
        let two: (inout JSONObject) -> Void = {
            $0["aud"] = ["console", "api"]
            $0["azp"] = "console"
        }
        let three: (inout JSONObject) -> Void = {
            $0["aud"] = ["more", "api", "console"]
            $0["azp"] = "console"
        }
        #expect(try await failedCheck(first: two, refreshed: three) == nil)
        #expect(try await failedCheck(first: three, refreshed: two)?.contains("aud") == true)
    }

    @Test func `invariant 40c: a refreshed ID token keeps azp`() async throws {
        #expect(try await failedCheck(refreshed: { $0["azp"] = "console" })?.contains("azp") == true)
    }

    @Test(arguments: [(-1, false), (0, true), (1_000, true)])
    func `invariant 40c: auth_time may be that of a later sign-in, as some providers publish it, and not earlier`(
        difference: Int, passes: Bool
    ) async throws {
        let check = try await failedCheck(
            first: { $0["auth_time"] = 1_767_225_000 },
            refreshed: { $0["auth_time"] = .number(JSONNumber(1_767_225_000 + difference)) })
        #expect((check == nil) == passes, "\(check ?? "passed")")
        #expect(passes || check?.contains("auth_time") == true)
    }

    @Test func `invariant 40c: a refreshed ID token needs no auth_time`() async throws {
        #expect(try await failedCheck(first: { $0["auth_time"] = 1_767_225_000 }, refreshed: { _ in }) == nil)
    }

    @Test func `invariant 40c: a refreshed ID token needs no nonce, and one that it has must be the first's`()
        async throws
    {
        #expect(try await failedCheck(first: { $0["nonce"] = "n" }, refreshed: { _ in }) == nil)
        #expect(try await failedCheck(first: { $0["nonce"] = "n" }, refreshed: { $0["nonce"] = "n" }) == nil)
        #expect(
            try await failedCheck(first: { $0["nonce"] = "n" }, refreshed: { $0["nonce"] = "m" })?.contains("nonce")
                == true)
    }

    @Test func `a first ID token that can't be read lets no other one in`() async throws {
        let scripted = try ImaginaryProvider()
        let error = await failure {
            try await IDTokenVerifier(scripted.provider).verify(
                scripted.idToken(), from: scripted.response(), expecting: IDTokenExpectation(original: Secret("x")))
        }
        guard case .untrustworthy = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
