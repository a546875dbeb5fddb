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

    @Test func `while an answer arrives the pane says how much of how many bytes, for how long, and what cancels`() {
        var (console, calls) = running(1)
        #expect(console.text.contains("waiting, 0 s  esc cancels"))
        console.send(.bytesArrived([calls[0]: CallProgress(received: 1_258_291, expected: 52_428_800)]))
        #expect(console.text.contains("1.2 MiB of 50 MiB, 0 s  esc cancels"))
        console.send(.ticked(Samples.now.addingTimeInterval(3.4), secondsFromUTC: 0))
        console.send(.bytesArrived([calls[0]: CallProgress(received: 2_097_152)]))
        #expect(console.text.contains("2 MiB, 3 s  esc cancels"))
        console.send(.responseArrived(calls[0], .success(Samples.answer("{}"))))
        #expect(!console.text.contains("2 MiB"))
        console.send(.bytesArrived([calls[0]: CallProgress(received: 3_145_728)]))
        #expect(!console.text.contains("3 MiB"))
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
        #expect(console.text.contains("GET /slow: waiting, 0 s"), "\(console.text)")
        #expect(console.text.contains("Response · GET /orders"), "\(console.text)")
    }

    @Test func `of several calls the bytes are counted together`() {
        var (console, calls) = running(2)
        console.send(
            .bytesArrived([
                calls[0]: CallProgress(received: 1024, expected: 4096), calls[1]: CallProgress(received: 512),
            ]))
        #expect(console.text.contains("2 calls under way, 1.5 KiB, 0 s"))
    }

    @Test func `where the title has no room for it, progress takes the first row`() {
        var (console, calls) = running(1, width: 44)
        console.send(.bytesArrived([calls[0]: CallProgress(received: 1_258_291, expected: 52_428_800)]))
        #expect(console.text.contains("1.2 MiB of 50 MiB, 0 s"))
        #expect(!console.text.contains("200 OK"))
    }

    @Test func `before the first answer, too`() {
        var console = Console.signedIn(size: Size(width: 44, height: 14))
        console.press(.character("r"))
        let calls = console.sentCalls
        console.send(.bytesArrived([calls[0]: CallProgress(received: 2048)]))
        #expect(console.text.contains("2 KiB, 0 s"))
    }
}
