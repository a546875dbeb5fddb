import RequestFiles
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// What `-` takes out of a file, and `U` brings back.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct HeaderRemovalTests {
    private func write(_ console: Console) throws -> (path: String, old: String, new: String) {
        guard case .write(let path, let old, let new)? = console.requestEffects.first else {
            Issue.record("nothing is written: \(console.effects)")
            return ("", "", "")
        }
        return (path, String(decoding: old, as: UTF8.self), String(decoding: new, as: UTF8.self))
    }

    private func end(_ text: String, _ result: Result<Void, RequestMessage.WriteFailure>, in console: inout Console)
        throws
    {
        console.send(.libraryRead(try RequestSamples.library([("orders.http", text)])))
        console.send(.written(path: "orders.http", result))
    }

    /// With a header removed: `list orders` has two.
    private func removed(_ text: String = RequestSamples.orders) throws -> (console: Console, file: String) {
        var console = try Console.requests([("orders.http", text)])
        console.press(.tab, .down, .down, .character("-"))
        let written = try write(console)
        #expect(written.old == text && written.new == text.replacing("Accept: application/json\n", with: ""))
        try end(written.new, .success(()), in: &console)
        return (console, written.new)
    }

    @Test func `a header that was removed comes back with exactly the bytes that the file had`() throws {
        var (console, file) = try removed()
        #expect(console.notice?.text == "Removed Accept from orders.http")
        #expect(console.notice?.advice == "U restores it")
        #expect(console.requests.request.hints(in: console.model.scene).contains(.restoreHeader))
        console.press(.character("U"))
        let restored = try write(console)
        #expect(restored.old == file && restored.new == RequestSamples.orders)
        try end(restored.new, .success(()), in: &console)
        #expect(console.notice?.text == "Accept is back in orders.http")
        console.press(.character("U"))
        #expect(console.requestEffects.isEmpty)
        #expect(console.notice?.text == "No header was removed")
    }

    @Test func `headers come back one by one, the latest first`() throws {
        var (console, file) = try removed()
        console.press(.character("-"))
        let second = try write(console)
        #expect(second.old == file && !second.new.contains("### list orders\nAuthorization"))
        try end(second.new, .success(()), in: &console)
        console.press(.character("U"))
        #expect(try write(console).new == file)
        try end(file, .success(()), in: &console)
        console.press(.character("U"))
        #expect(try write(console).new == RequestSamples.orders)
    }

    @Test func `while a removal is written no other is begun`() throws {
        var console = try Console.requests()
        console.press(.tab, .down, .down, .character("-"), .character("-"))
        #expect(console.requestEffects.isEmpty)
    }

    @Test func `a removal that was not written can't be taken back`() throws {
        var console = try Console.requests()
        console.press(.tab, .down, .down, .character("-"))
        console.send(.written(path: "orders.http", .failure(.failed("no space"))))
        #expect(console.notice?.text == "orders.http was not written: no space")
        console.press(.character("U"))
        #expect(console.notice?.text == "No header was removed")
    }

    @Test func `a file that has changed since is left as it is`() throws {
        var (console, _) = try removed()
        console.press(.character("U"))
        console.send(.written(path: "orders.http", .failure(.changed)))
        #expect(console.notice?.text == "orders.http was not written: it has changed, and was read again")
        console.press(.character("U"))
        #expect(console.notice?.text == "No header was removed")
    }

    @Test func `a header that is emptied in its field comes back too`() throws {
        var console = try Console.requests()
        console.press(.tab, .down, .down, .character("a"))
        for _ in 0..<30 { console.press(.backspace) }
        console.press(.enter)
        try end(try write(console).new, .success(()), in: &console)
        #expect(console.notice?.text == "Removed Accept from orders.http")
        #expect(console.requests.request.editor == nil)
        console.press(.character("U"))
        #expect(try write(console).new == RequestSamples.orders)
    }

    @Test func `a header of a pasted request comes back`() throws {
        var console = try Console.requests()
        let text = "GET http://127.0.0.1:41874/x\nAccept: a/b\nX-A: 1"
        console.press(.paste(text), .down, .down, .character("-"))
        #expect(console.notice?.text == "Removed Accept from pasted 1", "\(console.text)")
        #expect(console.effects.isEmpty)
        console.press(.character("U"))
        let bytes = try #require(console.requests.list.pasted.first?.file?.bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
}
