import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

/// What a key that verifies says, and what it leaves.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TokenCheckTests {
    private let access = MadeTokens.access(3).fingerprint
    private let verified = TokenTrust.verified(algorithm: "ES256", keyID: "3f2a")

    @Test func `a check that could not be made leaves the verdict, and says why and when`() throws {
        var console = Console.inspecting()
        console.press(.character("V"))
        console.send(.tokenVerified(access, verified))
        console.send(.ticked(Samples.now.addingTimeInterval(5), secondsFromUTC: 0))
        console.press(.character("V"))
        #expect(console.tokens.list.selected?.trust == verified)
        console.send(.tokenVerified(access, .notChecked("no connection")))
        try expectWords(console.plainText(of: console.tokens.claims), "the claims")
        try expectWords(console.noticeWords, "the notice")
        #expect(console.tokens.list.selected?.trust == verified)
    }

    @Test func `hole trust: a check that could not be made replaces neither verdict, and a verdict replaces any`() {
        let failed = TokenTrust.failed("another key")
        let unknown = TokenTrust.notChecked("no connection")
        for (first, second, expected) in [
            (verified, unknown, verified), (failed, unknown, failed), (unknown, verified, verified),
            (verified, failed, failed), (failed, verified, verified), (unknown, .notChecked("x"), .notChecked("x")),
        ] {
            var life = TokenLife(access, .access)
            life.judge(first)
            life.judge(second)
            #expect(life.trust == expected, "\(first) \(second)")
        }
    }

    @Test(arguments: [(-90.0, true), (0, true), (30, true), (90, false)])
    func `hole skew: a token's problems count by the provider's clock`(ahead: Double, isSound: Bool) {
        let now = Samples.now
        let end = Int(now.timeIntervalSince1970) + 60
        let token = MadeTokens.jwt(["iss": "https://id.example", "aud": "api", "exp": .number(JSONNumber(end))])
        let inspected = InspectedToken(
            fingerprint: token.fingerprint, role: .pasted, contents: TokenContents(token), trust: verified)
        var status = Samples.status()
        status.accessToken = nil
        status.clockSkew = .seconds(ahead)
        let errors = inspected.problems(by: status, now: now).filter { $0.weight == .error }
        #expect(errors.map(\.reference) == (isSound ? [] : ["RFC 7519 §4.1.4"]))
        // The end that is shown is judged alike.
        #expect(inspected.state(by: status, now: now).tone == (isSound ? .plain : .bad))
    }

    @Test func `a check that is made again says when`() throws {
        var console = Console.inspecting()
        console.press(.character("V"))
        console.send(.tokenVerified(access, verified))
        try expectWords(console.paneWords(.claims), "first")
        console.send(.ticked(Samples.now.addingTimeInterval(5), secondsFromUTC: 0))
        console.press(.character("V"))
        console.send(.tokenVerified(access, verified))
        try expectWords(console.paneWords(.claims), "again")
    }

    @Test func `a check that could not be made at all says when it was tried`() throws {
        var console = Console.inspecting()
        console.press(.character("V"))
        console.send(.tokenVerified(access, .notChecked("no connection")))
        try expectWords(console.paneWords(.claims))
    }

    @Test(arguments: [("ES256", true), ("HS512", true), ("XS1", false)])
    func `the command that verifies with other keys is named whole`(algorithm: String, hasCommand: Bool) throws {
        var console = Console.inspecting()
        let token = MadeTokens.jwt(header: ["alg": .string(algorithm)], ["sub": "other", "exp": 1_900_000_000])
        console.press(.character("p"), .paste(token.reveal()), .enter)
        console.send(.tokenVerified(token.fingerprint, .notChecked("a reason")))
        let advice = console.model.shell.notice?.advice
        #expect((advice != nil) == hasCommand)
        if let advice { try expectWords(advice, algorithm) }
    }

    @Test func `the ID token that was verified at the sign-in stays verified without a connection`() throws {
        var console = Console.inspecting()
        console.press(.character("g"), .down, .down)
        let identity = MadeTokens.identity().fingerprint
        console.press(.character("V"))
        console.send(.tokenVerified(identity, .notChecked("no connection")))
        try expectWords(try #require(console.tokens.list.selected?.trust.line), "the trust")
        try expectWords(console.paneWords(.claims), "the claims")
    }

    @Test func `a message about one token leaves when another one is selected or pasted`() {
        var console = Console.inspecting()
        console.send(.tokenVerified(access, .failed("the signature does not match")))
        #expect(console.model.shell.notice?.tone == .bad)
        console.press(.character("u"))
        #expect(console.model.shell.notice?.tone == .bad)
        console.press(.down)
        #expect(console.model.shell.notice == nil)
        console.press(.up)
        console.send(.tokenVerified(access, .failed("the signature does not match")))
        let other = MadeTokens.jwt(["sub": "other", "exp": 1_900_000_000])
        console.press(.character("p"), .paste(other.reveal()), .enter)
        #expect(console.model.shell.notice == nil)
    }
}
