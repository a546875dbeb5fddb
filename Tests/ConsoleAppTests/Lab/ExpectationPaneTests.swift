import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

/// What the pane beside the faults says of the selected one.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ExpectationPaneTests {
    private static let fault = LabFault.tokenEndpointError

    /// The pane after a story, with its lines as they are shown.
    private func shown(
        _ story: Story = Story { _ in }, armed: Bool = false, width: Int = 60
    ) -> (text: String, rows: [String]) {
        var console = Console.signedIn()
        if armed { console.send(.faults([Self.fault: .times(1)])) }
        var pane = ExpectationPane()
        pane.fault = Self.fault
        pane.trial = story.ledger.latest(of: Self.fault)
        let scene = console.model.scene
        let size = Size(width: width, height: 14)
        pane.layOut(size, in: scene)
        var canvas = Canvas(size: size, glyphs: .unicode)
        pane.draw(on: &canvas, in: Rect(x: 0, y: 0, width: width, height: size.height), isFocused: false, scene)
        return (console.plainText(of: pane), canvas.surface.lines)
    }

    private func story(_ end: (inout Story) -> Void) -> Story {
        Story { story in
            story.tell(.signedIn(), .struckRefresh(Self.fault, 500))
            end(&story)
        }
    }

    @Test func `before the fault strikes it says what is right and why, and no verdict`() throws {
        try expectWords(shown().text)
    }

    @Test func `while it is armed it says what it waits for`() throws {
        try expectWords(shown(armed: true).text)
    }

    @Test func `a verdict is shown by its name, with what was seen`() throws {
        let waiting = story { _ in }
        try expectWords(shown(waiting).text, "waiting")
        let held = story { $0.tell(.refreshFailed()) }
        try expectWords(shown(held).text, "held")
        let notHeld = story { $0.tell(.lost()) }
        try expectWords(shown(notHeld).text, "not held")
        let undecided = story { $0.tell(.strike(.revokedSession), .lost()) }
        try expectWords(shown(undecided).text, "undecided")
    }

    @Test func `long facts go on below, beside their names`() throws {
        try expectWords(shown(width: 44).rows.joined(separator: "\n").trimmed)
    }
}
