import TerminalUI
import Testing

@testable import ConsoleApp

/// Archives that are read piece by piece.
@Suite(.timeLimit(.minutes(5)))
struct ArchivePiecesTests {
    @Test func `an archive is noted once, however many pieces it is read in`() throws {
        let moments = WatchedStory(calls: 2_900).moments
        var workspace = Workspace(
            reading: "traffic.har",
            in: Model(context: WatchedStory.context, now: WatchedStory.start, secondsFromUTC: 0))
        for start in stride(from: 0, to: moments.count, by: 700) {
            let piece = Array(moments[start..<min(moments.count, start + 700)])
            _ = update(&workspace, .recording(.read(piece)))
        }
        let (timeline, past) = (try #require(workspace.past.timelines[0]), try #require(workspace.past.pasts[0]))
        #expect(past.index == moments.count && timeline.end == moments.count)
        #expect(timeline.replayCount + past.replayCount == moments.count)
        #expect(workspace.shownModel(0).screens.client.messages.list.count == 2)
    }
}
