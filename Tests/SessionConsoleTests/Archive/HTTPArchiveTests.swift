import ClientObservation
import FoundationEssentials
import JOSE
import SessionCore
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct HTTPArchiveTests {
    private func exchange(
        _ outcome: HTTPExchange.Outcome, purpose: SessionError.Purpose = .request, url: String = "https://api.test/a",
        body: String? = nil, duration: Duration = .milliseconds(100)
    ) -> HTTPExchange {
        HTTPExchange(
            id: 1, purpose: purpose, request: 1, method: "POST", url: url,
            requestHeaders: ["Authorization": "Bearer •••• A3F1", "Content-Type": "text/plain"], requestBody: body,
            sentAt: Date(timeIntervalSince1970: 1_700_000_000.25), duration: duration, outcome: outcome)
    }

    private func answer(
        _ status: Int = 200, headers: HTTPHeaders = ["Content-Type": "application/json"], body: String? = nil,
        timings: HTTPTimings? = nil, connection: HTTPConnectionFacts? = nil, redirects: [HTTPRedirect] = []
    ) -> HTTPExchange.Outcome {
        var answer = HTTPExchange.Answer(
            status: status, headers: headers, body: body, bodySize: 12, version: "2", timings: timings,
            connection: connection, redirects: redirects)
        answer.reason = status == 302 ? "Over there" : nil
        return .answered(answer)
    }

    private static let timings = HTTPTimings(
        nameLookup: .milliseconds(5), connect: .milliseconds(15), tls: .milliseconds(40), firstByte: .milliseconds(70),
        total: .milliseconds(80))

    @Test func `every entry has what HAR 1.2 requires`() throws {
        let home = try #require(URL(string: "https://api.test/a"))
        let other = try #require(URL(string: "https://b.test/"))
        let fresh = HTTPConnectionFacts(remoteAddress: "[::1]:443", isReused: false, tls: nil)
        let exchanges = [
            exchange(answer()), exchange(.failed(.couldNotResolve(host: "api.test"))),
            exchange(
                answer(timings: Self.timings, connection: fresh), url: "https://api.test/a?b=c%20d&token=•••• A3F1&e"),
            exchange(
                answer(302, headers: ["Location": "/b"], timings: Self.timings), purpose: .token, body: "grant_type=x"),
            exchange(
                answer(
                    body: "{}",
                    redirects: [HTTPRedirect(status: 302, from: home, to: other, keptAuthorization: false)]),
                purpose: .discovery),
        ]
        // As a file has it.
        let text = HTTPArchive(entries: exchanges.map(\.archiveEntry), comment: "some").json.serialized()
        let entries = try HARCheck.entries(of: try JSONValue(parsing: text.utf8))
        #expect(entries.count == 5)
        try #require(entries.count == 5)
        #expect(entries[0]["startedDateTime"] == "2023-11-14T22:13:20.250Z")
        #expect(entries[1]["response"]?["status"] == 0)
        #expect(entries[1]["_error"]?.string?.contains("api.test") == true)
        let dots = String(repeating: "%E2%80%A2", count: 4)
        #expect(entries[2]["request"]?["url"]?.string == "https://api.test/a?b=c%20d&token=\(dots)%20A3F1&e")
        #expect(
            entries[2]["request"]?["queryString"]?.serialized()
                == #"[{"name":"b","value":"c d"},{"name":"token","value":"•••• A3F1"},{"name":"e","value":""}]"#)
        #expect(entries[2]["serverIPAddress"] == "::1")
        #expect(entries[2]["response"]?["content"]?["text"] == nil)
        #expect(entries[2]["response"]?["httpVersion"] == "HTTP/2")
        // HAR 1.2: text and params are mutually exclusive.
        #expect(entries[3]["request"]?["postData"] == ["mimeType": "text/plain", "text": "grant_type=x"])
        #expect(entries[3]["response"]?["redirectURL"] == "/b")
        #expect(entries[3]["response"]?["statusText"] == "Over there")
        #expect(entries[4]["response"]?["statusText"] == "")
        #expect(entries[4]["response"]?["content"]?["text"] == "{}")
        #expect(entries[4]["comment"] == "redirected: 302 to https://b.test/ without the token")
    }

    @Test func `of many exchanges the latest are kept, and the archive says how many are not`() throws {
        let recorder = ArchiveRecorder(try ArchiveFile("/tmp/never-written.har", of: .har), limit: 3)
        for number in 1...10 {
            let exchange = exchange(answer(), url: "https://api.test/\(number)")
            recorder.take([
                SessionEvent(sequence: number, time: .now, generation: 1, cause: nil, kind: .exchange(exchange))
            ])
        }
        let entries = try HARCheck.entries(of: recorder.archive.json)
        #expect(
            entries.map { $0["request"]?["url"] } == [
                "https://api.test/8", "https://api.test/9", "https://api.test/10",
            ])
        #expect(recorder.archive.json["log"]?["comment"] == "7 earlier exchanges are left out")
    }

    @Test func `an entry names the faults that were injected into it`() throws {
        let home = try #require(URL(string: "https://api.test/a"))
        let struck = HTTPExchange(
            id: 1, purpose: .token, request: nil, method: "POST", url: "https://id.test/token", requestHeaders: [:],
            requestBody: nil, sentAt: .now, duration: .zero,
            outcome: answer(redirects: [HTTPRedirect(status: 307, from: home, to: home, keptAuthorization: true)]),
            faults: ["token-endpoint-slow", "refresh-token-dropped"])
        #expect(struck.archiveEntry["_faults"]?.strings == ["token-endpoint-slow", "refresh-token-dropped"])
        #expect(
            struck.archiveEntry["comment"]
                == "redirected: 307 to https://api.test/a; injected fault: token-endpoint-slow, refresh-token-dropped")
        #expect(exchange(answer()).archiveEntry["_faults"] == nil)
    }

    @Test func `the log lists the faults that were injected, also those that struck no message`() throws {
        let time = Date(timeIntervalSince1970: 1_700_000_000.25)
        func fault(_ name: String, _ step: InjectedFault.Step) -> SessionEvent.Kind {
            .injected(InjectedFault(name: name, step: step, text: "\(name) is \(step)"))
        }
        let kinds: [SessionEvent.Kind] = [
            fault("clock-ahead", .armed), .exchange(exchange(answer(401))), .verified, fault("keys-rotated", .struck),
            fault("clock-ahead", .disarmed),
        ]
        let events = kinds.map { SessionEvent(sequence: 1, time: time, generation: 1, cause: nil, kind: $0) }
        let json = HTTPArchive(events, comment: "some are missing").json
        #expect(try HARCheck.entries(of: json).count == 1)
        let faults = json["log"]?["_faults"]?.array ?? []
        #expect(faults.map { $0["name"] } == ["clock-ahead", "keys-rotated", "clock-ahead"])
        #expect(
            faults.last
                == [
                    "name": "clock-ahead", "step": "disarmed", "startedDateTime": "2023-11-14T22:13:20.250Z",
                    "text": "clock-ahead is disarmed",
                ])
        let words = "faults were injected on purpose, see _faults: clock-ahead, keys-rotated"
        #expect(json["log"]?["comment"] == .string("some are missing; \(words)"))
        let none = HTTPArchive([], comment: nil).json["log"]
        #expect(none?["_faults"] == nil && none?["comment"] == nil)
    }

    @Test func `a process of a script is read with what started it`() throws {
        var event = SessionEvent(
            sequence: 1, time: .now, generation: 0, cause: nil, kind: .exchange(exchange(answer(200))))
        event.watched = WatchedSource(sender: "curl[4242]", starter: 4_200)
        let archive = HTTPArchive([event], comment: nil).json
        let caller = try ArchiveReader(Array(archive.serialized().utf8)).messages.first?.request.caller
        #expect(caller?.name == "curl" && caller?.process == 4_242 && caller?.starter == 4_200)
    }

    @Test func `a token that a fault altered on the way is told from the one that was meant`() throws {
        let meant = exchange(answer(401))
        let altered = HTTPExchange(
            id: 1, purpose: .request, request: 1, method: "GET", url: meant.url, requestHeaders: meant.requestHeaders,
            requestBody: nil, sentAt: .now, duration: .zero, outcome: meant.outcome, faults: ["token-tampered"])
        func headers(_ exchange: HTTPExchange) throws -> [String: String] {
            let entries = try HARCheck.entries(of: HTTPArchive(entries: [exchange.archiveEntry]).json)
            let pairs = entries.first?["request"]?["headers"]?.array ?? []
            return Dictionary(pairs.map { ($0["name"]?.string ?? "", $0["value"]?.string ?? "") }) { $1 }
        }
        #expect(try headers(meant) == ["Authorization": "Bearer •••• A3F1", "Content-Type": "text/plain"])
        #expect(
            try headers(altered)
                == ["Authorization": "Bearer •••• A3F1, altered on the way", "Content-Type": "text/plain"])
    }

    @Test func `the phases add up to the duration`() throws {
        let fresh = HTTPConnectionFacts(remoteAddress: nil, isReused: false, tls: nil)
        let new = exchange(answer(timings: Self.timings, connection: fresh)).archiveEntry
        #expect(
            new["timings"]?.serialized()
                == #"{"blocked":20,"dns":5,"connect":35,"ssl":25,"send":0,"wait":30,"receive":10}"#)
        #expect(new["time"] == 100)
        var reused = Self.timings
        (reused.nameLookup, reused.connect, reused.tls) = (.milliseconds(1), .zero, .zero)
        let open = HTTPConnectionFacts(remoteAddress: nil, isReused: true, tls: nil)
        let old = exchange(answer(timings: reused, connection: open)).archiveEntry
        #expect(
            old["timings"]?.serialized()
                == #"{"blocked":21,"dns":-1,"connect":-1,"ssl":-1,"send":0,"wait":69,"receive":10}"#)
        #expect(old["time"] == 100)
    }
}
