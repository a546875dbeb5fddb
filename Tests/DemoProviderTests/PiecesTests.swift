import FoundationEssentials
import Testing
import TestSupport

@testable import DemoProvider

/// The pure pieces whose edges no request reaches easily.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct PiecesTests {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ])
    func `a date is written as RFC 9110 section 5_6_7 says`(seconds: Int, text: String) {
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: Double(seconds))) == text)
    }

    @Test func `a user code is read however it is typed`() throws {
        for typed in ["WDJB-MJHT", "wdjbmjht", " wdjb mjht ", "W.D.J.B.M.J.H.T"] {
            #expect(try #require(UserCode(typed: typed)).text == "WDJB-MJHT")
        }
        for typed in ["", "WDJB", "WDJB-MJHTX", "12345678"] { #expect(UserCode(typed: typed) == nil) }
    }

    @Test func `user codes are random`() throws {
        let codes = try Set((0..<100).map { _ in try UserCode.random() })
        #expect(codes.count == 100)
    }

    @Test func `the code verifier of RFC 7636 appendix B matches its challenge and no other`() {
        let (verifier, challenge) = (Browser.codeVerifier, Browser.codeChallenge)
        #expect(CodeChallenge.isValid(challenge))
        #expect(CodeChallenge.matches(challenge, verifier: verifier))
        #expect(!CodeChallenge.matches(challenge, verifier: verifier + "a"))
        #expect(!CodeChallenge.isValid(challenge + "="))
        for length in [42, 129] { #expect(!CodeChallenge.isValidVerifier(String(repeating: "a", count: length))) }
        for length in [43, 128] { #expect(CodeChallenge.isValidVerifier(String(repeating: "a", count: length))) }
        #expect(!CodeChallenge.isValidVerifier(String(repeating: "a", count: 42) + "é"))
    }

    @Test func `a scope keeps its order and each name once`() {
        #expect(Scope("b a  b").text == "b a")
        #expect(Scope("a b c").contains(Scope("c a")))
        #expect(!Scope("a b").contains(Scope("c")))
    }

    @Test func `seconds are rounded up where a client is told to wait`() {
        #expect(Duration.milliseconds(1).wholeSeconds == 1)
        #expect(Duration.seconds(5).wholeSeconds == 5)
        #expect(Duration.zero.wholeSeconds == 0)
    }

    @Test func `markup escapes text and leaves markup alone`() {
        let inner: Markup = "<b>\("<&>")</b>"
        let outer: Markup = "<p title=\"\("\"'")\">\(inner)</p>"
        #expect(outer.html == "<p title=\"&quot;&#39;\"><b>&lt;&amp;&gt;</b></p>")
    }
}
