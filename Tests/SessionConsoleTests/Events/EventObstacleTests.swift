import Dispatch
import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import Synchronization
import TestSupport
import Testing

@testable import session_console

/// What is in the way of the events file, and what must not wipe it.
@Suite(.timeLimit(.minutes(5))) struct EventObstacleTests {
    private let folder = TemporaryFolder()
    private var file: EventFile {
        EventFile(path: folder.path + "/x.events.jsonl", patience: .milliseconds(20))
    }

    private func event(_ sequence: Int, _ text: String) -> SessionEvent {
        SessionEvent(
            sequence: sequence, time: Date(timeIntervalSince1970: 0), generation: 1, cause: nil,
            kind: .injected(.sample(text)))
    }

    /// A lock of the kind that another user could take who may only read the file.
    private func lockShared() -> Int32 {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        flock(descriptor, LOCK_SH)
        return descriptor
    }

    @Test func `loss 6: events that a lock keeps out are written with the next ones`() throws {
        let recorder = EventRecorder(file, program: "test")
        recorder.take([event(1, "one")])
        let descriptor = lockShared()
        recorder.take([event(2, "two")])
        recorder.take([event(3, "three")])
        var tail = EventTail(file)
        #expect(tail.next().map { $0["sequence"]?.int } == [1])
        close(descriptor)
        recorder.take([event(4, "four")])
        #expect(tail.next().map { $0["sequence"]?.int } == [2, 3, 4])
        // The last call of a process, without an event of its own.
        let again = lockShared()
        recorder.take([event(5, "five")])
        close(again)
        recorder.take([])
        #expect(tail.next().map { $0["sequence"]?.int } == [5])
    }

    @Test func `what a long lock leaves no room for is counted at the next event`() throws {
        var file = file
        file.sizeLimit = 64 << 20
        let recorder = EventRecorder(file, program: "test")
        recorder.take([event(0, "first")])
        let descriptor = lockShared()
        recorder.take((1...1_003).map { event($0, "while locked") })
        recorder.take([event(1_004, "later"), event(1_005, "later")])
        close(descriptor)
        recorder.take([])
        var tail = EventTail(file)
        let lines = tail.next()
        let isRight = lines.map { $0["sequence"]?.int } == [0] + Array(6...1_005)
        #expect(isRight, "\(lines.count)")
        #expect(lines.compactMap { $0["left_out"]?.int } == [5])
        #expect(lines.dropFirst().first?["left_out"] == 5)
    }

    /// How many descriptors of this process are open on a file.
    private func openCount(_ path: String) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.count {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
        }
    }

    @Test func `nothing is written while another process holds the lock`() throws {
        _ = file.append(["{\"n\":1}"])
        let descriptor = lockShared()
        defer { close(descriptor) }
        #expect(file.append(["{\"n\":2}"]) == .locked)
        #expect(folder.text("x.events.jsonl") == "{\"n\":1}\n")
    }

    @Test func `what was renamed while its lock was waited for is not written to any more`() async throws {
        var file = file
        file.patience = .seconds(60)
        _ = file.append(["{\"n\":1}"])
        let descriptor = lockShared()
        let writer = file
        let writing = Task { try await blocking { writer.append(["{\"n\":2}"]) } }
        try await until { openCount(writer.path) == 2 }
        rename(writer.path, writer.previousPath)
        // Whoever renamed it has begun a new one.
        #expect(writer.append(["{\"n\":3}"]) == .written)
        close(descriptor)
        #expect(try await writing.value == .written)
        #expect(folder.text("x.events.jsonl") == "{\"n\":3}\n{\"n\":2}\n")
        #expect(folder.text("x.events.jsonl.1") == "{\"n\":1}\n")
    }

    @Test func `loss 6: while a sink blocks the pump goes on taking events, and hands them on in order`() async throws {
        final class Sink: EventSink {
            let begun = Mutex(0)
            let taken = Mutex<[Int]>([])
            let latch = DispatchSemaphore(value: 0)

            func take(_ events: [SessionEvent]) {
                begun.withLock { $0 += 1 }
                latch.wait()
                latch.signal()
                taken.withLock { $0 += events.map(\.sequence) }
            }
        }
        let fixture = try await SessionFixture().signedIn()
        let sink = Sink()
        let pump = EventPump(fixture.session, sinks: [sink])
        pump.start()
        try await until { sink.begun.withLock(\.self) == 1 }
        fixture.session.report(injected: .sample("meanwhile"))
        // What the follower does for each event: it must not wait for the sink.
        try await until { pump.waitingCount > 0 }
        sink.latch.signal()
        pump.finish()
        #expect(sink.taken.withLock(\.self) == fixture.events.map(\.sequence))
    }

    @Test func `load 1: two events with a huge text wipe no other event, and are kept cut`() {
        let recorder = EventRecorder(file, program: "test")
        for number in 1...50 { recorder.take([event(number, "small")]) }
        let huge = String(repeating: "\u{1}\u{20AC}", count: 1 << 18)
        recorder.take([event(51, huge), event(52, huge)])
        recorder.take([event(53, huge)])
        var tail = EventTail(file)
        let events = tail.next()
        #expect(events.map { $0["sequence"]?.int } == Array(1...53))
        #expect(events.allSatisfy { $0["kind"] == "injected" && $0["program"] == "test" })
        #expect(events.last?["text"]?.string?.hasPrefix("injected: ") == true)
    }

    @Test func `load 1: a batch that is larger than the file is kept to its end`() {
        var small = file
        small.sizeLimit = 800
        let lines = (0..<300).map { "{\"n\":\($0)}" }
        #expect(small.append(lines) == .written)
        #expect(small.append(["{\"n\":\"" + String(repeating: "x", count: 200) + "\"}"]) == .written)
        var tail = EventTail(small)
        let kept = tail.next().compactMap { $0["n"]?.int }
        #expect(kept == Array(kept[0]..<300))
        #expect(kept.count > 60)
    }

    @Test(arguments: Obstacle.allCases)
    func `load 3: what is not a file takes no event, at once`(obstacle: Obstacle) {
        obstacle.raise(at: file.path)
        #expect(file.append(["{}"]) == .failed)
        var tail = EventTail(file)
        #expect(tail.next() == [])
        #expect(file.obstacle != nil)
    }
}
