import TestSupport
import Testing

@testable import SessionCore

/// What may be a token in a Bearer field (RFC 6750 §2.1).
@Suite(.timeLimit(.minutes(5)))
struct BearerTextTests {
    @Test(arguments: HostileText.all + ["", "=", "a=b", "==a"])
    func `what means something elsewhere is no Bearer token`(text: String) { #expect(!text.isB64Token) }

    @Test(arguments: ["a", "eyJhbGciOiJub25lIn0.e30.", "a-._~+/Z9==", "~", "A="])
    func `letters, digits and six signs are one, with padding at the end`(text: String) { #expect(text.isB64Token) }
}
