import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

/// How what held is moved through, and kept in sight.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct HeldPaneTests {
    /// Trials of several rows each.
    private func story(_ count: Int) -> Story {
        Story(
            after: 7,
            .each(1...count) {
                .all(.begin($0 + 10), .strike(.tamperedToken, exchange: $0), .message($0 + 10, 403, id: $0))
            })
    }

    private func pane(_ count: Int, height: Int = 6) -> HeldPane {
        var pane = HeldPane()
        pane.list(story(count).ledger.trials, [])
        pane.layOut(Size(width: 40, height: height), in: Console.signedIn().model.scene)
        return pane
    }

    @Test func `screen 3: the cursor moves by trials, and shows each of them whole`() throws {
        var pane = pane(5)
        let ids = pane.trials.map(\.id)
        #expect(pane.list.rows.count >= 10 && pane.selected?.id == ids.last)
        for (motion, places) in [(Motion.up, [3, 2, 1, 0, 0]), (.down, [1, 2, 3, 4, 4])] {
            for place in places {
                pane.move(motion)
                #expect(pane.selected?.id == ids[place])
                let rows = pane.list.rows
                let own = rows.indices.filter { rows[$0].id.subject == .trial(ids[place]) }
                #expect(own.allSatisfy(pane.list.visible.contains), "\(place)")
            }
        }
        pane.move(.first)
        #expect(pane.selected?.id == ids.first)
        pane.move(.last)
        #expect(pane.selected?.id == ids.last)
    }

    @Test func `screen 3: a trial stays selected when others come, and the newest is followed until then`() {
        var pane = pane(5)
        let scene = Console.signedIn().model.scene
        #expect(pane.list.isFollowing)
        pane.move(.up)
        let (chosen, row) = (pane.selected?.id, pane.list.selection)
        #expect(!pane.list.isFollowing)
        pane.list(pane.trials + Story(after: 100, .strike(.rotatedKeys), .renewed()).ledger.trials, [])
        // Where the rows are longer, another trial has that row.
        pane.layOut(Size(width: 20, height: 6), in: scene)
        #expect(pane.list.rows[row].id.subject != chosen.map { .trial($0) })
        #expect(pane.selected?.id == chosen)
        _ = pane.perform(.follow, in: scene)
        #expect(pane.selected?.id == pane.trials.last?.id)
    }

    @Test func `screen 3: all rows of the selected trial are marked, and a click selects it`() throws {
        var pane = pane(3, height: 12)
        let rows = pane.list.rows
        let second = try #require(rows.lastIndex { $0.id.subject == .trial(pane.trials[1].id) })
        pane.select(row: second)
        #expect(pane.selected?.id == pane.trials[1].id)
        var canvas = Canvas(size: Size(width: 40, height: 12), glyphs: .unicode)
        pane.draw(
            on: &canvas, in: Rect(x: 0, y: 0, width: 40, height: 12), isFocused: true, Console.signedIn().model.scene)
        for (row, index) in zip(0..<12, pane.list.visible) {
            let isMarked = canvas.surface[Point(x: 0, y: row)].style.role == .selection
            #expect(isMarked == (rows[index].id.subject == .trial(pane.trials[1].id)), "row \(row)")
        }
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 200, height: 60)])
    func `screen 3: the card of a lost session leaves what held in sight`(size: Size) throws {
        var console = Console.signedIn(size: size)
        console.press(.character("5"))
        let story = Story(
            after: console.model.scene.history.lastSequence, .struckRefresh(.rejectedRefresh, 400), .rejected,
            .lost())
        console.happen(story.events)
        try expectWords(console.dialogWords, "\(size.width) columns, card")
        try expectWords(console.paneWords(HeldPane.title), "\(size.width) columns, results")
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `screen 3: the card leaves what held in sight where that is zoomed, and comes and goes with it`(size: Size)
        throws
    {
        var console = Console.signedIn(size: size)
        console.press(.character("5"))
        var presses = 0
        while console.model.screens.lab.focus != .held, presses < 6 {
            console.press(.tab)
            presses += 1
        }
        console.press(.character("f"))
        let story = Story(
            after: console.model.scene.history.lastSequence, .struckRefresh(.rejectedRefresh, 400), .rejected,
            .lost())
        console.happen(story.events)
        let results = { (console: Console) in console.paneWords(HeldPane.title) }
        try expectWords(console.dialogWords, "\(size.width) columns, card")
        try expectWords(results(console), "\(size.width) columns, results beside the card")
        let beside = console.text
        // Nothing of what was drawn before is left beside the card.
        var frames = Frames(glyphs: .unicode)
        #expect(frames.draw(console.model, size: size).lines == console.picture().lines)
        // The zoom can be left and taken with the card there; without it the pane has all of the room.
        console.press(.character("f"))
        #expect(!console.model.screens.lab.isZoomed && console.model.shell.card != nil)
        console.press(.character("f"))
        #expect(console.model.screens.lab.isZoomed && console.text == beside)
        console.press(.escape)
        #expect(console.model.shell.card == nil && console.model.screens.lab.isZoomed)
        try expectWords(results(console), "\(size.width) columns, results without the card")
    }

    @Test func `screen 3: in the past the empty pane names no keys`() throws {
        var console = Console.signedIn()
        console.press(.character("5"))
        try expectWords(console.paneWords(HeldPane.title), "now")
        var scene = console.model.scene
        scene.placement.isOnlyLookedAt = true
        var canvas = Canvas(size: Size(width: 60, height: 12), glyphs: .unicode)
        HeldPane().draw(on: &canvas, in: Rect(x: 0, y: 0, width: 60, height: 12), isFocused: true, scene)
        try expectWords(canvas.surface.words(in: canvas.surface.bounds), "in the past")
    }
}
