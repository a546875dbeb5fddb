import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowBurstMarkTests {
    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `a folded burst has the mark of the fault that struck in it`(size: Size) throws {
        let sent = Samples.tokenExchange
        for faults in [[], [LabFault.tokenEndpointSlow.name]] {
            let struck = HTTPExchange(
                id: sent.id, purpose: sent.purpose, request: sent.request, method: sent.method, url: sent.url,
                requestHeaders: sent.requestHeaders, requestBody: sent.requestBody, sentAt: sent.sentAt,
                duration: sent.duration, outcome: sent.outcome, faults: faults)
            let events = Flow.burst(of: 3).map { event in
                guard event.sequence == 5 else { return event }
                return SessionEvent(
                    sequence: event.sequence, time: event.time, generation: event.generation, cause: event.cause,
                    kind: .exchange(struck))
            }
            var console = Console(size: size)
            console.press(.character("2"))
            console.happen(events)
            try expectWords(
                console.rowWords, "\(size.width) columns, \(faults.isEmpty ? "no fault" : "a fault")")
        }
    }
}
