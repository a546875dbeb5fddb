import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import Recordings

@Suite(.timeLimit(.minutes(5))) struct EventRecordTests {
    /// The event as it is after it was written as a line and read.
    private func reread(_ event: SessionEvent) throws -> SessionEvent {
        let line = event.record.serialized()
        return try SessionEvent(Record(JSONValue(parsing: line.utf8)))
    }

    @Test func `the catalogue has an event of every kind`() {
        #expect(Set(Catalogue.kinds.map(\.eventName)) == Set(EventName.allCases))
    }

    @Test func `every event is the same after it was written and read`() throws {
        for event in Catalogue.events {
            let read = try reread(event)
            #expect(read == event)
            #expect(read.description == event.description)
        }
    }

    @Test func `a line is one line without control characters`() {
        for event in Catalogue.events {
            #expect(event.record.serialized().utf8.allSatisfy { $0 >= 0x20 })
        }
    }

    @Test func `facts never replace the members of all events`() {
        let common = ["time", "sequence", "generation", "cause", "uptime", "watched", "text", "process", "program"]
        for event in Catalogue.events {
            #expect(event.record.names.contains("kind"))
            #expect(Set(event.kind.record.names).isDisjoint(with: common), "\(event.kind.name)")
        }
    }

    @Test func `unknown members are ignored, in the line and inside it`() throws {
        let event = try #require(Catalogue.events.first { if case .exchange = $0.kind { true } else { false } })
        var line = event.record
        line["program"] = "login"
        var answer = try #require(line["answer"]?.object)
        answer["of_a_later_version"] = ["x": 1]
        line["answer"] = .object(answer)
        #expect(try SessionEvent(Record(line)) == event)
    }

    /// An answered exchange with all its facts.
    private func exchangeLine() throws -> JSONObject {
        try #require(
            Catalogue.events.first { event in
                guard case .exchange(let exchange) = event.kind, case .answered(let answer) = exchange.outcome else {
                    return false
                }
                return answer.connection?.tls != nil && answer.timings != nil
            }
        ).record
    }

    @Test(
        arguments: [
            ("time", nil, "is missing"), ("time", "yesterday", "is not an RFC 3339 time"),
            ("sequence", "1", "is not a whole number"),
            ("sequence", .number(JSONNumber(literal: "1.5")), "is not a whole number"),
            ("sequence", .number(JSONNumber(literal: "9007199254740993")), "is not a whole number"),
            ("sequence", .number(JSONNumber(literal: "-9007199254740993")), "is not a whole number"),
            ("kind", "teleported", "is unknown: \"teleported\""),
            ("answer", nil, "is missing"), ("answer", 1, "is not an object"),
            ("answer.timings.connect", "soon", "is not a number of seconds"),
            ("answer.connection.reused", "yes", "is neither true nor false"),
            ("answer.connection.tls.certificate_expiry", "2026-13-01T00:00:00Z", "is not an RFC 3339 time"),
            ("answer.headers", [["a"]], "is not a name and a value"), ("duration", "1", "is not a number of seconds"),
            ("faults", ["a", 1], "is not a string"), ("purpose", "espionage", "is unknown: \"espionage\""),
        ] as [(String, JSONValue?, String)])
    func `a missing or wrong member is named with its path`(_ path: String, _ value: JSONValue?, _ reason: String)
        throws
    {
        let line = try exchangeLine().replacing(path.split(separator: ".").map(String.init), by: value)
        let flaw = #expect(throws: RecordFlaw.self) { try SessionEvent(Record(line)) }
        #expect(flaw?.reason == reason)
        #expect(flaw.map { $0.member == path || $0.member.hasPrefix("\(path).") } == true, "\(flaw?.member ?? "")")
    }

    @Test func `address 4: any number in an event is refused, or safe to write and to put in words`() throws {
        var (read, refused) = (0, 0)
        for (_, events) in Dictionary(grouping: Catalogue.events, by: \.name) {
            for line in events[0].record.withEveryNumberReplaced {
                do throws(RecordFlaw) {
                    let event = try SessionEvent(Record(line))
                    #expect(!event.description.isEmpty && !event.record.serialized().isEmpty)
                    read += 1
                } catch {
                    refused += 1
                }
            }
        }
        #expect(read > 300 && refused > 300, "\(read) read, \(refused) refused")
    }

    @Test func `hole: of an exchange the redirect that led to it is kept apart from the one it led to`() throws {
        let urls = try ["a", "b", "c"].map { try #require(URL(string: "https://api.example/\($0)")) }
        let before = HTTPRedirect(status: 302, from: urls[0], to: urls[1], keptAuthorization: true)
        let after = HTTPRedirect(status: 307, from: urls[1], to: urls[2], keptAuthorization: false)
        for (redirectedBy, redirect) in [(before, nil), (nil, after), (before, after)]
            as [(HTTPRedirect?, HTTPRedirect?)]
        {
            let exchange = HTTPExchange(
                id: 1, purpose: .request, request: 1, method: "GET", url: "https://api.example/b", requestHeaders: [:],
                requestBody: nil, sentAt: Catalogue.time, duration: Catalogue.short, outcome: .failed(.notTaken),
                redirectedBy: redirectedBy, redirect: redirect)
            let read = try HTTPExchange(Record(JSONValue(parsing: exchange.record.serialized().utf8)))
            #expect(read.redirectedBy == redirectedBy && read.redirect == redirect)
        }
    }

    @Test func `a name that is long or full of escapes is cut in the flaw`() throws {
        var line = try exchangeLine()
        line["kind"] = .string("\u{1B}[2J" + String(repeating: "x", count: 1_000))
        let flaw = #expect(throws: RecordFlaw.self) { try SessionEvent(Record(line)) }
        #expect(flaw?.reason.utf8.allSatisfy { $0 >= 0x20 } == true)
        #expect(flaw.map { $0.reason.count < 100 } == true)
    }

    @Test func `of a rejected ID token the claims are recorded, and neither its signature nor itself`() throws {
        let parts = ["{\"alg\":\"none\"}", "{\"sub\":\"alice\",\"n\":1.0}", "a signature"].map {
            Base64URL.encode($0.utf8)
        }
        let rejected = RejectedIDToken(token: Secret(parts.joined(separator: ".")), reason: "aud is other")
        let line = rejected.record
        #expect(line["claims"]?.object?.serialized() == "{\"sub\":\"alice\",\"n\":1.0}")
        for part in parts { #expect(!line.serialized().contains(part)) }
        let read = try RejectedIDToken(Record(line))
        #expect(read.fingerprint == rejected.fingerprint)
        #expect(read.token.reveal() == "\(parts[0]).\(parts[1]).")
    }
}

extension JSONObject {
    /// The object with the member of that path replaced, or removed.
    fileprivate func replacing(_ path: [String], by value: JSONValue?) -> JSONObject {
        var object = self
        if path.count == 1 {
            object[path[0]] = value
        } else {
            let inner = object[path[0]]?.object ?? [:]
            object[path[0]] = .object(inner.replacing(Array(path.dropFirst()), by: value))
        }
        return object
    }
}
