import Testing

@testable import RequestFiles

@Suite(.timeLimit(.minutes(5))) struct PartEditingTests {
    private static let text = """
        @host = a.test

        ### One
        # kept
        GET https://{{host}}/1
            ?a=1
        Accept: text/plain
        X-Long: one
          two

        ### Two
        POST https://{{host}}/2
        Content-Type: application/json

        {
          "a": 1
        }

        > {%
          script
        %}

        """

    private func edited(
        _ number: Int, _ part: RequestFile.Part, _ text: String, in source: String = text
    ) throws -> String {
        let file = try Reading.file(source)
        let new = try file.replacing(part, of: file.requests[number - 1], with: text)
        return String(decoding: new.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (1, RequestFile.Part.requestLine, "GET https://{{host}}/1\n    ?a=1"), (1, .header(0), "Accept: text/plain"),
        (1, .header(1), "X-Long: one\n  two"), (1, .newHeader, ""), (1, .body, ""), (2, .body, "{\n  \"a\": 1\n}"),
    ])
    func `a part is what its lines say`(number: Int, part: RequestFile.Part, text: String) throws {
        let file = try Reading.file(Self.text)
        #expect(file.text(of: part, of: file.requests[number - 1]) == text)
    }

    @Test(arguments: [
        (1, RequestFile.Part.requestLine, "PUT /x", "GET https://{{host}}/1\n    ?a=1", "PUT /x"),
        (1, .header(0), "Accept: */*", "Accept: text/plain", "Accept: */*"),
        (1, .header(1), "", "X-Long: one\n  two\n", ""), (1, .header(0), "", "Accept: text/plain\n", ""),
        (1, .newHeader, "B: 2", "  two\n", "  two\nB: 2\n"), (1, .body, "x\ny", "  two\n", "  two\n\nx\ny\n"),
        (2, .body, "[]", "{\n  \"a\": 1\n}", "[]"), (2, .body, "[]\n\n", "{\n  \"a\": 1\n}", "[]"),
        (2, .newHeader, "A: 1", "application/json\n", "application/json\nA: 1\n"),
    ])
    func `a part is replaced, and all else keeps its bytes`(
        number: Int, part: RequestFile.Part, text: String, old: String, new: String
    ) throws {
        #expect(try edited(number, part, text) == Self.text.replacing(old, with: new))
        let crlf = Self.text.replacing("\n", with: "\r\n")
        let wanted = Self.text.replacing(old, with: new).replacing("\n", with: "\r\n")
        #expect(try edited(number, part, text, in: crlf) == wanted)
    }

    @Test(arguments: [
        (1, RequestFile.Part.header(0), "no colon"), (1, .newHeader, "two\nlines"), (1, .requestLine, ""),
        (1, .requestLine, "GET /x\nA: 1"), (2, .body, "a\n### b"), (1, .body, "# a comment alone"),
    ])
    func `a text that would be read as something else is refused`(
        number: Int, part: RequestFile.Part, text: String
    ) throws {
        #expect(throws: RequestFile.EditRefusal.self) { try edited(number, part, text) }
    }

    @Test func `a curl command is edited as a whole`() throws {
        let file = try Reading.file("curl https://a.test/ -H 'A: 1'\n")
        #expect(file.text(of: .requestLine, of: file.requests[0]) == nil)
        #expect(throws: RequestFile.EditRefusal.misread(nil)) {
            try file.replacing(.newHeader, of: file.requests[0], with: "B: 2")
        }
    }

    @Test func `bytes that are not UTF-8 are not replaced by what stands for them on the screen`() throws {
        let bytes = Array("### a\nPOST /a\nX: caf".utf8) + [0xE9] + Array("\n\nna".utf8) + [0xEF] + Array("ve\n".utf8)
        let file = try RequestFile(bytes)
        let request = file.requests[0]
        for part in [RequestFile.Part.header(0), .body] {
            let text = try #require(file.text(of: part, of: request))
            #expect(throws: RequestFile.EditRefusal.self) {
                try file.replacing(part, of: request, with: text + "z")
            }
            // What takes their place is wanted.
            #expect(throws: Never.self) {
                try file.replacing(part, of: request, with: text.replacing("\u{FFFD}", with: "é") + "z")
            }
        }
        #expect(try file.replacing(.requestLine, of: request, with: "POST /b").bytes.count == bytes.count)
        #expect(try file.replacing(.header(0), of: request, with: "").requests[0].headers.isEmpty)
    }
}
