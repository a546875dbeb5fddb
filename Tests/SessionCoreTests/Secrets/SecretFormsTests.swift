import JOSE
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct SecretFormsTests {
    private static let alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/ äß€"

    /// What an encoder makes of the secret, in each of the three places of a group, without what depends on others.
    private func encoded(_ secret: [UInt8]) -> Set<String> {
        let digits = secret.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        var forms: Set = [digits, digits.uppercased()]
        for before in 0...2 {
            let bytes = [UInt8](repeating: 0xFF, count: before) + secret
            let groups = Array(bytes.prefix(bytes.count / 3 * 3))
            for text in [Base64.encode(groups), Base64URL.encode(groups)] {
                forms.insert(String(text.dropFirst(before == 0 ? 0 : before + 1)))
            }
        }
        return forms
    }

    @Test func `the forms of a secret are what the encoders make of it, character by character`() {
        for size in 12...60 {
            let text = (0..<size).map { Array(Self.alphabet)[($0 * 29 + size * 7) % Self.alphabet.count] }
            let secret = Array(String(text).utf8)
            let forms = secret.withUnsafeBufferPointer { bytes in
                BitEncoding.all.map { encoding in
                    let characters = (0..<encoding.count(of: bytes.count)).map { encoding.character($0, of: bytes) }
                    return String(decoding: characters, as: UTF8.self)
                }
            }
            #expect(Set(forms) == encoded(secret), "\(size)")
        }
    }

    @Test func `a form that is cut matches as far as it goes, and is not whole`() throws {
        let secret = try #require(SecretForms("correct horse battery"))
        let text = Array("correct horse bat".utf8)
        let match = text.withUnsafeBufferPointer { secret.match(.plain, in: $0, at: 0) }
        #expect(match == (17, false))
        let plus = Array("x=correct+horse+battery".utf8)
        let found = plus.withUnsafeBufferPointer { secret.match(.plusForSpace, in: $0, at: 2) }
        #expect(found == (21, true))
        #expect(SecretForms("short") == nil)
    }
}
