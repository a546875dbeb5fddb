import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5))) struct FaultTests {
    @Test(arguments: [Fault.accessTokenExpired, .revokedSession])
    func `a fault that needs a session says so while there is none`(fault: Fault) {
        var console = Console()
        console.press(.character("x"))
        #expect(console.text.contains("no session"))
        console.press(.character(fault.letter))
        #expect(console.effects.isEmpty)
        #expect(console.text.contains("Not signed in: the fault \"\(fault.rawValue)\" needs a session"))
    }

    @Test func `each fault has its letter, and a badge while it is armed`() {
        for fault in Fault.allCases {
            var console = Console.signedIn()
            console.press(.character("x"), .character(fault.letter))
            guard case .fault(.inject(fault, fault.ownArming))? = console.effects.first else {
                Issue.record("\(fault) was not injected")
                continue
            }
            #expect(console.dialog == nil)
            guard fault.reach != .immediate else { continue }
            console.send(.faultsChanged(armed: [fault: fault.ownArming]))
            #expect(console.text.contains("FAULT: \(fault.rawValue)"))
            console.press(.character("x"), .character(fault.letter))
            guard case .fault(.clear(fault))? = console.effects.first else {
                Issue.record("\(fault) was not cleared")
                continue
            }
            console.send(.faultsChanged(armed: [:]))
            #expect(console.text.contains("no fault armed"))
        }
    }

    @Test func `letters are told apart, and spare the keys that close a menu`() {
        let letters = Fault.allCases.map(\.letter)
        #expect(Set(letters).count == letters.count)
        #expect(Set(letters).isDisjoint(with: ["q", "x", "j", "k", "Q"]))
    }

    @Test func `the provider's faults are only offered where the provider is ours`() {
        var console = Console(ConsoleContext(profile: "work", issuer: "https://id.example"))
        console.press(.character("x"))
        #expect(console.text.contains("network off"))
        #expect(!console.text.contains("revoke session"))
    }
}
