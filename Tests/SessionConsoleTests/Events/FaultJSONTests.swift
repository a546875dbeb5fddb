import ConsoleApp
import FaultInjection
import FoundationEssentials
import JOSE
import SessionCore
import Testing

@testable import ConsoleFaults
@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct FaultJSONTests {
    private func event(_ kind: SessionEvent.Kind) -> SessionEvent {
        SessionEvent(sequence: 1, time: Date(timeIntervalSince1970: 0), generation: 1, cause: nil, kind: kind)
    }

    @Test func `a fault is told with its name, its step and the exchange that it struck`() {
        let struck = event(
            .injected(InjectedFault(name: "network-off", step: .struck, exchange: 7, text: "made unreachable")))
        #expect(struck.json["fault"] == "network-off")
        #expect(struck.json["step"] == "struck")
        #expect(struck.json["exchange"] == 7)
        let armed = event(.injected(InjectedFault(name: "network-off", step: .armed, text: "armed")))
        #expect(armed.json["step"] == "armed" && armed.json["exchange"] == nil)
    }

    @Test func `an exchange is told with its number and the faults that struck it`() {
        let exchange = { (faults: [String]) in
            HTTPExchange(
                id: 7, purpose: .token, request: nil, method: "POST", url: "https://id.example/token",
                requestHeaders: [:], requestBody: nil, sentAt: Date(timeIntervalSince1970: 0), duration: .zero,
                outcome: .failed(.brokenOff("lost")), faults: faults)
        }
        let struck = event(.exchange(exchange(["token-reply-lost"]))).json
        #expect(struck["exchange"] == 7)
        #expect(struck["faults"]?.strings == ["token-reply-lost"])
        #expect(event(.exchange(exchange([]))).json["faults"] == nil)
    }

    @Test func `the console's faults have the names under which they are injected`() {
        let names = LabFault.allCases.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Set(InjectableFault.allCases.map(\.rawValue)).isSubset(of: names))
    }
}
