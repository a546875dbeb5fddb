import Glibc
import Testing

@testable import TerminalCurses
import TerminalUI

/// The thread of the terminal's actor: the work of one is done on it alone, in order, and descriptors wake it.
@Suite(.timeLimit(.minutes(5))) struct ThreadTests {
    @TerminalActor
    @Test func `work is done in its order, on one thread`() async {
        let log = Log()
        let thread = pthread_self()
        // All wait for this one, which holds the actor.
        let tasks = (0..<200).map { number in
            Task {
                log.numbers.append(number)
                return pthread_self()
            }
        }
        for task in tasks { #expect(await task.value == thread) }
        #expect(log.numbers == Array(0..<200))
        #expect(await Task.detached { pthread_self() }.value != thread)
    }

    @TerminalActor
    @Test func `what can be read is reported until the watch is removed`() async throws {
        let pipe = try Pipe()
        let thread = TerminalActor.shared.thread
        let (reports, continuation) = AsyncStream.makeStream(of: UInt8.self)
        let watch = thread.watch(pipe.input) { continuation.yield(pipe.readByte()) }
        pipe.write("a")
        pipe.write("b")
        var iterator = reports.makeAsyncIterator()
        #expect(await iterator.next(isolation: TerminalActor.shared) == UInt8(ascii: "a"))
        #expect(await iterator.next(isolation: TerminalActor.shared) == UInt8(ascii: "b"))
        thread.removeWatch(watch)
        pipe.write("c")
        // The other pipe is looked at in the same way: what it reports comes after all that the first one could.
        let other = try Pipe()
        let otherWatch = thread.watch(other.input) { continuation.yield(other.readByte()) }
        other.write("d")
        #expect(await iterator.next(isolation: TerminalActor.shared) == UInt8(ascii: "d"))
        thread.removeWatch(otherWatch)
    }

    @TerminalActor
    @Test func `what can be read is reported while much work waits`() async throws {
        let (pipe, log) = (try Pipe(), Log())
        let watch = TerminalActor.shared.thread.watch(pipe.input) { log.numbers.append(-Int(pipe.readByte())) }
        // All wait for this one, which holds the actor.
        let tasks = (0..<50).map { number in
            Task {
                usleep(2_000)
                log.numbers.append(number)
            }
        }
        pipe.write("a")
        for task in tasks { await task.value }
        TerminalActor.shared.thread.removeWatch(watch)
        let place = try #require(log.numbers.firstIndex(of: -97))
        #expect(place < 50)
        #expect(log.numbers.filter { $0 >= 0 } == Array(0..<50))
    }

    @TerminalActor
    @Test func `a report can remove another watch that has something to report, too`() async throws {
        let (first, second) = (try Pipe(), try Pipe())
        let thread = TerminalActor.shared.thread
        let (reports, continuation) = AsyncStream.makeStream(of: String.self)
        let watches = Log()
        watches.numbers = [first, second].map { pipe in
            thread.watch(pipe.input) {
                watches.numbers.forEach(thread.removeWatch)
                continuation.yield("one")
            }
        }
        first.write("x")
        second.write("y")
        var iterator = reports.makeAsyncIterator()
        #expect(await iterator.next(isolation: TerminalActor.shared) == "one")
        continuation.finish()
        #expect(await iterator.next(isolation: TerminalActor.shared) == nil)
    }
}

@TerminalActor private final class Log {
    var numbers: [Int] = []
}

/// A pipe that closes with its last use.
@TerminalActor private final class Pipe {
    let input: Int32
    private let output: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        (input, output) = (ends[0], ends[1])
    }

    deinit {
        close(input)
        close(output)
    }

    func write(_ text: String) { _ = text.withCString { Glibc.write(output, $0, strlen($0)) } }

    func readByte() -> UInt8 {
        var byte: UInt8 = 0
        return read(input, &byte, 1) == 1 ? byte : 0
    }
}
