import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct SigningTests {
    static let payload = Array(#"{"iss":"https://login.example","sub":"alice"}"#.utf8)

    @Test(arguments: JWSAlgorithm.allCases)
    func `what is signed verifies with the public half alone`(algorithm: JWSAlgorithm) throws {
        let key = try TestKeys.key(for: algorithm)
        let token = try JWS.sign(payload: Self.payload, key: key, algorithm: algorithm, header: ["typ": "JWT"])
        let jws = try JWS.parse(token)
        #expect(jws.algorithm == algorithm)
        #expect(jws.keyID == key.keyID)
        #expect(jws.type == "JWT")
        #expect(jws.payload == Self.payload)
        try jws.verify(with: key.publicKey ?? key, allowed: [algorithm])
    }
}
