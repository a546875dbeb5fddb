import FoundationEssentials
import Testing

@testable import session_console

/// How many changes of clients are told one by one.
@Suite(.timeLimit(.minutes(5)))
struct LineRationTests {
    private static let start = Date(timeIntervalSince1970: 1_795_615_200)

    @Test func `of a minute's changes the first are told, and the others counted once it is over`() {
        var ration = LineRation()
        let told = (0..<200).map { _ in ration.admits(at: Self.start) }
        #expect(told.count { $0 } == LineRation.perMinute && told[LineRation.perMinute - 1])
        let early = ration.takeUntold()
        let next = ration.admits(at: Self.start + 60)
        let (untold, again) = (ration.takeUntold(), ration.takeUntold())
        #expect(early == 0 && next && untold == 200 - LineRation.perMinute && again == 0)
    }

    @Test func `where the clock is set back a new minute begins`() {
        var ration = LineRation()
        for _ in 0...LineRation.perMinute { _ = ration.admits(at: Self.start) }
        let next = ration.admits(at: Self.start - 3_600)
        let untold = ration.takeUntold()
        #expect(next && untold == 1)
    }

    @Test func `those that were not told are counted at the end, too`() {
        var ration = LineRation()
        for _ in 0...LineRation.perMinute { _ = ration.admits(at: Self.start) }
        ration.end()
        let untold = ration.takeUntold()
        #expect(untold == 1)
    }
}
