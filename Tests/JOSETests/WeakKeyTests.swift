import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct WeakKeyTests {
    /// Made of its mark alone: congruent to a power of 65537 modulo the product of the primes up to 701.
    static let modulus =
        "gAAAAAAAnncPQgW0kHpwwxAS8De2TOQijDj7KRjxNdJfVXIDMBhQxaOP1UeSOnNplOO_kRph2-IuRBWLrpe6lNDtqC-PbQVYTviq"
        + "OJInZlgeJ6HAimpj7CTt5qRrTLJCSiPVliIXvq3bxJbLjoGXPgvs17A4mNGQ-evazAyx4pxljNoUleYODZX812sw27tCkoPsY1FK"
        + "uCjbGUNbPDiGPeIQW0J74LPLxsu_EHlChVEkR6CSrjP0ryo_Mwm3eKoB0KnHrGMUi7tCmLkQQ5IfJnSe334RqPwCbkeoRRYIYQ9H"
        + "pfes9EfE94GBICmJ4r2uiqjapum2t1S6dajPPjpUjw"

    @Test func `a key whose primes can be computed (ROCA, CVE-2017-15361) is refused`() throws {
        let key: JSONObject = ["kty": "RSA", "n": .string(Self.modulus), "e": "AQAB"]
        #expect(throws: JOSEError.invalid(.keyMember("n"), expected: "free of primes that can be computed (ROCA)")) {
            try JWK(json: key)
        }
        #expect(try JWKSet(json: ["keys": [.object(key)]]).skippedCount == 1)
    }

    @Test func `no other key is taken for one`() throws {
        for text in [RFC7515.appendixA2, RFC7515.appendixA1].map(\.key) { _ = try JWK(parsing: text.utf8) }
        for _ in 0..<3 { _ = try JWK(json: JWK.generate(.rsa()).json(includingPrivate: false)) }
    }
}
