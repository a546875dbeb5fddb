import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowStepUpTests {
    @Test func `on a line of a call that lacks a scope, a key signs in for it`() {
        var console = Console.signedIn()
        console.press(.character("2"))
        console.happen(.exchange(Samples.call(7)))
        console.press(.character("s"))
        #expect(console.text.contains("asks for no other scope"), "\(console.text)")
        let refused = Samples.call(8, status: 403)
        console.happen(.exchange(refused))
        console.happen(.forbidden(Samples.facts(8, status: 403), requiredScope: ["admin"]))
        #expect(console.text.contains("s step up"), "\(console.text)")
        console.press(.character("s"))
        #expect(console.text.contains("admin") && console.text.contains("Sign in"), "\(console.text)")
    }
}
