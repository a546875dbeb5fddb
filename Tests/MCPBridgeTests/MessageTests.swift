import JOSE
import Testing

@testable import MCPBridge

/// Lines, messages and event streams as values.
@Suite(.timeLimit(.minutes(5)))
struct MessageTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `lines are cut however they arrive, and none beyond the limit is kept`() {
        var cutter = LineCutter(limit: 8)
        #expect(cutter.cut(bytes("on")).isEmpty)
        #expect(cutter.cut(bytes("e\ntwo\n\nth")) == [.whole(bytes("one")), .whole(bytes("two")), .whole([])])
        #expect(cutter.cut(bytes("ree456789")).isEmpty)
        #expect(cutter.cut(bytes("0123\n12345678\nrest")) == [.tooLong(limit: 8), .whole(bytes("12345678"))])
        #expect(cutter.end() == .whole(bytes("rest")))
        #expect(cutter.end() == nil)
    }

    @Test func `a line of 100 MB is dropped while it arrives`() {
        var cutter = LineCutter(limit: 8 << 20)
        let piece = [UInt8](repeating: 0x61, count: 1 << 20)
        for _ in 0..<100 { #expect(cutter.cut(piece).isEmpty) }
        #expect(cutter.cut([0x0A]) == [.tooLong(limit: 8 << 20)])
        #expect(cutter.cut(bytes("next\n")) == [.whole(bytes("next"))])
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"method":"a"}"#, "request 1 a"),
        (#" {"params":{"id":7,"method":"no"}, "method":"b","id":"x\u0041" , "jsonrpc":"2.0"} "#, "request \"xA\" b"),
        (#"{"jsonrpc":"2.0","method":"n","params":[1,-2.5e3,true,null,"\"]}"]}"#, "notification n"),
        (#"{"jsonrpc":"2.0","id":3,"result":{}}"#, "response 3"),
        // Programs write half of a surrogate pair where they cut a text within a character.
        (#"{"jsonrpc":"2.0","id":3,"result":"\uD83D"}"#, "response 3"),
        (#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}"#, "response none"),
        ("{", "-32700"), ("garbage", "-32700"), (#"{"jsonrpc":"2.0","id":01,"method":"a"}"#, "-32700"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"} x", "-32700"), (#"{"a":"\x"}"#, "-32700"),
        (String(repeating: "[", count: 100_000), "-32700"),
        ("[]", "-32600"), (#"[{"jsonrpc":"2.0","id":1,"method":"a"}]"#, "-32600"), ("7", "-32600"),
        (#"{"jsonrpc":"1.0","id":5,"method":"a"}"#, "-32600 5"), (#"{"jsonrpc":"2.0","id":5}"#, "-32600 5"),
        (#"{"jsonrpc":"2.0","id":{},"method":"a"}"#, "-32600"), (#"{"jsonrpc":"2.0","id":5,"method":7}"#, "-32600 5"),
    ])
    func `the envelope says what a line is`(line: String, expected: String) {
        let found: String
        do throws(MessageFault) {
            found =
                switch try BridgedMessage(reading: bytes(line)).kind {
                case .request(let id, let method): "request \(id.json) \(method)"
                case .notification(let method): "notification \(method)"
                case .response(let id): "response \(id?.json ?? "none")"
                }
        } catch {
            found = "\(error.code.rawValue)" + (error.id.map { " \($0.json)" } ?? "")
        }
        #expect(found == expected)
    }

    @Test func `text that is not UTF-8 is no message`() {
        let line = bytes(#"{"jsonrpc":"2.0","method":""#) + [0xFF] + bytes(#""}"#)
        #expect(throws: MessageFault.self) { try BridgedMessage(reading: line) }
    }

    @Test func `a message over several lines becomes one, and only its id can be changed`() throws {
        let message = try BridgedMessage(reading: bytes("{\"jsonrpc\":\"2.0\",\r\n\"id\":1,\n\"method\":\"a\\n\"}"))
        let line = String(decoding: message.line, as: UTF8.self)
        #expect(line == "{\"jsonrpc\":\"2.0\",  \"id\":1, \"method\":\"a\\n\"}\n")
        let other = try message.renamed(MessageID(own: "mine"))
        #expect(String(decoding: other.line, as: UTF8.self).contains("\"id\":\"mine\","))
        #expect(other.kind == .request(MessageID(own: "mine"), method: "a\n"))
    }

    @Test func `an error is JSON, whatever it quotes`() throws {
        let line = MessageFault(.server, "a \"b\"\n\u{1B}").line(for: MessageID(own: "x\"y"))
        let json = try JSONValue(parsing: line)
        #expect(line.count { $0 == 0x0A } == 1 && json["id"]?.string == "x\"y")
        #expect(json["error"]?["message"]?.string == "a \"b\"\n\u{1B}")
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `events are read however they arrive`(size: Int) throws {
        let text =
            "\u{FEFF}: comment\r\nid: 1\r\nretry: 20\r\ndata: a\r\ndata:b\r\n\r\n" + "event: message\rdata: c\r\r"
            + "event: other\ndata: no\n\n" + "id: 2\ndata\n\n" + "data: d\nid: \u{7}\n\n" + "data: unfinished\n"
        var reader = EventStreamReader(limit: 1000)
        var found: [String] = []
        var rest = bytes(text)[...]
        while !rest.isEmpty {
            found += try reader.read(Array(rest.prefix(size))).map { String(decoding: $0, as: UTF8.self) }
            rest = rest.dropFirst(size)
        }
        #expect(found == ["a\nb", "c", "d"])
        #expect(reader.lastEventID == "2" && reader.retry == .milliseconds(20))
    }

    @Test func `an identifier counts once its event has ended`() throws {
        var reader = EventStreamReader(limit: 1000)
        #expect(try reader.read(bytes("id: 6\n\nid: 7\ndata: a")).isEmpty)
        #expect(reader.lastEventID == "6")
        #expect(try reader.read(bytes("\n\n")) == [bytes("a")])
        #expect(reader.lastEventID == "7")
    }

    @Test func `an event beyond the limit is an error, in one line or in many`() throws {
        var reader = EventStreamReader(limit: 100)
        #expect(throws: EventStreamReader.TooLarge.self) { try reader.read([UInt8](repeating: 0x61, count: 101)) }
        var other = EventStreamReader(limit: 100)
        #expect(throws: EventStreamReader.TooLarge.self) {
            for _ in 0..<20 { _ = try other.read(bytes("data: 123456\n")) }
        }
    }
}
