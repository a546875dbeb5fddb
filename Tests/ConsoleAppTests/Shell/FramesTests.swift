import FoundationEssentials
import SessionCore
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FramesTests {
    @Test(arguments: [(1, 120, 36), (2, 120, 36), (3, 80, 24), (4, 60, 20), (5, 44, 14)] as [(UInt64, Int, Int)])
    func `whatever happened, a frame shows what a first one would`(seed: UInt64, width: Int, height: Int) {
        var random = SeededGenerator(seed: seed)
        var context = Samples.context
        context.hasFirstSteps = true
        var console = Console.signedIn(context, size: Size(width: width, height: height))
        var frames = Frames(glyphs: .unicode)
        var now = Samples.now
        for step in 0..<80 {
            let happened = console.happen(step, &now, &random)
            let frame = frames.draw(console.model, size: console.model.size)
            guard frame != console.picture() else { continue }
            let place = diff(old: frame, new: console.picture())
            Issue.record("step \(step), \(happened): the frame shows something of the one before: \(place)")
            return
        }
    }

    @Test func `a pane that did not change is not drawn again`() {
        var screen = CountingScreen()
        var drawn = DrawnPanes()
        var canvas = Canvas(size: Size(width: 80, height: 24), glyphs: .unicode)
        let body = Rect(x: 0, y: 0, width: 80, height: 24)
        var scene = Console().model.scene
        screen.layOut(.wide, in: body, scene: scene)
        var counts: [Int] {
            [screen.left, screen.right].map { pane in pane.count.withLock { $0 } }
        }
        drawn.draw(screen, .wide, in: body, scene, on: &canvas)
        #expect(counts == [1, 1])
        drawn.draw(screen, .wide, in: body, scene, on: &canvas)
        #expect(counts == [1, 1])
        screen.right.text = "changed"
        screen.layOut(.wide, in: body, scene: scene)
        drawn.draw(screen, .wide, in: body, scene, on: &canvas)
        #expect(counts == [1, 2])
        scene.status.generation = 7
        drawn.draw(screen, .wide, in: body, scene, on: &canvas)
        #expect(counts == [2, 3])
        scene.time.now.addTimeInterval(1)
        drawn.draw(screen, .wide, in: body, scene, on: &canvas)
        #expect(counts == [3, 4])
    }

    @Test func `within a second a key moves no clock, and a change of the session moves all`() {
        var console = Console.signedIn()
        console.send(.ticked(Samples.now.addingTimeInterval(0.3), secondsFromUTC: 0))
        console.press(.tab)
        #expect(console.model.shownMoment == Samples.now)
        console.send(.status(Samples.status()))
        #expect(console.model.shownMoment == Samples.now.addingTimeInterval(0.3))
        console.send(.ticked(Samples.now.addingTimeInterval(0.6), secondsFromUTC: 0))
        #expect(console.model.shownMoment == Samples.now.addingTimeInterval(0.6))
    }
}

extension Console {
    /// One of the many things that can happen; answers which.
    fileprivate mutating func happen(_ step: Int, _ now: inout Date, _ random: inout SeededGenerator) -> String {
        let keys: [Key] =
            [.tab, .backTab, .enter, .escape, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .backspace]
            + (33..<127).map { Key.character(Character(Unicode.Scalar($0))) }
        switch Int.random(in: 0..<21, using: &random) {
        case 0..<12:
            let key = keys.randomElement(using: &random) ?? .tab
            press(key)
            return "\(key)"
        case 12, 13:
            now.addTimeInterval(.random(in: 0..<2, using: &random))
            send(.ticked(now, secondsFromUTC: 0))
            return "a moment later"
        case 14:
            exchange(Samples.answer(Samples.orders, id: step))
            return "a call"
        case 15:
            refresh(cause: nil)
            return "a refresh"
        case 16:
            _ = begin(step * 10...step * 10 + 4)
            return "a burst"
        case 17:
            var status = Samples.status(generation: 2 + step / 100)
            status.refreshCount = step
            send(.status(status))
            return "a status"
        case 18:
            let armed = LabFault.ofSessions.filter { _ in Bool.random(using: &random) }
            send(.faults(Dictionary(uniqueKeysWithValues: armed.map { ($0, $0.ownArming) })))
            return "other faults"
        case 19:
            let width = Int.random(in: 30..<160, using: &random)
            send(.resized(Size(width: width, height: .random(in: 8..<50, using: &random))))
            return "another size"
        default:
            for event in Samples.lossEvents { happen(event.kind) }
            return "a loss"
        }
    }
}

/// Two panes side by side.
private struct CountingScreen: ConsoleApp.Screen {
    static let title = "Counting"
    static let summary = "counts how often its panes are drawn"

    enum PaneID: CaseIterable { case left, right }
    typealias Action = NoAction<CountingScreen>

    @Revised var left = CountingPane()
    @Revised var right = CountingPane()
    var focus = PaneID.left
    var isZoomed = false
    var ownPrompt: Prompt? { nil }

    static func slot(_ id: PaneID) -> PaneSlot<CountingScreen> {
        switch id {
        case .left: PaneSlot(\._left)
        case .right: PaneSlot(\._right)
        }
    }

    func receive(_ output: PaneOutput, in _: Scene) -> [PaneOutput] { [output] }
    func typeInOwnPrompt(_: Key, in _: Scene) -> [PaneOutput] { [] }
    func frames(_: ScreenForm, in body: Rect, scene _: Scene) -> [(pane: PaneID, frame: Rect)] {
        let (left, right) = body.split(left: 40)
        return [(.left, left), (.right, right)]
    }
}

/// A pane that counts how often it is drawn.
private struct CountingPane: Pane {
    typealias Action = NoAction<CountingPane>
    static let title = "Counting"
    static let summary = ""

    final class Count: Sendable {
        private let value = Mutex(0)
        func withLock<Result: Sendable>(_ body: (inout sending Int) -> sending Result) -> Result {
            value.withLock(body)
        }
    }

    let count = Count()
    var text = ""

    func move(_: Motion) {}
    func select(row _: Int) {}
    func layOut(_: Size, in _: Scene) {}
    func selection(in _: Scene) -> CopyText? { nil }
    func plainText(in _: Scene) -> String { text }
    func draw(on _: inout Canvas, in _: Rect, isFocused _: Bool, _: Scene) { count.withLock { $0 += 1 } }
}
