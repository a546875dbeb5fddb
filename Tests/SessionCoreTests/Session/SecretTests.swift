import SessionCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct SecretTests {
    private struct Holder {
        let secret: Secret
        var others: [String: Secret?]
    }

    @Test func `statement 4, invariant 38: a secret prints as dots, alone and inside of other values`() {
        let text = "s3cret-" + String(repeating: "x", count: 9)
        let secret = Secret(text)
        let holder = Holder(secret: secret, others: ["a": secret, "b": nil])
        var dumped = ""
        dump(holder, to: &dumped)
        for printed in [
            "\(secret)", String(describing: secret), String(reflecting: secret), "\([secret])", "\(secret as Any?)",
            "\(holder)", String(reflecting: holder), dumped,
        ] {
            #expect(!printed.contains("s3cret"), "\(printed)")
        }
        #expect("\(secret)" == "••••")
        #expect(secret.reveal() == text)
    }
}
