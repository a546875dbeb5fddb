import FoundationEssentials
import Testing

@testable import RequestFiles

/// Hostile files take bounded time and memory, and read nothing.
@Suite(.timeLimit(.minutes(5))) struct BoundsTests {
    @Test func `what is too large is not read`() throws {
        #expect(throws: RequestFile.Refusal.tooLarge(limit: RequestFile.sizeLimit)) {
            try RequestFile([UInt8](repeating: 0x61, count: RequestFile.sizeLimit + 1))
        }
        #expect(throws: RequestFile.Refusal.tooManyLines(limit: RequestFile.lineLimit)) {
            try RequestFile([UInt8](repeating: 0x0A, count: RequestFile.lineLimit + 1))
        }
    }

    @Test(arguments: ["GET https://a.test/", "X: ", "{{", "{{a}}", "\"", "'", "@a=", "# ", "\u{0}", "{{a"])
    func `a line of a quarter of a megabyte is read in one pass`(piece: String) throws {
        let count = (1 << 18) / piece.utf8.count
        let line = String(repeating: piece, count: count)
        let file = try Reading.file(line)
        let behind = try Reading.file("POST https://a.test/\n\n" + line)
        #expect(file.requests.count <= 1 && behind.requests.count == 1)
        for request in file.requests + behind.requests {
            _ = try? (request.number == 1 ? file : behind).resolve(request, in: VariableScope())
        }
    }

    @Test func `a line that is too long for a field is said and not sent`() throws {
        let long = String(repeating: "a", count: RequestFile.fieldLimit)
        #expect(
            try Reading.failure("GET https://a.test/\nX: \(long)").matter == .lineTooLong(limit: RequestFile.fieldLimit)
        )
        let filled = try Reading.failure("GET https://a.test/\nX: {{a}}a") { $0.given = ["a": long] }
        #expect(filled.matter == .lineTooLong(limit: RequestFile.fieldLimit))
        let url = try Reading.failure("GET https://a.test/{{a}}") { $0.given = ["a": long] }
        #expect(url.matter == .lineTooLong(limit: RequestFile.fieldLimit))
    }

    @Test func `requests and remarks beyond the limits are counted`() throws {
        let file = try Reading.file(
            String(repeating: "###\nGET https://a.test/\nx\n", count: RequestFile.requestLimit + 1))
        #expect(file.requests.count == RequestFile.requestLimit)
        #expect(file.remarks.count == RequestFile.remarkLimit + 1)
        #expect(file.remarks.last?.matter == .remarksLeftOut(RequestFile.requestLimit + 2 - RequestFile.remarkLimit))
        // None of them is sent, whether or not its remark was kept.
        #expect(file.requests.allSatisfy { $0.fault?.matter == .notHeader })
    }

    @Test func `a variable that is defined by itself is an error`() throws {
        for text in ["@a = {{a}}", "@a = {{b}}\n@b = {{c}}\n@c = {{a}}"] {
            #expect(try Reading.failure("\(text)\nGET https://a.test/{{a}}").matter == .recursive("a"))
        }
        let long = (0..<100).map { "@v\($0) = {{v\($0 + 1)}}\n" }.joined()
        #expect(try Reading.failure("\(long)GET https://a.test/{{v0}}").matter == .recursive("v32"))
    }

    @Test(arguments: ["", "x"])
    func `variables that double each other are an error soon`(last: String) throws {
        let text = (0..<31).map { "@v\($0) = {{v\($0 + 1)}}{{v\($0 + 1)}}\n" }.joined() + "@v31 = \(last)\n"
        #expect(
            try Reading.failure("\(text)POST https://a.test/\n\n{{v0}}").matter == .tooMuch(limit: Expander.workLimit))
    }

    @Test func `a body is bounded, whatever its files hold`() throws {
        let bytes = [UInt8](repeating: 0, count: 40 << 20)
        let failure = try Reading.failure("POST https://a.test/\nContent-Type: x/y\n\n< a\n< b") {
            $0.contents = { _ in bytes }
        }
        #expect(
            failure
                == Remark(
                    SourcePosition(line: 5, column: 3),
                    .file(path: "the body", reason: .tooLarge(limit: RequestFile.bodyLimit))))
    }

    @Test func `a file is not read where nobody says how`() throws {
        let failure = try Reading.failure("POST https://a.test/\n\n< /etc/passwd")
        #expect(failure.matter == .file(path: "/etc/passwd", reason: .outside))
        #expect(failure.advice == "If it may be sent, add --outside-files.")
    }

    @Test func `what is filled in can't begin another field or request line`() throws {
        for value in ["a\r\nX: 1", "a\nX", "\u{0}", "\u{7F}", "\u{1B}[2J"] {
            #expect(throws: Remark.self, "\(value.debugDescription)") {
                try Reading.resolved("GET https://a.test/\nX: {{a}}") { $0.given = ["a": value] }
            }
            #expect(throws: Remark.self) {
                try Reading.resolved("GET https://a.test/{{a}}") { $0.given = ["a": value] }
            }
            #expect(throws: Remark.self) {
                try Reading.resolved("GET /\nHost: {{a}}") { $0.given = ["a": value] }
            }
        }
    }

    @Test(arguments: ["http://", "https:///a", "http://[::1", ":", "{{x}}", "http://a b.test/", "http://user@/"])
    func `what makes no URL is not sent`(target: String) throws {
        #expect(throws: Remark.self) {
            try Reading.resolved("GET \(target)") { $0.given = ["x": ""] }
        }
    }
}
