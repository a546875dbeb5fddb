import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)))
struct SuspicionTests {
    private let suspicion = SessionSuspicion(refusal: .unexplained(status: 400), count: 1, lastAt: Samples.now)

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `invariant 42: a suspect session says so in the header, and why in its pane`(size: Size) {
        var console = Console.signedIn(size: size)
        var status = Samples.status()
        status.suspicion = suspicion
        console.send(.statusChanged(status))
        #expect(console.text.contains("SUSPECT"))
        #expect(!console.text.contains("AUTHENTICATED"))
        #expect(console.text.contains("the provider no longer accepts"))
    }

    @Test func `invariant 42: the event says what the provider answered and what follows`() {
        let text = EventText(Samples.event(1, .suspected(suspicion, refresh: Samples.refresh)))
        #expect(text.label == "suspect")
        #expect(
            text.detail
                == "the provider no longer accepts the refresh token: 400, no reason given; if it is refused again, the session "
                + "ends with its access token")
    }

    @Test func `load 2: the pane says why a token is left to the next call`() {
        var console = Console.signedIn()
        var status = Samples.status()
        status.refreshDueAt = nil
        status.refreshDeferral = .arrivedExpired
        console.send(.statusChanged(status))
        #expect(console.text.contains("refreshed by the next call"))
    }
}
