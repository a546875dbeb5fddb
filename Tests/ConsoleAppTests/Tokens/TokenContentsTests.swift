import JOSE
import SessionCore
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TokenContentsTests {
    private func token(header: String = #"{"alg":"ES256"}"#, payload: String, rest: String = "c2lnbmF0dXJl") -> Secret {
        Secret("\(Base64URL.encode(header.utf8)).\(Base64URL.encode(payload.utf8)).\(rest)")
    }

    @Test func `a JWT is kept without its signature`() throws {
        let secret = token(payload: #"{"sub":"a","exp":1}"#)
        let contents = TokenContents(secret)
        let jwt = try #require(contents.jwt)
        #expect(jwt.header == ["alg": "ES256"])
        #expect(jwt.claims == ["sub": "a", "exp": 1])
        #expect(contents.fingerprint == secret.fingerprint)
        #expect(contents.size == secret.reveal().utf8.count)
        #expect(!String(reflecting: contents).contains("c2lnbmF0dXJl"))
    }

    @Test func `a token inside a token is masked, however deep it is`() throws {
        let inner = token(payload: #"{"sub":"b"}"#)
        let contents = TokenContents(
            token(payload: #"{"logs":[{"sent":"\#(inner.reveal())"}],"text":"eyJ is a start"}"#))
        #expect(!String(reflecting: contents).contains(inner.reveal()))
        let claims = try #require(contents.jwt?.claims)
        #expect(claims["logs"] == .array([["sent": .string("•••• \(inner.fingerprint)")]]))
        #expect(claims["text"] == "eyJ is a start")
    }

    @Test func `repeated names are kept`() throws {
        let jwt = try #require(TokenContents(token(payload: #"{"sub":"a","sub":"b"}"#)).jwt)
        #expect(jwt.claims.members.map(\.value) == ["a", "b"])
    }

    static let forms: [(String, TokenContents.Form)] = [
        ("", .opaque), ("made-up", .opaque), ("a.b.c", .opaque), ("eyJ.b", .opaque), ("1.2.3.4.5", .opaque),
        ("e.e30.x", .unreadable("the token's header is not base64url without padding")),
        ("eyJh.e30.x", .unreadable("the token's header is not valid JSON: the text ends, expected '\"' (at byte 3)")),
        ("e30.!.x", .unreadable("the token's payload is not base64url without padding")),
        ("e30.W10.x", .unreadable("the token's payload must be a JSON object")),
        ("e30.a.b.c.d", .encrypted(header: [:])),
    ]

    @Test(arguments: forms)
    func `what is no JWT is told apart`(text: String, form: TokenContents.Form) {
        #expect(TokenContents(Secret(text)).form == form)
    }

    @Test func `deep and long tokens are refused, not followed`() throws {
        let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        guard case .unreadable(let reason) = TokenContents(token(payload: #"{"a":\#(deep)}"#)).form else {
            Issue.record("200 levels were followed")
            return
        }
        try expectWords(reason)
        let long = String(repeating: "x", count: 1 << 20)
        #expect(
            TokenContents(token(payload: #"{"a":"\#(long)"}"#)).form
                == .unreadable("it is longer than 1 MB, so it is not read"))
        #expect(TokenContents(token(payload: #"{"a":"\#(long.prefix(100_000))"}"#)).jwt != nil)
    }
}
