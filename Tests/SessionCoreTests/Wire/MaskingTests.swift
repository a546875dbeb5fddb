import JOSE
import Testing

@testable import SessionCore

/// What is masked by the name under which it stands.
@Suite(.timeLimit(.minutes(5)))
struct MaskingTests {
    @Test func `hole: a parameter of a challenge with a secret's name is masked, and the realm is not`() {
        let challenge = AuthenticationChallenge(
            scheme: "Bearer",
            parameters: ["realm": "the realm", "token": "wonder", "nonce_key": "land", "error": "invalid_token"],
            received: nil)
        let shown = challenge.mapTexts(Scrubber([]))
        #expect(shown.parameters["realm"] == "the realm" && shown.parameters["error"] == "invalid_token")
        #expect(shown.parameters["token"] == SecretNames.mask("wonder"))
        #expect(shown.parameters["nonce_key"] == SecretNames.mask("land"))
    }

    @Test(arguments: ["d", "p", "q", "dp", "dq", "qi", "k"])
    func `hole: a private part of a key that is published by mistake is masked`(name: String) {
        let key: JSONObject = ["kty": "oct", "kid": "k-1", "n": "public", "e": "AQAB"]
        var whole = key
        whole[name] = "private"
        for purpose in [SessionError.Purpose.keys, .discovery] {
            let shown = MaskedJSON(purpose, Scrubber([])).mask(["keys": [.object(whole)]]).serialized()
            #expect(!shown.contains("private") && shown.contains("public") && shown.contains("k-1"), "\(shown)")
        }
    }
}
