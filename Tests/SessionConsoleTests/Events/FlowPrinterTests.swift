import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct FlowPrinterTests {
    private static let now = Date(timeIntervalSince1970: 1_795_262_671.5)

    private func line(_ sequence: Int, _ kind: SessionEvent.Kind, process: Int = 1) throws -> JSONObject {
        let event = SessionEvent(
            sequence: sequence, time: Self.now, uptime: .milliseconds(17_250), generation: 2, cause: nil, kind: kind)
        var line = event.withoutContents.json
        line["process"] = .number(JSONNumber(process))
        line["program"] = "request"
        return try #require(try JSONValue(parsing: line.serialized().utf8).object)
    }

    private static func facts(_ call: Int, status: Int? = nil) -> RequestFacts {
        var facts = RequestFacts(id: call, method: "GET", url: "https://api.example/orders?limit=2")
        facts.status = status
        return facts
    }

    private static func message(
        _ purpose: SessionError.Purpose, _ method: String, _ path: String, call: Int? = nil, status: Int,
        sent: HTTPHeaders = [:], headers: HTTPHeaders = [:], body: String? = nil, after duration: Duration
    ) -> SessionEvent.Kind {
        .exchange(
            HTTPExchange(
                id: 1, purpose: purpose, request: call, method: method, url: "https://id.example\(path)",
                requestHeaders: sent, requestBody: nil, sentAt: now, duration: duration,
                outcome: .answered(
                    HTTPExchange.Answer(
                        status: status, headers: headers, body: body, bodySize: 0, version: nil, timings: nil,
                        connection: nil, redirects: []))))
    }

    private static func refused(_ call: Int) -> SessionEvent.Kind {
        message(
            .request, "GET", "/orders?limit=2", call: call, status: 401, sent: ["Authorization": "Bearer •••• A3F1"],
            headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#], after: .microseconds(12_345))
    }

    @Test func `a burst is printed when it is over, each process under its name`() throws {
        var printer = FlowPrinter(width: 120)
        for call in 1...2 { printer.take(try line(call, .requestStarted(Self.facts(call)))) }
        for call in 1...2 { printer.take(try line(2 + call, Self.refused(call))) }
        #expect(printer.lines(isEnd: false) == [])
        for call in 1...2 { printer.take(try line(4 + call, .requestFinished(Self.facts(call, status: 401)))) }
        let lines = printer.lines(isEnd: false)
        #expect(lines.first == "-- request[1]")
        #expect(lines.count == 3)
        #expect(lines[1].contains("2 × GET /orders  invalid_token · limit"))
        #expect(lines[2].contains("2 calls · 0 refreshes · 0 logouts"))
        #expect(printer.lines(isEnd: false) == [])
        printer.take(try line(1, Self.refused(1), process: 2))
        #expect(printer.lines(isEnd: false).first == "-- request[2]")
    }

    @Test func `tokens that an answer issued are marked as on the screen`() throws {
        let tokens = #"{"access_token":"•••• A3F1","refresh_token":"•••• 9C02"}"#
        var printer = FlowPrinter(width: 100)
        printer.take(
            try line(1, Self.message(.token, "POST", "/token", status: 200, body: tokens, after: .milliseconds(3))))
        printer.take(try line(2, Self.refused(1)))
        let lines = printer.lines(isEnd: true)
        #expect(lines[1].contains("3.0 ms ◀A3F1  POST /token"), "\(lines)")
        #expect(lines[2].contains("12.3 ms  A3F1"), "\(lines)")
    }

    @Test func `a line that this version does not know is passed over`() throws {
        var printer = FlowPrinter(width: 100)
        let known = try line(1, Self.refused(1))
        printer.take(["sequence": 1, "kind": "verified"])
        for (name, value) in [("kind", "moved"), ("time", "yesterday"), ("duration", "long"), ("answer", .null)]
            as [(String, JSONValue)]
        {
            var line = known
            line[name] = value
            printer.take(line)
        }
        #expect(printer.lines(isEnd: true) == [])
        // A line of an earlier version has what it drew itself.
        var extended = known
        extended["diagram"] = ["turn": "lost", "steps": [3]]
        printer.take(extended)
        #expect(printer.lines(isEnd: true).count == 3)
    }
}
