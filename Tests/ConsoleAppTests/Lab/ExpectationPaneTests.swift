import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// What the pane beside the faults says of the selected one.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ExpectationPaneTests {
    private static let fault = Fault.tokenEndpointError

    /// The pane after a story, with its lines as they are shown.
    private func shown(
        _ story: Story = Story { _ in }, armed: Bool = false, width: Int = 60
    ) -> (text: String, rows: [String]) {
        var console = Console.signedIn()
        if armed { console.send(.faultsChanged(armed: [Self.fault: .times(1)])) }
        var pane = ExpectationPane()
        pane.fault = Self.fault
        pane.trial = story.ledger.latest(of: Self.fault)
        let scene = console.model.scene
        let size = Size(width: width, height: 14)
        pane.layOut(size, in: scene)
        var canvas = Canvas(size: size, glyphs: .unicode)
        pane.draw(on: &canvas, in: Rect(x: 0, y: 0, width: width, height: size.height), isFocused: false, scene)
        return (pane.plainText(in: scene), canvas.surface.lines)
    }

    private func story(_ end: (inout Story) -> Void) -> Story {
        Story { story in
            story.signedIn()
            story.beginRefresh()
            story.strike(Self.fault, exchange: 5)
            story.tokenMessage(500, id: 5)
            end(&story)
        }
    }

    @Test func `before the fault strikes it says what is right and why, and no verdict`() {
        let text = shown().text
        #expect(text.contains("does: \(Self.fault.summary)\n"))
        #expect(text.contains("correct client: \(Self.fault.expectation(on: Terms()))\n"))
        #expect(
            text.contains("because: RFC 6749 §5.2; ") && text.contains(Rule.failureKeeps.sentence)
                && !text.contains("rule 21"))
        for word in ["passed", "FAILED", "undecided", "so far", "waits for"] { #expect(!text.contains("\(word): ")) }
    }

    @Test func `while it is armed it says what it waits for`() {
        #expect(shown(armed: true).text.contains("waits for: \(Self.fault.occasion)\n"))
    }

    @Test func `a verdict is shown by its name, with what was seen`() {
        let waiting = story { _ in }
        #expect(shown(waiting).text.contains("so far: waits for "))
        let held = story { $0.refreshFailed() }
        #expect(shown(held).text.contains("passed: the session was kept; no retry for 1 s\n"))
        let notHeld = story { $0.lost() }
        #expect(shown(notHeld).text.contains("FAILED: "))
        let undecided = story { story in
            story.strike(.revokedSession)
            story.lost()
        }
        #expect(shown(undecided).text.contains(/undecided: .*revoke session came meanwhile\n/))
    }

    @Test func `long facts go on below, beside their names`() throws {
        let rows = shown(width: 44).rows
        let place = try #require(rows.firstIndex { $0.hasPrefix("because         RFC 6749") })
        #expect(rows[place + 1].hasPrefix(String(repeating: " ", count: 16)) && rows[place + 1].count > 17, "\(rows)")
    }
}
