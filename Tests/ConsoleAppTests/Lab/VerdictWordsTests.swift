import SessionCore
import Testing

@testable import ConsoleApp

/// What the lab says it has seen.
@Suite(.timeLimit(.minutes(5))) struct VerdictWordsTests {
    @Test func `calls that a pause holds back are named, while it lasts and afterwards`() throws {
        var story = Story { story in
            story.signedIn()
            story.beginRefresh()
            story.strike(.tokenEndpointBusy, exchange: 5)
            story.tokenMessage(429, id: 5)
            story.refreshFailed(pause: .seconds(30))
            story.strike(.burstAtExpiry)
            for call in 1...20 { story.holdBack(call) }
        }
        let waiting = try #require(story.verdict)
        #expect(waiting.words.contains("20 × GET /orders held back"), "\(waiting.words)")
        story.time += 30
        story.begin(21)
        story.beginRefresh()
        story.renewed()
        story.end(21, waited: true)
        let verdict = try #require(story.verdict)
        #expect(verdict.label == "held" && verdict.words.contains("20 × GET /orders held back"), "\(verdict.words)")
    }

    @Test func `a pause that is over when it is told leaves the next try at once`() throws {
        let story = Story { story in
            story.signedIn()
            story.beginRefresh()
            story.strike(.tokenEndpointSilent, exchange: 5)
            story.tokenMessage(nil, id: 5)
            story.refreshFailed(pause: .zero)
        }
        #expect(try #require(story.verdict).words == "the session was kept; next try at once")
    }

    @Test func `under a wrong clock a refresh is something to be seen, and one that was asked for is no loop`() throws {
        let story = Story { story in
            story.signedIn()
            story.add(.injected(InjectedFault(name: Fault.clockAhead.name, step: .armed, text: "armed")))
            for _ in 0..<3 {
                story.beginRefresh(.requestedByUser)
                story.renewed()
            }
            story.add(.injected(InjectedFault(name: Fault.clockAhead.name, step: .disarmed, text: "disarmed")))
        }
        let verdict = try #require(story.verdict)
        #expect(verdict == .held("3 refreshes as asked"))
    }
}
