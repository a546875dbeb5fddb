import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// The demo's first steps, ticked off in the header.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FirstVisitTests {
    private func demo(size: Size = Size(width: 120, height: 36), glyphs: Glyphs = .unicode) -> Console {
        var context = Samples.context
        context.hasFirstSteps = true
        return Console(context, size: size, glyphs: glyphs)
    }

    private func steps(_ console: Console) -> String { console.picture(console.model.glyphs).lines[1] }

    private func signIn(_ console: inout Console) {
        for event in Samples.peacefulEvents { console.send(.eventHappened(event)) }
        console.send(.statusChanged(Samples.status()))
    }

    private func burst(_ console: inout Console, from first: Int, refreshing: Bool = false) {
        console.press(.character("b"), .enter)
        let starts = console.begin(first...first + 19)
        if refreshing { console.refresh(cause: starts[0]) }
        for (index, start) in starts.enumerated() {
            console.happen(.requestFinished(Samples.facts(first + index)), cause: start)
        }
    }

    @Test func `every step is ticked off when it is done, and then the line is gone`() {
        // With the tabs of the screens before it, the whole line needs this much.
        var console = demo(size: Size(width: 180, height: 36))
        #expect(steps(console).contains("▸ sign in: l p  · calls  · one refresh  · scope  · logout  T hides"))
        signIn(&console)
        #expect(steps(console).contains("✓ sign in  ▸ calls: b ⏎"))
        burst(&console, from: 10)
        #expect(steps(console).contains("✓ calls  ▸ one refresh: x e, then b ⏎"))
        burst(&console, from: 40, refreshing: true)
        #expect(steps(console).contains("✓ one refresh  ▸ scope: :get /admin"))
        console.happen(.forbidden(Samples.facts(80, status: 403), requiredScope: ["admin"]))
        #expect(steps(console).contains("▸ scope: :get /admin, then s"))
        console.happen(.signedIn(flow: "password", Samples.tokens))
        #expect(steps(console).contains("▸ scope: "))
        var wider = Samples.tokens
        wider.scope = ["openid", "admin"]
        console.happen(.signedIn(flow: "password", wider))
        #expect(steps(console).contains("✓ scope  ▸ logout: x v, then r"))
        console.happen(.forcedOut(.refreshRejected(.named(Samples.rejection))))
        console.press(.escape)
        #expect(steps(console).contains("calls go to"))
    }

    @Test func `a refresh that failed ticks no step`() {
        var console = demo(size: Size(width: 180, height: 36))
        signIn(&console)
        console.press(.character("b"), .enter)
        let starts = console.begin(10...29)
        console.happen(.refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh), cause: starts[0])
        console.happen(
            .refreshFailed(.transport(.timedOut(.waiting), during: .token), retryAfter: .zero), cause: starts[19] + 1)
        for (index, start) in starts.enumerated() {
            console.happen(.requestFailed(Samples.facts(10 + index, status: nil), .cancelled), cause: start)
        }
        #expect(steps(console).contains("✓ calls  ▸ one refresh"))
    }

    @Test func `where the provider does not tell the scope, a call that is let in ticks its step`() {
        var visit = FirstVisit()
        visit.note(.forbidden(Samples.facts(1, status: 403), requiredScope: ["admin"]))
        visit.note(.requestFinished(Samples.facts(1, status: 403)))
        #expect(!visit.done.contains(.scope))
        visit.note(.requestFinished(Samples.facts(2)))
        #expect(visit.done.contains(.scope))
    }

    @Test func `a key hides the steps and shows them again`() {
        var console = demo()
        console.press(.character("T"))
        #expect(steps(console).contains("calls go to"))
        console.press(.character("T"))
        #expect(steps(console).contains("sign in: l p"))
    }

    @Test func `on a profile there are none`() {
        var console = Console()
        #expect(!console.text.contains("one refresh"))
        console.press(.character("T"))
        #expect(console.text.contains("Only the demo has first steps"))
    }

    @Test(arguments: [Glyphs.unicode, .ascii]) func `at 80 columns the next step has its words`(glyphs: Glyphs) {
        var console = demo(size: Size(width: 80, height: 24), glyphs: glyphs)
        signIn(&console)
        #expect(steps(console).contains(glyphs.isASCII ? "calls: b enter" : "✓▸··· calls: b ⏎"))
        #expect(steps(console).contains("refreshes 4"))
        #expect(steps(console).contains("1 Session  2  3  4  5"))
        burst(&console, from: 10)
        #expect(steps(console).contains("one refresh: x e, then b \(Key.enter.name(glyphs))"))
    }

    @Test func `where there is room the header says both the steps and where calls go`() {
        let line = steps(demo(size: Size(width: 240, height: 60)))
        #expect(line.contains("first steps") && line.contains("calls go to"))
    }

    @Test(arguments: [60, 80, 100, 120], [[Fault.networkOff], [.tokenEndpointGarbled], Fault.clientSide])
    func `the steps leave the badge its room`(width: Int, faults: [Fault]) {
        var console = demo(size: Size(width: width, height: 24))
        console.send(.faultsChanged(armed: Dictionary(uniqueKeysWithValues: faults.map { ($0, .untilDisarmed) })))
        let lines = console.picture().lines.prefix(2)
        let name = faults.count == 1 ? "FAULT: \(faults[0].rawValue) ON" : "\(faults.count) FAULTS"
        #expect(lines.contains { $0.contains(name) || width < 80 && $0.contains(" FAULT ") }, "\(lines)")
    }

    @Test func `they cost no pane a row, and are left out at 44 by 14`() {
        for size in [Size(width: 120, height: 36), Size(width: 80, height: 24)] {
            #expect(demo(size: size).frames.map(\.frame) == Console(size: size).frames.map(\.frame))
        }
        let small = Size(width: 44, height: 14)
        var narrow = demo(size: small)
        #expect(narrow.picture() == Console(size: small).picture())
        narrow.press(.character("T"))
        #expect(narrow.model.shell.notice?.text == "The first steps need a larger screen")
        #expect(!narrow.model.shell.firstVisit.isHidden)
    }

    @Test func `the steps are the README's`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../README.md").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.prefix(2).last == "." && $0.first?.isNumber == true }
        #expect(lines.count == FirstVisit.Step.allCases.count)
        for (line, step) in zip(lines, FirstVisit.Step.allCases) {
            for key in step.keys(.unicode) { #expect(line.contains("`\(key)`"), "\(step.name): \(key)") }
        }
    }
}
