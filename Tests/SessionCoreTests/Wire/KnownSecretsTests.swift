import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct KnownSecretsTests {
    @Test func `however many secrets the caller names, those of the session are still found`() {
        let known = KnownSecrets()
        known.note([Secret("session-token-1")])
        known.protect((0..<300).map { Secret("caller-secret-\($0)") })
        let text = known.scrubber.knownSecrets(in: "session-token-1 caller-secret-299 plain")
        #expect(!text.contains("session-token-1") && !text.contains("caller-secret-299"), "\(text)")
        #expect(text.hasSuffix("plain"))
    }
}
