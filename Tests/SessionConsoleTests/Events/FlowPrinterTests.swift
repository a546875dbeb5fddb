import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct FlowPrinterTests {
    private static let now = Date(timeIntervalSince1970: 1_795_262_671.5)

    private func line(_ event: FlowEvent, process: Int = 1) throws -> JSONObject {
        var line: JSONObject = [
            "time": "2026-11-21T12:04:31.500Z", "sequence": .number(JSONNumber(event.sequence)), "generation": 2,
            "cause": event.cause.map { .number(JSONNumber($0)) } ?? .null,
            "process": .number(JSONNumber(process)), "program": "request",
            "uptime": Duration.milliseconds(17_250).recorded,
        ]
        line["diagram"] = event.json.map { .object($0) }
        return try #require(try JSONValue(parsing: Array(line.serialized().utf8)).object)
    }

    private func event(_ sequence: Int, _ turn: FlowEvent.Turn, call: Int? = nil, _ steps: FlowStep...) -> FlowEvent {
        FlowEvent(
            sequence: sequence, time: FlowTime(Self.now, uptime: .milliseconds(17_250)), generation: 2, cause: nil,
            call: call, turn: turn, steps: steps)
    }

    private static let step = FlowStep(
        .message(from: .console, to: .otherProcess), .call, [Phrase("GET /orders", .outside)],
        [Phrase("limit", .outside)],
        why: [Phrase("invalid_token", .outside)],
        status: 401,
        duration: .microseconds(12_345), token: "A3F1", otherTokens: ["9C02"], tone: .warning, mark: .failure)

    @Test(arguments: [
        FlowEvent.Turn.none, .callBegan(name: [Phrase("GET /x", .outside)]),
        .callBegan(name: [Phrase("GET /userinfo", .outside)], to: .provider),
        .callAnswered(status: 200, duration: .microseconds(1), waited: true),
        .callAnswered(status: 200, duration: nil, waited: false), .callFailed("not sent", waited: true),
        .exchanged(.milliseconds(3)), .refreshBegan, .refreshEnded(.refreshed), .refreshEnded(.failed),
        .refreshEnded(.rejected), .adopted, .lost, .signIn(.began), .signIn(.browserOpened),
        .signIn(.browserAnswered), .signIn(.ended),
    ])
    func `an event comes back from its line as it was`(turn: FlowEvent.Turn) throws {
        let note = FlowStep(.note(at: .browser), .session, [Phrase("signed in", .outside)], tone: .good, mark: .success)
        let original = event(
            7, turn, call: 3, Self.step, note, FlowStep(.line, .session, [Phrase("FORCED LOGOUT", .outside)]))
        let read = try #require(FlowEvent(try line(original)))
        #expect(try line(read) == line(original) && read.call == original.call && read.turn == original.turn)
    }

    @Test func `a burst is printed when it is over, each process under its name`() throws {
        var printer = FlowPrinter(width: 120)
        for call in 1...2 {
            printer.take(try line(event(call, .callBegan(name: [Phrase("GET /orders", .outside)]), call: call)))
        }
        for call in 1...2 { printer.take(try line(event(2 + call, .exchanged(.zero), call: call, Self.step))) }
        #expect(printer.lines(isEnd: false) == [])
        for call in 1...2 {
            let end = FlowEvent.Turn.callAnswered(status: 401, duration: nil, waited: false)
            printer.take(try line(event(4 + call, end, call: call)))
        }
        let lines = printer.lines(isEnd: false)
        #expect(lines.first == "-- request[1]")
        #expect(lines.count == 3)
        #expect(lines[1].contains("2 × GET /orders  invalid_token · limit"))
        #expect(lines[2].contains("2 calls · 0 refreshes · 0 logouts"))
        #expect(printer.lines(isEnd: false) == [])
        printer.take(try line(event(1, .none, Self.step), process: 2))
        #expect(printer.lines(isEnd: false).first == "-- request[2]")
    }

    @Test func `tokens that an answer issued are marked as on the screen`() throws {
        let issuing = FlowStep(
            .message(from: .console, to: .provider), .message(.token), [Phrase("POST /token", .outside)], status: 200,
            duration: .milliseconds(3),
            token: "A3F1", otherTokens: ["A3F1", "9C02"])
        var printer = FlowPrinter(width: 100)
        printer.take(try line(event(1, .exchanged(.milliseconds(3)), issuing)))
        printer.take(try line(event(2, .exchanged(.milliseconds(3)), Self.step)))
        let lines = printer.lines(isEnd: true)
        #expect(lines[1].contains("3.0 ms ◀A3F1  POST /token"), "\(lines)")
        #expect(lines[2].contains("12.3 ms  A3F1"), "\(lines)")
    }

    @Test func `a line that is no event of a diagram is passed over`() throws {
        var printer = FlowPrinter(width: 100)
        printer.take(["sequence": 1, "kind": "verified"])
        printer.take(["sequence": 1, "time": "yesterday", "diagram": ["turn": "lost"]])
        printer.take(["sequence": 1, "time": "2026-11-21T12:04:31.500Z", "diagram": ["steps": [3, ["at": "moon"]]]])
        #expect(printer.lines(isEnd: true).count <= 3)
    }
}
