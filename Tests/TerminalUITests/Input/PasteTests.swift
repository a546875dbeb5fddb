import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct PasteTests {
    /// 2 KB of letters that are keys nearly everywhere.
    private let token = "eyJ" + String((0..<2045).map { Array("qQhjklrRxXyGnNfFbmuw")[$0 * 7 % 20] })

    private func pasted(_ text: String) -> String { "\u{1B}[200~" + text + "\u{1B}[201~" }

    @Test(arguments: [1, 5, 64, 1024, .max])
    func `statement 2: a paste is one key with exactly its text, however it is cut`(pieceLength: Int) {
        #expect(decode(pasted(token), in: pieceLength) == [.paste(token)])
        #expect(decode(pasted("漢字 😀 \u{1B}[A\u{3}"), in: pieceLength) == [.paste("漢字 😀 \u{1B}[A\u{3}")])
    }

    @Test(arguments: [1, 64, .max], ["\r", "\n", "\r\n", "\r\r"])
    func `statement 2: line breaks in a paste are text and send nothing`(pieceLength: Int, lineBreak: String) {
        let keys = decode(pasted(token + lineBreak), in: pieceLength)
        #expect(keys == [.paste(token + (lineBreak == "\r\r" ? "\n\n" : "\n"))])
        var field = TextField()
        for key in keys { _ = field.handle(key) }
        #expect(field.text == token)
    }

    @Test(arguments: [1, 3, 64, .max])
    func `statement 3: an end marker hidden in the text ends nothing and is taken out`(pieceLength: Int) {
        #expect(decode(pasted("abc\u{1B}[201~qx\r"), in: pieceLength) == [.paste("abcqx\n")])
        #expect(decode(pasted("a\u{1B}[20\u{1B}[201~1~b"), in: pieceLength) == [.paste("ab")])
        #expect(decode(pasted("a\u{1B}[200~b"), in: pieceLength) == [.paste("ab")])
    }

    @Test(arguments: ["\r", "\n", "\r\n"])
    func `statement 2: lines pasted into a terminal without markers are text`(lineBreak: String) {
        let lines = stride(from: 0, to: 2048, by: 64).map { String(Array(token)[$0..<($0 + 64)]) }
        let text = lines.joined(separator: lineBreak)
        let expected = lines.joined(separator: "\n")
        #expect(decode(text + lineBreak, in: .max) == [.paste(expected + "\n")])
        #expect(decode(text + "漢字", in: 1024) == [.paste(expected + "漢字")])
        var decoder = InputDecoder()
        let keys = decoder.feed(Array(text.utf8))
        #expect(keys.isEmpty && decoder.awaitsSilence)
        let nextKeys = decoder.feed(Array("\u{1B}[A".utf8))
        #expect(nextKeys == [.paste(expected), .up], "a key ends it")
    }

    @Test func `a long line and return, and many keys, are typed`() {
        #expect(decode(token + "\r", in: .max) == token.map { .character($0) } + [.enter])
        let keys = String(repeating: "j", count: 60) + "\r" + "q"
        #expect(decode(keys, in: .max) == keys.dropLast(2).map { .character($0) } + [.enter, .character("q")])
    }

    @Test func `a paste waits for silence, and only once its end has come`() {
        var decoder = InputDecoder()
        let keys = decoder.feed(Array("\u{1B}[200~abc".utf8))
        #expect(keys.isEmpty)
        #expect(!decoder.awaitsSilence)
        let nextKeys = decoder.flush()
        #expect(nextKeys.isEmpty)
        let thirdKeys = decoder.feed(Array("\u{1B}[201~".utf8))
        #expect(thirdKeys.isEmpty)
        #expect(decoder.awaitsSilence)
        let lastKeys = decoder.flush()
        #expect(lastKeys == [.paste("abc")])
    }

    @Test func `keys before and after a paste stay keys`() {
        #expect(
            decode("x" + pasted("abc") + "\rq", in: .max) == [.character("x"), .paste("abc"), .enter, .character("q")])
    }

    @Test func `another paste that has only begun is not lost`() {
        var decoder = InputDecoder()
        let keys = decoder.feed(Array((pasted("one") + "\u{1B}[200~tw").utf8))
        #expect(keys.isEmpty)
        let nextKeys = decoder.flush()
        #expect(nextKeys == [.paste("one")])
        let thirdKeys = decoder.feed(Array("o\u{1B}[201~".utf8))
        #expect(thirdKeys.isEmpty)
        let lastKeys = decoder.flush()
        #expect(lastKeys == [.paste("two")])
    }

    @Test func `an empty paste is an empty paste`() {
        #expect(decode(pasted(""), in: 1) == [.paste("")])
    }

    @Test func `a paste beyond the limit is cut, and what follows it is not`() {
        let size = InputDecoder.pasteLimit + 100_000
        let keys = decode(Array(pasted(String(repeating: "a", count: size)).utf8) + [UInt8(ascii: "q")], in: 65536)
        guard case .paste(let text) = keys.first else {
            Issue.record("no paste")
            return
        }
        #expect(text.utf8.count <= InputDecoder.pasteLimit + 16)
        #expect(text.utf8.allSatisfy { $0 == UInt8(ascii: "a") })
        #expect(keys.dropFirst() == [.character("q")])
    }
}
