import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RejectedIDTokenTests {
    private func rejected(by scripted: ImaginaryProvider, _ token: Secret) async -> [RejectedIDToken] {
        _ = await failure {
            try await IDTokenVerifier(scripted.provider).verify(
                token, from: scripted.response(), expecting: IDTokenExpectation())
        }
        return scripted.journal.kept.compactMap {
            if case .idTokenRejected(let rejected) = $0.kind { rejected } else { nil }
        }
    }

    @Test func `provider 2: a rejected ID token is kept with the reason, and never shown by itself`() async throws {
        let scripted = try ImaginaryProvider()
        let token = try scripted.idToken { $0["aud"] = "other" }
        let kept = await rejected(by: scripted, token)
        #expect(kept == [RejectedIDToken(token: token, reason: "aud is other, without console")])
        #expect(!"\(scripted.journal.kept)".contains(token.reveal()))
        let dumped = scripted.journal.kept.map { String(reflecting: $0) }.joined()
        #expect(!dumped.contains(token.reveal()))
    }

    @Test func `provider 2: a forged one, and one that is no token, are kept too`() async throws {
        let forger = try JWK.generate(.p256, keyID: "key-1")
        let scripted = try ImaginaryProvider()
        #expect(await rejected(by: scripted, try scripted.idToken(key: forger)).count == 1)
        #expect(await rejected(by: scripted, Secret("no token")).count == 2)
    }

    @Test func `provider 2: one that passes is not`() async throws {
        let scripted = try ImaginaryProvider()
        #expect(await rejected(by: scripted, try scripted.idToken()).isEmpty)
    }
}
