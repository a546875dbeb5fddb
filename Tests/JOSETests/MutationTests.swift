import JOSE
import TestSupport
import Testing

/// Damaged input never traps and never verifies.
///
/// The sequence of damages is the same in every run.
@Suite(.timeLimit(.minutes(5))) struct MutationTests {
    static func damaged(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where !bytes.isEmpty: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 1 where !bytes.isEmpty: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2 where !bytes.isEmpty: bytes.remove(at: place)
            case 3: bytes.insert(Array(#"{}[]",:\.-_e0"#.utf8).randomElement(using: &random) ?? 0, at: place)
            default: bytes.removeLast(min(bytes.count, Int.random(in: 0..<4, using: &random)))
            }
        }
        return bytes
    }

    @Test(arguments: SignatureVectorTests.all)
    func `a damaged token fails with an error`(vector: SignatureVector) throws {
        let key = try JWK(parsing: vector.key.utf8)
        let original = try JWS.parse(vector.token)
        var random = SeededGenerator(seed: 7515)
        for _ in 0..<300 {
            let text = String(decoding: Self.damaged(Array(vector.token.utf8), using: &random), as: UTF8.self)
            guard text != vector.token, let jws = try? JWS.parse(text) else { continue }
            #expect(throws: JOSEError.self, "\(text)") {
                try jws.verify(with: key, allowed: Set(JWSAlgorithm.allCases))
            }
            #expect(jws != original)
            _ = try? JWT.parse(text)
        }
    }

    @Test(arguments: SignatureVectorTests.all)
    func `a damaged key is an error, or signs what it verifies`(vector: SignatureVector) throws {
        let algorithm = try #require(try JWS.parse(vector.token).algorithm)
        var random = SeededGenerator(seed: 7517)
        for _ in 0..<200 {
            let bytes = Self.damaged(Array(vector.key.utf8), using: &random)
            do {
                let key = try JWK(parsing: bytes)
                let token = try JWS.sign(payload: [], key: key, algorithm: algorithm)
                try JWS.parse(token).verify(with: key.publicKey ?? key, allowed: [algorithm])
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    @Test func `damaged JSON is an error or reads back as it is written`() throws {
        let text = #"""
            {"a":[1,-2.5e+3,true,false,null,"x\u00e9\uD83D\uDE00\n"],"b":{"c":{"d":[[],{},""]}},"é":"漢","f":0}
            """#
        var random = SeededGenerator(seed: 8259)
        var refused = 0
        for _ in 0..<20_000 {
            let bytes = Self.damaged(Array(text.utf8), using: &random)
            switch Result(catching: { () throws(JSONError) in try JSONValue(parsing: bytes) }) {
            case .success(let value): #expect(try JSONValue(parsing: value.serialized().utf8) == value)
            case .failure(let error):
                refused += 1
                #expect((0...bytes.count).contains(error.offset))
            }
        }
        #expect((1..<20_000).contains(refused))
    }
}
