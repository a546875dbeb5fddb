import FoundationEssentials
import HostSystem
import JOSE
import Synchronization
import TestSupport
import Testing

@testable import session_console

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct EventFileTests {
    private let program: ProgramUnderTest

    init() throws { program = try ProgramUnderTest() }

    private func file(limit: Int = 512 << 10) -> EventFile {
        EventFile(path: program.home + "/state/x.events.jsonl", sizeLimit: limit)
    }

    private func line(_ number: Int) -> String { "{\"n\":\(number)}" }

    private func mode(_ path: String) -> mode_t {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
    }

    @Test func `what is appended is read back, once`() {
        defer { program.remove() }
        let file = file()
        var tail = EventTail(file)
        #expect(tail.next() == [])
        _ = file.append([line(1), line(2)])
        #expect(tail.next().map { $0["n"]?.int } == [1, 2])
        #expect(tail.next() == [])
        _ = file.append([line(3)])
        #expect(tail.next().map { $0["n"]?.int } == [3])
    }

    @Test func `a line that is not written whole is gone, and a follower misses none of the others`() {
        defer { program.remove() }
        var file = file()
        let tail = Mutex(EventTail(file))
        let seen = { @Sendable in tail.withLock { $0.next() }.map { $0["n"]?.int } }
        _ = file.append([line(1)])
        file.calls.write = { descriptor, bytes in
            if bytes.count > 5 { return write(descriptor, bytes.baseAddress, 5) }
            // The follower looks in between.
            #expect(seen() == [1])
            errno = ENOSPC
            return -1
        }
        #expect(file.append([line(22)]) == .failed)
        file.calls = .system
        _ = file.append([line(3)])
        #expect(seen() == [3])
        var other = EventTail(file)
        #expect(other.next().map { $0["n"]?.int } == [1, 3])
    }

    @Test func `only its owner may read it`() {
        defer { program.remove() }
        _ = file().append([line(1)])
        #expect(mode(file().path) == 0o600)
        #expect(mode(program.home + "/state") == 0o700)
    }

    @Test func `it is bounded, and a follower misses nothing when it is renamed`() {
        defer { program.remove() }
        let file = file(limit: 200)
        var tail = EventTail(file)
        var seen: [Int?] = []
        for number in 0..<200 {
            _ = file.append([line(number)])
            if number.isMultiple(of: 7) { seen += tail.next().map { $0["n"]?.int } }
        }
        seen += tail.next().map { $0["n"]?.int }
        #expect(seen == Array(0..<200))
        var late = EventTail(file)
        let kept = late.next().compactMap { $0["n"]?.int }
        #expect(kept.last == 199)
        #expect(kept.count < 60)
    }

    @Test(.enabled(if: access("/dev/shm", W_OK) == 0, "needs a file system that takes any size"))
    func `loss 9: a file of the largest size there is makes way for a new one`() throws {
        defer { program.remove() }
        var template = Array("/dev/shm/session-console-test-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = EventFile(path: folder + "/x.events.jsonl")
        _ = file.append([line(1)])
        try #require(truncate(file.path, off_t.max) == 0)
        #expect(file.append([line(2)]) == .written)
        #expect(try String(contentsOf: URL(filePath: file.path), encoding: .utf8) == line(2) + "\n")
    }

    @Test func `lines of many writers stay whole`() async {
        defer { program.remove() }
        let file = file(limit: 2000)
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask { for number in 0..<50 { _ = file.append([line(writer * 50 + number)]) } }
            }
        }
        let text = [file.previousPath, file.path].compactMap {
            try? String(contentsOf: URL(filePath: $0), encoding: .utf8)
        }
        let lines = text.joined().split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("{\"n\":") && $0.hasSuffix("}") })
        #expect(Set(lines).count == lines.count)
    }

    @Test func `what a dying process left unfinished is skipped`() throws {
        defer { program.remove() }
        let file = file()
        _ = file.append([line(1), "{\"n\":", line(2)])
        var tail = EventTail(file)
        #expect(tail.next().map { $0["n"]?.int } == [1, 2])
    }
}
