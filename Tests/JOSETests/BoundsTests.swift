import Testing

@testable import JOSE

/// Documents made to cost their reader time or memory.
@Suite(.timeLimit(.minutes(5))) struct BoundsTests {
    private static let count = 1 << 20

    @Test(arguments: ["[],", "0,", "{},", "\"\",", "[[[[[[[[]]]]]]]],", "{\"\":0},"])
    func `load 3: a text of a million tiny values is refused`(element: String) throws {
        let text = "[" + String(repeating: element, count: Self.count / element.utf8.count) + "0]"
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
        #expect(error?.reason == .tooMany(limit: JSONValue.maximumCount))
    }

    @Test func `load 3: as many values as are allowed are read`() throws {
        let text = "[" + String(repeating: "0,", count: JSONValue.maximumCount - 2) + "0]"
        #expect(try JSONValue(parsing: text.utf8).array?.count == JSONValue.maximumCount - 1)
        #expect(throws: JSONError.self) { try JSONValue(parsing: "[\(text)]".utf8) }
    }

    @Test func `load 3: only so many keys of a set are read, and so many tried on one token`() throws {
        let key = try #require(try JWK.generate(.rsa(bits: 2048)).publicKey).json(includingPrivate: false)
        let set = try JWKSet(json: ["keys": .array(Array(repeating: .object(key), count: 2_000))])
        #expect(set.keys.count == 256)
        #expect(set.skippedCount == 2_000 - 256)
        #expect(set.candidates(keyID: nil, algorithm: .rs256).count == 16)
    }
}
