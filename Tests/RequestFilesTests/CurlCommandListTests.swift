import Testing

@testable import RequestFiles

/// Several commands in one text.
@Suite(.timeLimit(.minutes(5))) struct CurlCommandListTests {
    private func lines(_ text: String) -> [String] {
        CurlCommandList(text).commands.map { command in
            switch command {
            case .success(let command): command.line
            case .failure(let fault): fault.words
            }
        }
    }

    @Test(arguments: [
        "curl a.test\ncurl b.test", "curl a.test;curl b.test", "curl a.test & curl b.test",
        "curl a.test&&curl b.test", "curl a.test ;\ncurl b.test ;\n", "\r\n\r\ncurl a.test\r\ncurl b.test\r\n",
        "$ curl a.test\n\n$ curl b.test &&", "# 'one\ncurl a.test # don't; curl c\ncurl b.test",
        "curl \\\n a.test \\\r\n\n;; curl\tb.test", "curl ^\"a.test^\" &\ncurl ^\"b.test^\"",
        "curl ^\"a.test^\"&&curl ^\"b.test^\" & ", "curl ^\n  ^\"a.test^\"\n\ncurl ^\r\n  b.test\r\n",
    ])
    func `a list is cut as the shell cuts it`(text: String) {
        #expect(lines(text) == ["curl a.test", "curl b.test"])
    }

    @Test(arguments: [
        ("curl 'a;b&c\nd' -d \"x;\n&y\" -H $'it\\'s;\n'", ["a;b&c\nd", "-d", "x;\n&y", "-H", "it's;\n"]),
        ("curl a\\;b\\&c -d a#b", ["a;b&c", "-d", "a#b"]),
        (
            "curl ^\"a^&b;c^\" -d \"d & e\" -d ^\"f^\n\ng^\" -d h^&^&i;j",
            ["a&b;c", "-d", "d & e", "-d", "f\ng", "-d", "h&&i;j"]
        ),
    ])
    func `what is quoted stays a part of the command`(text: String, words: [String]) throws {
        #expect(try ShellWords(text).words == ["curl"] + words)
        let list = CurlCommandList("\(text)\ncurl z")
        #expect(list.commands.count == 2)
    }

    @Test func `a line that came of several lines is one line, with the same words`() throws {
        let list = CurlCommandList("curl a.test -d 'x\n\n### y\t\\ é'\ncurl b.test")
        let line = try #require(list.commands.first).get().line
        #expect(!line.contains("\n"))
        #expect(try CurlCommand(line).body == [.text("x\n\n### y\t\\ é")])
    }

    @Test(arguments: [
        ("curl a | jq ; curl b", ["curl a | jq", "curl b"]),
        ("curl a > x 2>&1\ncurl b &> y & curl c", ["curl a > x 2>&1", "curl b &> y", "curl c"]),
        ("curl a || curl b\ncurl c", ["curl a || curl b", "curl c"]),
        ("cd x && curl a", ["this is not a curl command", "curl a"]),
        ("it's {\"a\": 1}\ncurl a", ["this is not a curl command", "curl a"]),
        ("curl a b\ncurl --what a\ncurl a", ["curl a", "curl b", "unknown curl option --what", "curl a"]),
        ("curl 'a\n$ curl 'b'\ncurl \"c\ncurl d", ["a quotation mark", "curl b", "a quotation mark", "curl d"]),
        ("curl ^\"a\ncurl ^\"b^\" | x & curl c", ["a quotation mark", "curl b | x", "curl c"]),
    ])
    func `what can't be read leaves the others as they are`(text: String, words: [String]) {
        let lines = lines(text)
        #expect(lines.count == words.count, "\(lines)")
        for (line, word) in zip(lines, words) { #expect(line.hasPrefix(word), "\(lines)") }
    }

    @Test func `no command keeps its passwords, tokens and cookies`() throws {
        let list = CurlCommandList(
            "curl -u me:s3cret a.test\ncurl -b a=s3cret b.test;curl --oauth2-bearer s3cret c.test")
        let commands = try list.commands.map { try $0.get() }
        #expect(commands.map(\.hadCookies) == [false, true, false])
        #expect(!commands.contains { $0.line.contains("s3cret") })
    }

    @Test func `number and size are bounded, and that is told`() {
        let many = CurlCommandList(String(repeating: "curl a\n", count: CurlCommandList.countLimit + 1))
        #expect(many.commands.count == CurlCommandList.countLimit && many.omission == .tooMany)
        let enough = CurlCommandList(String(repeating: "curl a ;\n", count: CurlCommandList.countLimit) + "\n")
        #expect(enough.commands.count == CurlCommandList.countLimit && enough.omission == nil)
        let large = CurlCommandList("curl a\ncurl é" + String(repeating: "é", count: CurlCommandList.sizeLimit / 2))
        #expect(large.commands.count == 1 && large.omission == .tooLarge)
    }

    @Test(arguments: ["curl '\n", "curl \"\n", "curl ^\"", "&", "curl a;", "^", "curl a\\\n", "'", "#", "curl $'\n"])
    func `hostile text takes bounded time`(piece: String) {
        let text = "curl x " + String(repeating: piece, count: (1 << 16) / piece.utf8.count)
        #expect(CurlCommandList(text).commands.count <= CurlCommandList.countLimit)
    }
}
