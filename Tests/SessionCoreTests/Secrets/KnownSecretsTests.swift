import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct KnownSecretsTests {
    @Test func `however many secrets the caller names, those of the session are still found`() {
        let known = KnownSecrets()
        known.add([Secret("session-token-1")])
        known.protect((0..<300).map { Secret("caller-secret-\($0)") })
        let text = known.scrubber.knownSecrets(in: "session-token-1 caller-secret-299 plain")
        #expect(!text.contains("session-token-1") && !text.contains("caller-secret-299"), "\(text)")
        #expect(text.hasSuffix("plain"))
    }

    @Test func `hole: of more secrets than are kept the newest are found`() {
        let known = KnownSecrets(permanent: [Secret("secret-of-the-client")])
        let names = (1...KnownSecrets.limit + 2).map { "token-number-\($0)-of-a-session" }
        for name in names { known.add([Secret(name)]) }
        for name in names.suffix(KnownSecrets.limit) {
            #expect(known.scrubber.findsKnownSecret(in: Array("x \(name) y".utf8)), "\(name)")
        }
        for name in names.prefix(2) {
            #expect(known.scrubber.knownSecrets(in: "x \(name) y") == "x \(name) y")
        }
        #expect(known.scrubber.knownSecrets(in: "secret-of-the-client").contains("••••"))
    }

    @Test func `hole: of more secrets of the caller than are kept the newest are found`() {
        let known = KnownSecrets()
        let names = (1...KnownSecrets.callerLimit + 2).map { "secret-number-\($0)-of-a-caller" }
        known.protect(names.prefix(KnownSecrets.callerLimit).map { Secret($0) })
        known.protect(names.suffix(2).map { Secret($0) })
        for name in [names[2], names[KnownSecrets.callerLimit + 1]] {
            #expect(known.scrubber.knownSecrets(in: name).contains("••••"), "\(name)")
        }
        for name in names.prefix(2) { #expect(known.scrubber.knownSecrets(in: name) == name) }
    }

    @Test func `tokens that begin alike are all found, and each by its own fingerprint`() {
        let known = KnownSecrets()
        let tokens = (1...KnownSecrets.limit).map { "eyJhbGciOiJFUzI1NiJ9.payload-\($0)-.signature" }
        known.add(tokens.map { Secret($0) })
        for token in tokens {
            #expect(known.scrubber.knownSecrets(in: "say \(token)!") == "say \(SecretNames.mask(token))!")
        }
    }

    @Test
    func `a scrubber knows what was noted before it was asked for, and the same one serves until the next secret`() {
        let known = KnownSecrets()
        known.add([Secret("first-token-4711")])
        let first = known.scrubber
        known.add([Secret("first-token-4711")])
        #expect(known.scrubber === first)
        known.add([Secret("other-token-4712")])
        #expect(first.knownSecrets(in: "other-token-4712") == "other-token-4712")
        #expect(known.scrubber.knownSecrets(in: "other-token-4712").contains("••••"))
    }
}
