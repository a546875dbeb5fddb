import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
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

    /// Expects a step to be the next one, and records how the header has it.
    private func expectStep(
        _ step: FirstVisit.Step?, _ console: Console, function: String = #function,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(console.model.shell.firstVisit.next == step, sourceLocation: sourceLocation)
        try expectWords(
            steps(console), "next \(step.map { "\($0)" } ?? "none")", function: function, sourceLocation: sourceLocation
        )
    }

    private func signIn(_ console: inout Console) {
        console.happen(Samples.peacefulEvents)
        console.send(.status(Samples.status()))
    }

    private func burst(_ console: inout Console, from first: Int, refreshing: Bool = false) {
        console.press(.character("b"), .enter)
        let starts = console.begin(first...first + 19)
        if refreshing { console.refresh(cause: starts[0]) }
        for (index, start) in starts.enumerated() {
            console.happen(.requestFinished(Samples.facts(first + index)), cause: start)
        }
    }

    @Test func `every step is ticked off when it is done, and then the line is gone`() throws {
        // With the tabs of the screens before it, the whole line needs this much.
        var console = demo(size: Size(width: 180, height: 36))
        try expectStep(.signIn, console)
        signIn(&console)
        try expectStep(.calls, console)
        burst(&console, from: 10)
        try expectStep(.refresh, console)
        burst(&console, from: 40, refreshing: true)
        try expectStep(.scope, console)
        console.happen(.forbidden(Samples.facts(80, status: 403), requiredScope: ["admin"]))
        #expect(console.model.shell.firstVisit.next == .scope)
        try expectWords(steps(console), "a scope is missing")
        console.happen(.signedIn(flow: "password", Samples.tokens))
        #expect(console.model.shell.firstVisit.next == .scope)
        var wider = Samples.tokens
        wider.scope = ["openid", "admin"]
        console.happen(.signedIn(flow: "password", wider))
        try expectStep(.logout, console)
        console.happen(.forcedOut(.refreshRejected(.named(Samples.rejection))))
        console.press(.escape)
        try expectStep(nil, console)
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
        #expect(console.model.shell.firstVisit.done == [.signIn, .calls])
    }

    @Test func `where the provider does not tell the scope, a call that is let in ticks its step`() {
        var visit = FirstVisit()
        visit.observe(.forbidden(Samples.facts(1, status: 403), requiredScope: ["admin"]))
        visit.observe(.requestFinished(Samples.facts(1, status: 403)))
        #expect(!visit.done.contains(.scope))
        visit.observe(.requestFinished(Samples.facts(2)))
        #expect(visit.done.contains(.scope))
    }

    @Test func `a key hides the steps and shows them again`() throws {
        var console = demo()
        console.press(.character("T"))
        #expect(console.model.shell.firstVisit.isHidden)
        try expectWords(steps(console), "hidden")
        console.press(.character("T"))
        #expect(!console.model.shell.firstVisit.isHidden)
        try expectWords(steps(console), "shown")
    }

    @Test func `on a profile there are none`() throws {
        var console = Console()
        try expectWords(steps(console), "header")
        console.press(.character("T"))
        try expectWords(console.noticeWords, "notice")
    }

    @Test(arguments: [Glyphs.unicode, .ascii]) func `at 80 columns the next step has its words`(glyphs: Glyphs) throws {
        var console = demo(size: Size(width: 80, height: 24), glyphs: glyphs)
        signIn(&console)
        try expectWords(steps(console), "calls, ASCII \(glyphs.isASCII)")
        burst(&console, from: 10)
        try expectWords(steps(console), "one refresh, ASCII \(glyphs.isASCII)")
    }

    @Test func `where there is room the header says both the steps and where calls go`() throws {
        try expectWords(steps(demo(size: Size(width: 240, height: 60))))
    }

    @Test(arguments: [60, 80, 100, 120], [[LabFault.networkOff], [.tokenEndpointGarbled], LabFault.clientSide])
    func `the steps leave the badge its room`(width: Int, faults: [LabFault]) throws {
        var console = demo(size: Size(width: width, height: 24))
        console.send(.faults(Dictionary(uniqueKeysWithValues: faults.map { ($0, .untilDisarmed) })))
        try expectWords(console.headerWords, "\(width) columns, \(faults.count == 1 ? faults[0].name : "all faults")")
    }

    @Test func `they cost no pane a row, and are left out at 44 by 14`() throws {
        for size in [Size(width: 120, height: 36), Size(width: 80, height: 24)] {
            #expect(demo(size: size).frames.map(\.frame) == Console(size: size).frames.map(\.frame))
        }
        let small = Size(width: 44, height: 14)
        var narrow = demo(size: small)
        #expect(narrow.picture() == Console(size: small).picture())
        narrow.press(.character("T"))
        try expectWords(narrow.noticeWords)
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
