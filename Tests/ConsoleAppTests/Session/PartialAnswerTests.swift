import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

/// An answer that broke off, as the console shows it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PartialAnswerTests {
    private static let error = TransportError.brokenOff("closed", after: Samples.partialAnswer)

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `the response shows status, size and header, and why it ended`(size: Size) throws {
        var console = Console.signedIn(size: size)
        console.press(.character("r"))
        for call in console.sentCalls {
            console.send(.answered(call, .failure(.transport(Self.error, during: .request))))
        }
        if size.width < 100 { console.visit(.response) }
        try expectWords(console.paneWords(.response), "\(size.width) columns")
    }

    @Test func `a response too large to be kept shows its status and header, and d its message`() throws {
        let error = TransportError.tooLarge(limit: 128 << 20, after: Samples.partialAnswer)
        var console = Console.signedIn()
        console.press(.character("r"))
        let calls = console.sentCalls
        let start = console.happen(.requestStarted(Samples.facts(1, status: nil)))
        console.happen(.exchange(Samples.partialExchange(error)), cause: start)
        console.happen(.requestFailed(Samples.facts(1, status: nil), .transport(error, during: .request)), cause: start)
        for call in calls { console.send(.answered(call, .failure(.transport(error, during: .request)))) }
        try expectWords(console.paneWords(.response))
        console.visit(.response)
        console.press(.character("d"))
        let details = try #require(console.dialog as? ExchangeDetails, "\(console.text)")
        #expect(details.exchange?.beginning?.status == 200)
    }

    @Test func `d shows the message of a call that got no answer`() throws {
        let error = TransportError.couldNotConnect(host: "127.0.0.1:41874", reason: "refused")
        var console = Console.signedIn()
        console.press(.character("r"))
        let calls = console.sentCalls
        let start = console.happen(.requestStarted(Samples.facts(9, status: nil)))
        console.happen(.exchange(Samples.failedExchange(ofRequest: 9, error)), cause: start)
        console.happen(.requestFailed(Samples.facts(9, status: nil), .transport(error, during: .request)), cause: start)
        for call in calls { console.send(.answered(call, .failure(.transport(error, during: .request)))) }
        console.visit(.response)
        console.press(.character("d"))
        let details = try #require(console.dialog as? ExchangeDetails, "\(console.text)")
        #expect(details.exchange?.request == 9)
        try expectWords(console.dialogWords)
    }

    @Test func `the exchange shows what came`() throws {
        let facts = try #require(ExchangeDetails([Samples.partialExchange(Self.error)], in: Console().model.scene))
            .facts(width: 90)
        let lines = facts.rows.map { "\($0.part.name) \($0.part.value ?? "")" }
        try expectWords(lines.joined(separator: "\n"))
    }

    @Test func `the event names the status`() {
        let words = Samples.event(1, .exchange(Samples.partialExchange(Self.error))).words
        #expect(
            words.detail == "GET /orders → 200: the body broke off after 120 of 500 bytes: closed, after 12.0 ms")
    }
}
