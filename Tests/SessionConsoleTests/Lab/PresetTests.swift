import FaultInjection
import FoundationEssentials
import SessionCore
import Synchronization
import TestSupport
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5))) struct PresetTests {
    /// The names of the faults that struck, in their order.
    private final class Strikes: Sendable {
        private let names = Mutex<[String]>([])
        var all: [String] { names.withLock(\.self) }
        func add(_ name: String) { names.withLock { $0.append(name) } }
    }

    @Test func `the faults of a flaky network strike in the order in which the preset lists them`() async throws {
        let (strikes, clock, transport) = (Strikes(), TestClock(), ScriptedTransport())
        transport.always("/token", ScriptedTransport.tokens())
        let switches = FaultSwitches { strikes.add($0.name) }
        let injector = FaultInjector(transport, switches: switches, clock: clock)
        var expected: [String] = []
        for (fault, arming) in Preset.flakyNetwork.faults {
            guard case .times(let count) = arming, let injectable = InjectableFault(rawValue: fault.name) else {
                continue
            }
            switches.arm(injectable, .times(count))
            expected += Array(repeating: fault.name, count: count)
        }
        let url = try #require(URL(string: "https://provider.example/token"))
        let refresh = HTTPRequest(
            method: "POST", url: url, body: .text("grant_type=refresh_token&refresh_token=R1&client_id=c"))
        for (index, name) in expected.enumerated() {
            let message = Task { try? await injector.send(refresh) }
            if name != LabFault.networkOff.name {
                try await clock.sleepers(atLeast: 1)
                clock.advance(by: .seconds(30))
            }
            _ = await message.value
            #expect(strikes.all.count == index + 1)
        }
        #expect(strikes.all == expected)
    }
}
