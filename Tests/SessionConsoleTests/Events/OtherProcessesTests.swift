import ConsoleApp
import FoundationEssentials
import Glibc
import JOSE
import Recordings
import SessionCore
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct OtherProcessesTests {
    private let folder = TemporaryFolder()
    private var file: EventFile { EventFile(path: "\(folder.path)/events.jsonl") }

    private func event(_ sequence: Int, _ kind: SessionEvent.Kind, cause: Int? = nil) -> SessionEvent {
        SessionEvent(
            sequence: sequence, time: Date(timeIntervalSince1970: 1_795_262_671.5), uptime: .milliseconds(sequence),
            generation: 2, cause: cause, kind: kind)
    }

    private func started(_ sequence: Int) -> SessionEvent {
        event(sequence, .refreshStarted(.requestedByUser, access: nil, refresh: Secret("r").fingerprint))
    }

    private func numbers(_ events: [JSONObject]) -> [Int] { events.compactMap { $0["n"]?.int } }

    @Test(arguments: [true, false]) func `from the end only what comes later is read`(isThere: Bool) {
        folder.write("{\"n\":0}\n", to: "events.jsonl.1")
        if isThere { folder.write("{\"n\":1}\n", to: "events.jsonl") }
        var tail = EventTail(file, fromEnd: true)
        #expect(numbers(tail.next()) == [])
        _ = file.append(["{\"n\":2}"])
        #expect(numbers(tail.next()) == [2])
        #expect(numbers(tail.next()) == [])
        _ = file.append((3...9).map { "{\"n\":\($0)}" })
        #expect(numbers(tail.next(atMost: 2)) == [8, 9])
    }

    @Test func `from the end a rename loses nothing`() {
        var small = file
        small.sizeLimit = 80
        _ = small.append(["{\"n\":1}"])
        var tail = EventTail(small, fromEnd: true)
        _ = small.append((2...11).map { "{\"n\":\($0)}" })
        #expect(folder.names("").contains("events.jsonl.1"))
        #expect(numbers(tail.next()) == Array(2...11))
    }

    @Test func `what a second recorder writes is told, and what this process writes is not`() {
        let recorder = EventRecorder(file, program: "refresh")
        recorder.take([started(1)])
        var own = OtherProcesses(file)
        var others = OtherProcesses(file, own: 1)
        #expect(others.next() == [])
        recorder.take([started(2), event(3, .verified)])
        #expect(own.next() == [])
        let told = others.next()
        #expect(told.map(\.process) == ["refresh[\(getpid())]", "refresh[\(getpid())]"])
        #expect(told.map(\.event) == [started(2), event(3, .verified)])
    }

    @Test func `a second session of a process has its number in the file and in the heading`() {
        let tail = { () -> [JSONObject] in
            var tail = EventTail(file)
            return tail.next()
        }
        EventRecorder(file, program: "console").take([started(1)])
        EventRecorder(file, program: "console", session: 2).take([started(1)])
        #expect(tail().map { $0["session"]?.int } == [nil, 2])
        var printer = FlowPrinter(width: 100)
        for line in tail() { printer.take(line) }
        let headings = printer.lines(isEnd: true).filter { $0.hasPrefix("--") }
        #expect(headings == ["-- console[\(getpid())]", "-- console[\(getpid())] session 2"])
    }

    private static func line(
        _ facts: String, program: String = "\"x\"", process: String = "1", sequence: String = "4"
    ) -> String {
        #"{"time":"2026-11-21T12:04:31.500Z","sequence":\#(sequence),"generation":2,"process":\#(process),"#
            + #""program":\#(program),\#(facts)}"#
    }

    @Test func `lines that this version does not know are passed over, and texts are bounded`() throws {
        var others = OtherProcesses(file, own: 2)
        let lost = #""kind":"forced_out","reason":"userinfo_rejected""#
        func warning(_ size: Int) -> String {
            #""kind":"store_warning","warning":"\#(String(repeating: "é", count: size))""#
        }
        let lines = [
            "nonsense", "[]", "{}", Self.line(#""kind":"moved""#), Self.line(#""diagram":{"turn":"lost"}"#),
            Self.line(lost, program: "7"), Self.line(lost, process: "\"a\""), Self.line(lost, sequence: "\"4\""),
            Self.line(warning(50_000)),
            Self.line(
                warning(5_000) + #","diagram":{"turn":"lost"}"#,
                program: "\"\(String(repeating: "é", count: 5_000))\"", sequence: "5"),
        ]
        folder.write(lines.joined(separator: "\n") + "\n", to: "events.jsonl")
        let told = others.next()
        #expect(told.map(\.event.sequence) == [5])
        let other = try #require(told.first)
        #expect(other.process.count < 60)
        guard case .storeWarning(let text) = other.event.kind else {
            Issue.record("\(other.event.kind)")
            return
        }
        #expect(text.utf8.count < 4_200)
    }

    /// Messages with contents, and what Flow tells of them.
    private static let messages: [SessionEvent.Kind] = {
        let url = URL(string: "https://api.example/away?next=value-4711")
        let next = URL(string: "https://other.example/landing?code=value-4711")
        let hop = zip([url].compactMap(\.self), [next].compactMap(\.self)).map {
            HTTPRedirect(status: 302, from: $0, to: $1, keptAuthorization: false, duration: .milliseconds(5))
        }
        func exchange(
            _ purpose: SessionError.Purpose, form: String? = nil, sent: HTTPHeaders = [:],
            _ outcome: HTTPExchange.Outcome, redirect: HTTPRedirect? = nil
        ) -> SessionEvent.Kind {
            .exchange(
                HTTPExchange(
                    id: 7, purpose: purpose, request: purpose == .request ? 3 : nil, method: "POST",
                    url: "https://id.example/p?limit=2", requestHeaders: sent, requestBody: form,
                    sentAt: Date(timeIntervalSince1970: 1_795_262_671.5), duration: .milliseconds(12),
                    outcome: outcome, faults: ["slow-network"], redirect: redirect))
        }
        func answered(
            _ status: Int, _ headers: HTTPHeaders = [:], _ body: String? = nil, redirects: [HTTPRedirect] = []
        ) -> HTTPExchange.Outcome {
            .answered(
                HTTPExchange.Answer(
                    status: status, headers: headers, body: body, bodySize: 99, version: "1.1", timings: nil,
                    connection: nil, redirects: redirects))
        }
        func partial(_ redirects: [HTTPRedirect]) -> PartialAnswer {
            PartialAnswer(
                HTTPExchange.Answer(
                    status: 200, headers: ["X-Private": "value-4711"], body: nil, bodySize: 3, version: nil,
                    timings: nil, connection: nil, redirects: redirects), receivedSize: 3, expectedSize: 500)
        }
        let grant = "urn:ietf:params:oauth:grant-type:device_code"
        return [
            exchange(
                .token, form: "grant_type=refresh_token&refresh_token=•••• A3F1&client_id=value-4711&password=••••",
                sent: ["Authorization": "Basic •••• 0BAD", "X-Private": "value-4711"],
                answered(
                    200, ["X-Private": "value-4711"],
                    #"{"access_token":"•••• 9C02","refresh_token":"•••• 77D0","scope":"value-4711","expires_in":60}"#)),
            exchange(
                .token, form: "grant_type=\(grant)&device_code=•••• 1234",
                answered(400, [:], #"{"error":"authorization_pending","error_description":"value-4711"}"#)),
            exchange(.revocation, form: "token=•••• 77D0&token_type_hint=value-4711", answered(200)),
            exchange(
                .request, sent: ["Authorization": "DPoP •••• 9C02", "DPoP": "•••• 1111"],
                answered(401, ["WWW-Authenticate": #"DPoP realm="value-4711", error="use_dpop_nonce""#])),
            exchange(
                .request, sent: ["Authorization": "Bearer •••• 9C02"],
                answered(401, ["WWW-Authenticate": #"Bearer error="a \"quoted\\ code""#])),
            exchange(.request, sent: ["Authorization": "Bearer •••• 9C02"], answered(200, redirects: hop)),
            exchange(.request, answered(302), redirect: hop.first),
            exchange(.request, .failed(.brokenOff("closed", after: partial([])))),
            exchange(.request, .failed(.redirectRefused("a circle", after: partial(hop)))),
            .requestFailed(
                RequestFacts(id: 3, method: "GET", url: "https://api.example/"),
                .transport(.brokenOff("closed", after: partial([])), during: .request)),
            .authorizationAnswered(
                AuthorizationMessage(
                    url: "https://app.example/cb", parameters: ["error", "state"], error: "access_denied",
                    query: "error=access_denied&error_description=value-4711")),
            .userInfoFetched(
                UserInfo(subject: "alice", claims: [UserInfo.Claim(name: "email", value: "value-4711")])),
        ]
    }()

    @Test(arguments: messages)
    func `a message is told without contents, and drawn by every process as by its own`(kind: SessionEvent.Kind) throws
    {
        let original = event(4, kind)
        EventRecorder(file, program: "request").take([original])
        let text = try String(contentsOf: URL(filePath: file.path), encoding: .utf8)
        #expect(!text.contains("4711"), "\(text)")
        var tail = EventTail(file)
        let read = try #require(tail.next().first.flatMap { OtherProcessEvent($0) }?.event)
        #expect(FlowEvent(read) == FlowEvent(original), "\(text)")
        // Whatever another program writes is no content here either.
        #expect(read.withoutContents == read && original.withoutContents == read)
    }

    @Test func `of a flood the newest are told`() {
        var others = OtherProcesses(file, own: 1)
        EventRecorder(file, program: "request").take((1...900).map(started))
        #expect(others.next().map(\.event.sequence) == Array(401...900))
    }

    @Test func `of a burst of calls the newest are written, and all that is no call`() {
        var large = file
        large.sizeLimit = 64 << 20
        let calls = (2...1_201).map { number in
            event(number, .requestStarted(RequestFacts(id: number, method: "GET", url: "https://api.example.com/")))
        }
        EventRecorder(large, program: "proxy").take(
            [event(1, .storeWarning("full"))] + calls + [event(1_202, .storeWarning("full"))])
        var tail = EventTail(large)
        let lines = tail.next()
        let sequences = lines.compactMap { $0["sequence"]?.int }
        let isRight = sequences == [1] + Array(302...1_201) + [1_202]
        #expect(isRight, "\(sequences.count), from \(sequences.prefix(2))")
        #expect(lines.prefix(3).map { $0["left_out"]?.int } == [nil, 300, nil])
        #expect(lines.compactMap { $0["left_out"] }.count == 1)
    }

    @Test func `sessions of one process tell each other what they do, and no other profile's`() async throws {
        let hub = SessionHub()
        let members = ["work", "work", "play"].map { hub.join($0, program: "console") }
        #expect(members.map(\.number) == [1, 2, 1])
        members[1].take([started(1), event(2, .configured(.noSession(.noStoredSession)))])
        members[0].take([started(5)])
        hub.finish()
        var told: [[OtherProcessEvent]] = []
        for member in members {
            told.append([])
            for await events in member.others { told[told.count - 1] += events }
        }
        #expect(told.map { $0.map(\.process) } == [["console[\(getpid())] session 2"], ["console[\(getpid())]"], []])
        #expect(told[0].first?.event == started(1))
    }

    @Test func `a member is told what another process appends, until nobody asks`() async throws {
        let member = SessionHub().join("work", program: "console")
        EventRecorder(file, program: "request").take([started(1)])
        member.follow(file)
        _ = file.append([Self.line(#""kind":"verified""#, program: "\"request\"", sequence: "9")])
        var iterator = member.others.makeAsyncIterator()
        let told = await iterator.next()
        #expect(told?.map(\.process) == ["request[1]"])
        #expect(told?.first?.event.kind == .verified)
    }

    @Test func `a recording has them, and reads them`() throws {
        let original = [
            OtherProcessEvent(program: "console", number: 7, session: 2, event: started(3)),
            OtherProcessEvent(program: "request", number: 8, event: event(4, .verified, cause: 3)),
        ]
        let moment = Moment(time: Date(timeIntervalSince1970: 1_795_262_671.5), occurrence: .others(original))
        let line = moment.record(withBodies: false).serialized()
        let read = try Moment(Record(JSONValue(parsing: line.utf8)))
        guard case .others(original) = read.occurrence else {
            Issue.record("\(line)")
            return
        }
        #expect(read.record(withBodies: false).serialized() == line)
    }

    @Test func `what an earlier version recorded of other processes is read, as far as it is known`() throws {
        let line =
            #"{"time":"2026-11-21T12:04:31.500Z","occurrence":"others","#
            + #""others":{"events":[{"process":"request[8]","time":"2026-11-21T12:04:31.500Z","sequence":3,"#
            + #""generation":2,"diagram":{"turn":"lost"}},"#
            + #"{"process":"request[8]","time":"2026-11-21T12:04:31.500Z","sequence":4,"#
            + #""generation":2,"kind":"verified"}]}}"#
        let moment = try Moment(Record(JSONValue(parsing: line.utf8)))
        guard case .others(let others) = moment.occurrence else {
            Issue.record("\(moment)")
            return
        }
        #expect(others.map(\.event.sequence) == [4] && others.map(\.process) == ["request[8]"])
    }
}
