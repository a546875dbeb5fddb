import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct HeaderExtensionTests {
    @Test(arguments: [
        (#"{"alg":"HS256","crit":["exp"],"exp":1}"#, JOSEError.unsupported(.headerMember("crit"), value: "exp")),
        (#"{"alg":"HS256","crit":["b64"],"b64":false}"#, .unsupported(.headerMember("crit"), value: "b64")),
        (#"{"alg":"HS256","crit":[]}"#, .wrongType(.headerMember("crit"), expected: "an array of names")),
        (#"{"alg":"HS256","crit":"exp"}"#, .wrongType(.headerMember("crit"), expected: "an array of names")),
        (#"{"alg":"HS256","crit":[1]}"#, .wrongType(.headerMember("crit"), expected: "an array of names")),
        (#"{"alg":"HS256","b64":false}"#, .unsupported(.headerMember("b64"), value: "false")),
        (#"{"alg":"HS256","b64":0}"#, .unsupported(.headerMember("b64"), value: "0")),
    ])
    func `an extension that is critical, or changes the payload's encoding, is refused`(
        header: String, error: JOSEError
    ) throws {
        let jws = try JWS.parse("\(Base64URL.encode(header.utf8)).e30.AA")
        #expect(throws: error) { try jws.verify(with: try TestKeys.oct.get(), allowed: [.hs256]) }
    }

    @Test func `nothing is signed with such an extension either`() throws {
        let key = try TestKeys.oct.get()
        #expect(throws: JOSEError.unsupported(.headerMember("crit"), value: "exp")) {
            try JWS.sign(payload: [], key: key, algorithm: .hs256, header: ["crit": ["exp"], "exp": 1])
        }
        #expect(throws: JOSEError.unsupported(.headerMember("b64"), value: "false")) {
            try JWS.sign(payload: [], key: key, algorithm: .hs256, header: ["b64": false])
        }
    }

    @Test func `an extension that is not critical is ignored`() throws {
        let key = try TestKeys.oct.get()
        let token = try JWS.sign(payload: [], key: key, algorithm: .hs256, header: ["x": 1, "b64": true])
        try JWS.parse(token).verify(with: key, allowed: [.hs256])
    }
}
