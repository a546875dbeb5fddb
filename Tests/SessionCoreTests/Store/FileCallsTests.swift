import HostSystem
import SessionCore
import Synchronization
import TestSupport
import Testing

/// The order of the system calls by which a record survives a crash of the machine.
@Suite(.timeLimit(.minutes(5)))
struct FileCallsTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/demo.session.json" }

    /// Tells of each call, and carries it out unless it is the one that fails.
    private func store(failing failure: String? = nil) -> (FileStore, CallLog) {
        let log = CallLog()
        var calls = FileCalls()
        calls.write = { log.add("write", $0) == failure ? -1 : HostSystem.write($0, $1.baseAddress, $1.count) }
        calls.sync = { log.add("sync", $0) == failure ? -1 : fsync($0) }
        calls.rename = { log.add("rename \(name($0)) \(name($1))") == failure ? -1 : HostSystem.rename($0, $1) }
        return (FileStore(path: path, calls: calls), log)
    }

    @Test func `invariant 30: a record is written, made last, put in place, and then the folder is made last`() throws {
        let (store, log) = store()
        try store.write([1, 2, 3])
        let folderName = name(folder.path)
        #expect(
            log.calls == [
                "write demo.session.json.tmp", "sync demo.session.json.tmp",
                "rename demo.session.json.tmp demo.session.json", "sync \(folderName)",
            ])
        try store.remove()
        #expect(log.calls.last == "sync \(folderName)")
        #expect(log.calls.count == 5)
        try store.write([1])
        _ = try store.setAside()
        #expect(log.calls.count == 10)
        #expect(log.calls.last == "sync \(folderName)")
    }

    @Test(arguments: [
        "write demo.session.json.tmp", "sync demo.session.json.tmp", "rename demo.session.json.tmp demo.session.json",
    ])
    func `invariant 30: a record that could not be made last takes no other's place`(call: String) async throws {
        try FileStore(path: path).write(Array("before".utf8))
        let (store, log) = store(failing: call)
        #expect(throws: StoreError.self) { try store.write(Array("after".utf8)) }
        #expect(log.calls.last == call)
        #expect(try await store.text == "before")
        #expect(folder.names("") == ["demo.session.json"])
    }

    @Test func `hole: a write that a signal interrupts is made again`() async throws {
        let isInterrupted = Mutex(true)
        var calls = FileCalls()
        calls.write = { file, bytes in
            guard
                isInterrupted.withLock({ isFirst in
                    defer { isFirst = false }
                    return isFirst
                })
            else {
                return HostSystem.write(file, bytes.baseAddress, bytes.count)
            }
            errno = EINTR
            return -1
        }
        let store = FileStore(path: path, calls: calls)
        try store.write(Array("whole".utf8))
        #expect(try await store.text == "whole")
    }

    @Test func `invariant 30: a record that the system takes in pieces is written whole`() async throws {
        var calls = FileCalls()
        calls.write = { HostSystem.write($0, $1.baseAddress, min($1.count, 3)) }
        let store = FileStore(path: path, calls: calls)
        try store.write(Array("more than three bytes".utf8))
        #expect(try await store.text == "more than three bytes")
    }

    @Test func `hole, invariant 30: a write that a signal interrupts goes on`() async throws {
        let interruptions = Mutex(2)
        var calls = FileCalls()
        calls.write = { file, bytes in
            let isInterrupted = interruptions.withLock { left in
                defer { left -= 1 }
                return left > 0
            }
            guard isInterrupted else { return HostSystem.write(file, bytes.baseAddress, bytes.count) }
            errno = EINTR
            return -1
        }
        let store = FileStore(path: path, calls: calls)
        try store.write(Array("whole".utf8))
        #expect(try await store.text == "whole")
    }
}

private final class CallLog: Sendable {
    private let log = Mutex<[String]>([])

    var calls: [String] { log.withLock(\.self) }

    /// Adds a call, and returns it.
    func add(_ call: String) -> String {
        log.withLock { $0.append(call) }
        return call
    }

    func add(_ call: String, _ descriptor: Int32) -> String {
        add("\(call) \(target(of: descriptor).map(name) ?? "?")")
    }
}

/// The last part of a path.
private func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

/// The path that a descriptor was opened by.
private func target(of descriptor: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
