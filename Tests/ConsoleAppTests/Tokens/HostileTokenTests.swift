import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleKit
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct HostileTokenTests {
    static let payloads: [(String, String)] = [
        ("control characters", #"{"\u001b[2J":"\u001b]0;x\u0007\u202e\u009b31m","sub":"a\nclaims\r\nb","exp":1}"#),
        ("repeated names", #"{"sub":"a","sub":"b","sub":{"sub":1}}"#),
        (
            "numbers out of range",
            #"{"exp":1e400,"iat":-1e300,"nbf":123456789012345678901234567890,"auth_time":0.1e-400}"#
        ),
        ("times of wrong kinds", #"{"exp":"soon","iat":[1],"nbf":{"a":1},"aud":7,"cnf":9,"scope":{"x":[]},"scp":[1]}"#),
        ("an empty name", #"{"":{"":[{"":""}]}}"#),
        ("wide letters", #"{"名前":"王小明👩‍👩‍👧‍👦é̂","e\#u{301}":"🏳️‍🌈"}"#),
        ("many members", "{" + (0..<1_000).map { #""m\#($0)":{"n":\#($0)}"# }.joined(separator: ",") + "}"),
        ("a long value", #"{"v":"\#(String(repeating: "long ", count: 9_000))"}"#),
        (
            "a deep value",
            #"{"v":\#(String(repeating: "[{\"a\":", count: 60) + "1" + String(repeating: "}]", count: 60))}"#
        ),
        ("not an object", "[1,2]"), ("no JSON", "{"), ("nothing", ""),
    ]

    @Test(arguments: payloads, [Size(width: 120, height: 36), Size(width: 60, height: 20)])
    func `a hostile token is shown within the borders`(payload: (String, String), size: Size) {
        let token = MadeTokens.jwt(payload: payload.1)
        var console = Console.inspecting(size: size)
        console.issue(token) { .refreshed($0, replacedAccess: nil, replacedRefresh: nil) }
        console.press(.character("p"), .paste(token.reveal()), .enter)
        for _ in TokensScreen.PaneID.allCases {
            let lines = console.picture().lines
            #expect(
                lines.allSatisfy {
                    TextWidth.columns(of: $0) == size.width || TextWidth.columns(of: $0.trimmed) < size.width
                })
            let steering = lines.joined().unicodeScalars.first { scalar in
                scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
            }
            #expect(steering == nil)
            console.press(.character("G"), .character("v"), .tab)
        }
        #expect(!console.text.contains(MadeTokens.signature))
    }

    @Test func `many members are counted, not shown`() throws {
        let token = MadeTokens.jwt(payload: Self.payloads[6].1)
        var console = Console.inspecting()
        console.issue(token) { .refreshed($0, replacedAccess: nil, replacedRefresh: nil) }
        console.press(.enter, .character("G"))
        #expect(console.tokens.claims.list.rows.count < 450)
        #expect(console.tokens.claims.list.rows.contains { $0.line.plainValue == "1600 more members are not shown" })
    }
}
