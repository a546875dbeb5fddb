import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SelectiveDisclosureTests {
    /// The disclosures of RFC 9901 §4.2.1 and §4.2.2, and their digests of §4.2.3.
    private static let (member, memberDigest) = (
        "WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0",
        "X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0"
    )
    private static let (element, elementDigest) = (
        "WyJsa2x4RjVqTVlsR1RQVW92TU5JdkNBIiwgIkZSIl0", "w0I8EKcdCtUPkGCNUrfwVp2xEgNjtoIDlOxc9-PlOhs"
    )

    private static let issuerSigned = MadeTokens.jwt(
        header: ["alg": "ES256", "kid": "3f2a", "typ": "dc+sd-jwt"],
        [
            "iss": "https://issuer.example", "exp": 1_900_000_000, "aud": "x", "_sd_alg": "sha-256",
            "_sd": [.string(memberDigest), "AAAA"], "nationalities": [["...": .string(elementDigest)], "DE"],
        ]
    ).reveal()

    private func selective(_ text: String) throws -> SelectiveDisclosure {
        try #require(TokenContents(Secret(text)).selective)
    }

    @Test func `disclosures are read, and their digests found in the token`() throws {
        let found = try selective("\(Self.issuerSigned)~\(Self.member)~\(Self.element)~")
        #expect(found.claims.map(\.name) == ["family_name", nil])
        #expect(found.claims.map(\.value) == ["Möbius", "FR"])
        #expect(found.claims.map(\.digest) == [Self.memberDigest, Self.elementDigest])
        #expect(found.claims.map(\.isSigned) == [true, true])
        #expect(found.undisclosed == 1)
        #expect(found.problems.isEmpty)
        #expect(found.words == "2 disclosures, 1 digest without a disclosure, no key binding")
    }

    @Test func `what its issuer did not sign is an error`() throws {
        let forged = Base64URL.encode(#"["salt","admin",true]"#.utf8)
        let found = try selective("\(Self.issuerSigned)~\(forged)~")
        #expect(found.problems.map(\.reference) == ["RFC 9901 §7.1"])
        #expect(try selective("\(Self.issuerSigned)~bm8~").problems.map(\.reference) == ["RFC 9901 §4.2"])
        #expect(try selective("\(Self.issuerSigned)~\(Self.member)").problems.map(\.reference) == ["RFC 9901 §4"])
    }

    @Test func `a disclosure can stand in another one`() throws {
        let outer = Base64URL.encode(#"["salt","address",{"_sd":["\#(Self.memberDigest)"]}]"#.utf8)
        let digest = Base64URL.encode(Digest.sha256.hash(outer.utf8))
        let token = MadeTokens.jwt(["_sd": [.string(digest)]]).reveal()
        let found = try selective("\(token)~\(outer)~\(Self.member)~")
        #expect(found.claims.map(\.isSigned) == [true, true])
    }

    @Test func `a proof of the holder is shown, and is not taken for a part of the token`() throws {
        let proof = MadeTokens.jwt(header: ["alg": "ES256", "typ": "kb+jwt"], ["nonce": "n-0S6_WzA2Mj", "aud": "v"])
        let text = "\(Self.issuerSigned)~\(Self.member)~\(proof.reveal())"
        let contents = TokenContents(Secret(text))
        #expect(contents.jwt?.claims["iss"] == "https://issuer.example")
        #expect(contents.selective?.keyBinding?.claims["aud"] == "v")
        #expect(!String(reflecting: contents).contains(MadeTokens.signature))
        let (cut, whole) = (try JWS.parse(issuerSignedPartOf: text), try JWS.parse(Self.issuerSigned))
        #expect(cut == whole)
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `a pasted one is recognised and told in claims`(size: Size) throws {
        var console = Console(size: size)
        let text = "see \(Self.issuerSigned)~\(Self.member)~ please"
        console.press(.character("3"), .character("p"), .paste(text), .enter)
        try expectWords(console.paneWords(.list), "the list, \(size.width) columns")
        let claims = console.tokens.claims.plainText(in: console.model.scene)
        try expectWords(claims, "the claims, \(size.width) columns")
        #expect(!claims.contains("_26bc4LT"), "\(claims)")
    }
}
