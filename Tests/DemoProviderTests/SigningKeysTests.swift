import JOSE
import Testing

@testable import DemoProvider

@Suite(.timeLimit(.minutes(5))) struct SigningKeysTests {
    @Test func `the first key is made once, when it is needed`() throws {
        var keys = SigningKeys()
        let published = try keys.published()
        let token = try keys.sign(["sub": "alice"], type: "JWT")
        #expect(try keys.published() == published)
        #expect(keys.verifiedClaims(of: token) == ["sub": "alice"])
    }

    @Test func `no key verifies before there is one, and a foreign one never`() throws {
        var other = SigningKeys()
        let token = try other.sign(["sub": "alice"], type: "JWT")
        var keys = SigningKeys()
        #expect(keys.verifiedClaims(of: token) == nil)
        _ = try keys.current()
        #expect(keys.verifiedClaims(of: token) == nil)
    }

    @Test func `three retired keys still verify, and a replaced one that signed nothing is published`() throws {
        var keys = SigningKeys()
        let first = try keys.sign(["sub": "alice"], type: "JWT")
        for _ in 0..<3 { try keys.rotate() }
        #expect(keys.verifiedClaims(of: first) != nil)
        #expect(try keys.published()["keys"]?.array?.count == 4)
        try keys.rotate()
        #expect(keys.verifiedClaims(of: first) == nil)

        var unused = SigningKeys()
        try unused.rotate()
        #expect(try unused.published()["keys"]?.array?.count == 2)
    }
}
