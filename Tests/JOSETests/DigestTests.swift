import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct DigestTests {
    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(arguments: [
        (Digest.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            .sha384,
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        ),
        (
            .sha512,
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
    ])
    func `FIPS 180-4: the hash of abc`(digest: Digest, expected: String) {
        #expect(Self.hexadecimal(digest.hash(Array("abc".utf8))) == expected)
        #expect(digest.byteCount == expected.utf8.count / 2)
    }

    @Test func `nothing has a hash too`() {
        let expected = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(Self.hexadecimal(Digest.sha256.hash([])) == expected)
    }

    @Test func `equality in constant time is equality`() {
        #expect(ConstantTime.equal([1, 2, 3], [1, 2, 3]))
        #expect(ConstantTime.equal([UInt8](), []))
        #expect(!ConstantTime.equal([1, 2, 3], [1, 2, 4]))
        #expect(!ConstantTime.equal([1, 2, 3], [1, 2]))
        #expect(!ConstantTime.equal([], [0]))
    }

    @Test func `random bytes come in any number and never twice`() throws {
        #expect(try SecureRandom.bytes(0).isEmpty)
        let drawn = try (0..<100).map { _ in try SecureRandom.bytes(32) }
        #expect(drawn.allSatisfy { $0.count == 32 })
        #expect(Set(drawn).count == 100)
        #expect(try SecureRandom.bytes(100_000).count == 100_000)
    }
}
