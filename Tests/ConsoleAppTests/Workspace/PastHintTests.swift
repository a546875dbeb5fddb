import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// The past names no key that can't work there.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PastHintTests {
    @Test func `screen 3: in the past there are no first steps, and an error names nothing to do`() throws {
        var context = Samples.context
        context.hasFirstSteps = true
        let size = Size(width: 120, height: 36)
        var workspace = Workspace(Console(context, size: size).model)
        func send(_ message: WorkspaceMessage) { _ = update(&workspace, message) }
        send(.terminal(.resized(size)))
        for event in Samples.peacefulEvents { send(.session(0, .happened(.event(event)))) }
        send(.session(0, .happened(.status(Samples.status()))))
        let error = SessionError.transport(.couldNotConnect(host: "id.example", reason: "refused"), during: .token)
        send(.session(0, .session(.refreshEnded(.failure(error)))))
        send(.session(0, .happened(.event(Samples.event(8, .verified)))))
        let words = { together(workspace.picture.headerWords, workspace.noticeWords) }
        #expect(workspace.focusedModel.shell.notice?.advice != nil)
        try expectWords(words(), "now")
        send(.terminal(.keyPressed(.character("<"))))
        #expect(workspace.past.pasts[0] != nil)
        try expectWords(words(), "in the past")
    }
}
