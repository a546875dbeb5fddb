import Testing

@testable import RequestFiles

/// What is not done is said at its line, and is never a part of what is sent.
@Suite(.timeLimit(.minutes(5))) struct RemarkTests {
    @Test func `scripts and saved responses are said and not sent`() throws {
        let text = """
            < {%
                request.variables.set("a", "1")
            %}
            POST https://api.test/
            Content-Type: text/plain

            hello
            > quoted text stays

            > {%
                client.global.set("b", response.body.id)

                client.log("### no separator")
            %}
            > ./check.js
            >> saved.json
            >>! again.json
            <> 2026-01-01.200.json
            left behind
            left too

            """
        let file = try Reading.file(text)
        #expect(
            file.places == [
                "1:1 scriptBefore", "10:1 scriptAfter", "15:1 scriptAfter", "16:1 responseFile", "17:1 responseFile",
                "18:1 savedResponse", "19:1 strayLine",
            ])
        #expect(file.remarks.allSatisfy { !$0.preventsSending })
        #expect(try file.resolve(file.requests[0], in: VariableScope()).text == "hello\n> quoted text stays")
    }

    @Test func `a script of one line ends there`() throws {
        let file = try Reading.file("< ./before.js\nGET https://api.test/\n\n> {% client.log(1) %}\n> {% one(); %}\n")
        #expect(file.places == ["1:1 scriptBefore", "4:1 scriptAfter", "5:1 scriptAfter"])
        #expect(file.requests[0].body.isEmpty)
    }

    @Test func `a script in a body is not sent`() throws {
        let file = try Reading.file("POST https://api.test/\nContent-Type: text/plain\n\none\n< {% two() %}\n")
        #expect(file.places == ["5:1 scriptBefore"])
        #expect(try file.resolve(file.requests[0], in: VariableScope()).text == "one")
    }

    @Test func `other files are not taken in`() throws {
        let file = try Reading.file("import ./other.http\nrun #login\n\n###\nGET https://api.test/")
        #expect(file.places == ["1:1 inclusion(\"import\")", "2:1 inclusion(\"run\")"])
        #expect(file.requests.count == 1)
    }

    @Test(arguments: ["GRPC api.test/orders.Orders/List", "WEBSOCKET ws://api.test/"])
    func `other protocols are not spoken`(line: String) throws {
        let failure = try Reading.failure(line)
        #expect(failure.preventsSending)
        #expect(failure.words.hasSuffix("is not supported"))
    }

    @Test func `a fault has its line and column, and prevents sending that request only`() throws {
        let file = try Reading.file(
            "\nhello world\n###\nGET https://api.test/é\nnot a field\n###\nGET https://api.test/\nX-Key: "
                + "é\u{1}\n###\nOPTIONS *\n###\nGET /a"
        )
        #expect(
            file.places == [
                "2:1 notRequestLine", "5:1 notHeader", "8:9 controlCharacter(1)", "10:1 serverWide",
            ])
        #expect(file.requests.map { $0.fault == nil } == [false, false, false, false, true])
        for request in file.requests.dropLast() {
            #expect(throws: Remark.self) { try file.resolve(request, in: VariableScope()) }
        }
    }

    @Test func `a name that is there twice is said`() throws {
        let file = try Reading.file("# @name a\nGET https://api.test/1\n###\n# @name a\nGET https://api.test/2")
        #expect(file.places == ["5:1 repeatedName(\"a\")"])
        #expect(file.request(named: "a")?.number == 1)
    }

    @Test func `every remark says what it is`() {
        let matters: [Remark.Matter] = [
            .undefined("a"), .variableNotAllowed("HOME"), .curl(.openQuote), .file(path: "a", reason: .outside),
            .controlCharacter(0), .inclusion("run"), .tooMuch(limit: 1 << 20), .curl(.shellSyntax("\n")),
        ]
        for matter in matters {
            let remark = Remark(SourcePosition(line: 1, column: 1), matter)
            #expect(!remark.words.isEmpty && !remark.words.hasSuffix("."))
            if let advice = remark.advice { #expect(advice.hasSuffix(".")) }
        }
    }
}
