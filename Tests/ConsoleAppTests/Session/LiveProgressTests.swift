import SessionCore
import TerminalUI
import FoundationEssentials
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LiveProgressTests {
    /// Calls under way, one after the other.
    private func running(_ count: Int, width: Int = 120) -> (Console, [CallID]) {
        var console = Console.signedIn(size: Size(width: width, height: 24))
        console.exchange(Samples.answer(Samples.orders))
        var calls: [CallID] = []
        for _ in 0..<count {
            console.press(.character("r"))
            calls += console.sentCalls
        }
        return (console, calls)
    }

    @Test func `while an answer arrives the pane says how much of how many bytes, for how long, and what cancels`()
        throws
    {
        var (console, calls) = running(1)
        try expectWords(console.paneWords(.response), "waiting")
        console.send(.bytesArrived([calls[0]: CallProgress(received: 1_258_291, expected: 52_428_800)]))
        try expectWords(console.paneWords(.response), "of how many")
        console.send(.ticked(Samples.now.addingTimeInterval(3.4), secondsFromUTC: 0))
        console.send(.bytesArrived([calls[0]: CallProgress(received: 2_097_152)]))
        try expectWords(console.paneWords(.response), "of unknown many")
        console.send(.answered(calls[0], .success(Samples.answer("{}"))))
        let answered = console.paneWords(.response)
        try expectWords(answered, "answered")
        console.send(.bytesArrived([calls[0]: CallProgress(received: 3_145_728)]))
        #expect(console.paneWords(.response) == answered)
    }

    @Test(arguments: [120, 80, 44])
    func `beside the answer of another call the one that is waited for has its own name`(width: Int) throws {
        var console = Console.signedIn(size: Size(width: width, height: 24))
        console.exchange(Samples.answer(Samples.orders))
        console.visit(.request)
        console.press(.character("a"))
        for _ in 0..<40 { console.press(.backspace) }
        console.type("/slow")
        console.press(.enter, .character("r"))
        try #require(console.sentCalls.count == 1)
        try expectWords(console.paneWords(.response), "\(width) columns")
    }

    @Test func `of several calls the bytes are counted together`() throws {
        var (console, calls) = running(2)
        console.send(
            .bytesArrived([
                calls[0]: CallProgress(received: 1024, expected: 4096), calls[1]: CallProgress(received: 512),
            ]))
        try expectWords(console.paneWords(.response))
    }

    @Test func `where the title has no room for it, progress takes the first row`() throws {
        var (console, calls) = running(1, width: 44)
        console.send(.bytesArrived([calls[0]: CallProgress(received: 1_258_291, expected: 52_428_800)]))
        try expectWords(console.paneWords(.response))
    }

    @Test func `before the first answer, too`() throws {
        var console = Console.signedIn(size: Size(width: 44, height: 14))
        console.press(.character("r"))
        let calls = console.sentCalls
        console.send(.bytesArrived([calls[0]: CallProgress(received: 2048)]))
        try expectWords(console.paneWords(.response))
    }
}
