import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct IssuedTokensTests {
    @Test func `an answer to a foreign client's request is judged by one of the latest sixteen tokens`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(access: "A1", refresh: "R1"))
        let session = fixture.session
        for number in 2...17 {
            fixture.transport.once("/token", ScriptedTransport.tokens(access: "A\(number)", refresh: "R\(number)"))
            try await session.refresh()
        }
        for (token, isRetried) in [("A1", false), ("A2", true), ("A16", true)] {
            let request = try fixture.request(headers: ["Authorization": "Bearer \(token)"])
            let refusal = try await ScriptedTransport.unauthorized()(request)
            #expect(await session.shouldRetry(request, after: refusal, attempt: 1) == isRetried)
        }
        #expect(fixture.tokenRequests.count == 16)
        #expect(fixture.count("unauthorized") == 2)
    }
}
