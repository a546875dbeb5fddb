import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DecodingTests {
    private struct Order: Codable, Equatable {
        let id: Int
        let placedAt: String
    }

    @Test func `an answer is decoded`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.json(#"[{"id":7,"placed_at":"today"}]"#))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let answer = try await fixture.session.send(try fixture.request())
        #expect(try answer.decode([Order].self, by: decoder) == [Order(id: 7, placedAt: "today")])
        #expect(throws: DecodingError.self) { try answer.decode([Order].self) }
    }

    @Test func `an answer that is no success is not decoded, whatever it holds`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always(
            "/orders", ScriptedTransport.json("[]", status: 503, headers: ["Retry-After": "40"]))
        let answer = try await fixture.session.send(try fixture.request())
        #expect(throws: SessionError.server(status: 503, during: .request, retryAfter: .seconds(40))) {
            try answer.decode([Order].self)
        }
    }

    @Test func `user info is decoded whole`() async throws {
        struct Claims: Decodable {
            struct Address: Decodable { let country: String }
            let sub: String
            let verified: Bool
            let address: Address
            let note: String
        }
        let note = String(repeating: "n", count: 100_000)
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always(
            "/userinfo",
            ScriptedTransport.json(
                #"{"sub":"7","verified":true,"address":{"country":"AT"},"note":"\#(note)"}"#))
        let claims = try await fixture.session.fetchUserInfo().decode(Claims.self)
        #expect(claims.sub == "7" && claims.verified && claims.address.country == "AT")
        #expect(claims.note == note)
    }

    @Test func `the ID token is handed out as it was validated`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(subject: "7"))
        #expect(await fixture.session.idToken?.subject == "7")
        try await fixture.session.signOut(force: true)
        #expect(await fixture.session.idToken == nil)
        let payload = Base64URL.encode(Array(#"{"sub":"7","nick":"al"}"#.utf8))
        let header = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
        let token = ValidatedIDToken(
            token: Secret("\(header).\(payload)."), trust: .notChecked("none"), issuer: "i", subject: "7",
            expiresAt: .distantFuture, authenticatedAt: nil)
        #expect(try token.decode([String: String].self) == ["sub": "7", "nick": "al"])
    }
}
