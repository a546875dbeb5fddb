import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// Tokens whose signature no key can verify.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct UnverifiableTokenTests {
    private static let claims: JSONObject = ["iss": "https://other.example", "aud": "api", "exp": 1_900_000_000]

    private static func token(_ header: JSONObject, signature: String) -> Secret {
        Secret("\([header, claims].map { Base64URL.encode($0.serialized().utf8) }.joined(separator: ".")).\(signature)")
    }

    private func paste(_ token: Secret) -> Console {
        var console = Console.inspecting()
        console.press(.character("p"), .paste(token.reveal()), .enter)
        return console
    }

    @Test(arguments: ["none", "nOnE"]) func `an unsigned token has failed, and V does not take that back`(name: String)
        throws
    {
        let token = Self.token(["alg": .string(name)], signature: "")
        var console = paste(token)
        try expectWords(console.lastRow, "\(name), the hints")
        console.press(.character("V"))
        #expect(console.effects.isEmpty)
        try expectWords(try #require(console.model.shell.notice?.text), "\(name), the notice")
        console.send(.tokenVerified(token.fingerprint, .notChecked("no keys are known for its issuer")))
        #expect(console.tokens.list.selected?.trust == .failed("it is not signed"))
    }

    @Test func `a signature that is damaged or missing has failed`() {
        for (signature, reason) in [
            ("AA==", "the token's signature is not base64url without padding"),
            ("", "the token's signature is missing"),
        ] {
            var console = paste(Self.token(["alg": "ES256", "kid": "k"], signature: signature))
            #expect(console.tokens.list.selected?.trust == .failed(reason))
            #expect(console.text.contains(/iss +https:\/\/other.example/), "\(console.text)")
            console.press(.character("V"))
            #expect(console.effects.isEmpty)
        }
    }

    @Test func `the disclosures of an SD-JWT do not damage its signature`() {
        let console = paste(Self.token(["alg": "ES256", "kid": "k"], signature: "AAAA~WyJhIl0~"))
        #expect(console.tokens.list.selected?.trust.isVerdict == false)
    }

    @Test func `other keys are advised only for an algorithm that is known`() {
        for (name, isAdvised) in [("ES256", true), ("HS256", true), ("ML-DSA-44", false)] {
            let token = Self.token(["alg": .string(name), "kid": "k"], signature: "AAAA")
            var console = paste(token)
            console.press(.character("V"))
            console.send(.tokenVerified(token.fingerprint, .notChecked("it can't be")))
            #expect((console.model.shell.notice?.advice != nil) == isAdvised, "\(name)")
        }
    }
}
