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
        #expect(told.first?.event.json == FlowEvent(started(2)).json && told.first?.event.sequence == 2)
        #expect(told.last?.event.sequence == 3)
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

    @Test func `lines that can't be drawn are passed over, and texts are bounded`() throws {
        func line(_ diagram: String, program: String = "\"x\"", process: String = "1") -> String {
            #"{"time":"2026-11-21T12:04:31.500Z","sequence":4,"generation":2,"process":\#(process),"program":\#(program),"diagram":\#(diagram)}"#
        }
        var others = OtherProcesses(file, own: 2)
        let long = String(repeating: "é", count: 5_000)
        folder.write(
            [
                "nonsense", "[]", "{}", line(#"{"turn":"moved"}"#), line(#"{"turn":"lost"}"#, process: "\"a\""),
                line(#"{"turn":"lost"}"#, program: "7"),
                line(
                    #"{"steps":[{"from":"console","to":"moon","kind":"call","label":"l"},{"at":"moon"},{"at":"API","kind":"session","label":"\#(long)","token":"far too long","other_tokens":["A3F1","no"]}]}"#,
                    program: "\"\(long)\""),
            ].joined(separator: "\n") + "\n", to: "events.jsonl")
        let told = others.next()
        #expect(told.count == 1)
        let event = try #require(told.first)
        #expect(event.process.count < 60)
        #expect(event.event.steps.count == 1)
        let step = try #require(event.event.steps.first)
        #expect(step.label.count < 1_100 && step.token.isEmpty && step.otherTokens == ["A3F1"])
    }

    @Test func `of a flood the newest are told`() {
        var others = OtherProcesses(file, own: 1)
        EventRecorder(file, program: "request").take((1...900).map(started))
        #expect(others.next().map(\.event.sequence) == Array(401...900))
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
        #expect(told[0].first?.event == FlowEvent(started(1)))
    }

    @Test func `a member is told what another process appends, until nobody asks`() async throws {
        let member = SessionHub().join("work", program: "console")
        EventRecorder(file, program: "request").take([started(1)])
        member.follow(file)
        let line =
            #"{"time":"2026-11-21T12:04:31.500Z","sequence":9,"process":1,"program":"request","diagram":{"turn":"lost"}}"#
        _ = file.append([line])
        var iterator = member.others.makeAsyncIterator()
        let told = await iterator.next()
        #expect(told?.map(\.process) == ["request[1]"])
        #expect(told?.first?.event.turn == .lost)
    }

    @Test func `a recording has them, and reads them`() throws {
        let original = [
            OtherProcessEvent(process: "console[7] session 2", event: FlowEvent(started(3))),
            OtherProcessEvent(process: "request[8]", event: FlowEvent(event(4, .verified, cause: 3))),
        ]
        let moment = Moment(time: Date(timeIntervalSince1970: 1_795_262_671.5), occurrence: .others(original))
        let line = moment.record(withBodies: false).serialized()
        let read = try Moment(Record(JSONValue(parsing: line.utf8)))
        guard case .others(let others) = read.occurrence, others.count == original.count else {
            Issue.record("\(line)")
            return
        }
        #expect(read.record(withBodies: false).serialized() == line)
    }
}
