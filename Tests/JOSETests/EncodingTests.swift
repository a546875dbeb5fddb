import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct EncodingTests {
    /// RFC 4648 §10.
    static let vectors = [
        ("", "", ""), ("f", "Zg", "Zg=="), ("fo", "Zm8", "Zm8="), ("foo", "Zm9v", "Zm9v"),
        ("foob", "Zm9vYg", "Zm9vYg=="), ("fooba", "Zm9vYmE", "Zm9vYmE="), ("foobar", "Zm9vYmFy", "Zm9vYmFy"),
    ]

    @Test(arguments: vectors)
    func `RFC 4648 10: encoded and decoded`(text: String, urlSafe: String, padded: String) throws {
        #expect(Base64URL.encode(text.utf8) == urlSafe)
        #expect(Base64.encode(text.utf8) == padded)
        #expect(try Base64URL.decode(urlSafe) == Array(text.utf8))
        #expect(try Base64.decode(padded) == Array(text.utf8))
    }

    @Test func `RFC 7515 C: the alphabets differ in two characters`() throws {
        let bytes: [UInt8] = [3, 236, 255, 224, 193]
        #expect(Base64URL.encode(bytes) == "A-z_4ME")
        #expect(Base64.encode(bytes) == "A+z/4ME=")
        #expect(try Base64URL.decode("A-z_4ME") == bytes)
        #expect(try Base64.decode("A+z/4ME=") == bytes)
    }

    @Test func `every length comes back as it was`() throws {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 151 + count * 7) }
            #expect(try Base64URL.decode(Base64URL.encode(bytes)) == bytes)
            #expect(try Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }

    @Test(arguments: ["A", "AAAAA", "Zg==", "Zg=", "Z+", "Z/", "Zh", "Zm9", " Zg", "Zg\n", "Z g", "Zg.", "Zé", "Zg\0"])
    func `base64url is strict`(text: String) {
        #expect(throws: JOSEError.notBase64URL(.text)) { try Base64URL.decode(text) }
        #expect(throws: JOSEError.notBase64URL(.payload)) { try Base64URL.decode(text, part: .payload) }
    }

    @Test(arguments: ["Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "=", "====", "Z===", "Zm9v====", "Z-==", "Zg==\n", "=Zg="])
    func `base64 is strict`(text: String) {
        #expect(throws: JOSEError.notBase64(.text)) { try Base64.decode(text) }
    }
}
