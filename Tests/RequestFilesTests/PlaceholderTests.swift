import FoundationEssentials
import Testing

@testable import RequestFiles

@Suite(.timeLimit(.minutes(5))) struct PlaceholderTests {
    private func body(_ text: String, before: String = "", _ change: (inout VariableScope) -> Void = { _ in }) throws
        -> String
    {
        let file = "\(before)\nPOST https://a.test/\nContent-Type: text/plain\n\n\(text)"
        return try Reading.resolved(file, change).text ?? ""
    }

    @Test func `variables of the file hold others`() throws {
        #expect(try body("{{a}}-{{ b }}", before: "@a = 1\n@b={{a}}/{{c}}\n@c = x\\ny") == "1-1/x\ny")
    }

    @Test func `a variable that is defined again has the last value before the request`() throws {
        let text = "@a = 1\nGET https://a.test/{{a}}\n###\n@a = 2\nGET https://a.test/{{a}}\n###\n@a = 3\n"
        #expect(try Reading.resolved(text, named: "#1").url.path() == "/1")
        #expect(try Reading.resolved(text, named: "#2").url.path() == "/2")
    }

    @Test func `what is given goes before the file, the file before the environment`() throws {
        let result = try body("{{a}}{{b}}{{c}}", before: "@a = file\n@b = file") { scope in
            scope.given = ["a": "given"]
            scope.environment = ["a": "env", "b": "env", "c": "{{d}}", "d": "env"]
        }
        #expect(result == "givenfileenv")
    }

    @Test func `a given value is taken as it is`() throws {
        #expect(try body("{{a}}") { $0.given = ["a": "{{b}}"] } == "{{b}}")
    }

    @Test func `braces around anything else are text`() throws {
        for text in ["{{}}", "{\"a\":{\"b\":1}}", "{{\"a\"}}", "{{ #if x }}", "{{a", "}}{{"] {
            #expect(try body(text) == text)
        }
        #expect(try body("{{{a}}}") { $0.given = ["a": "1"] } == "{1}")
        #expect(try body("{{%a}}") { $0.given = ["a": "x y&é"] } == "x%20y%26%C3%A9")
    }

    @Test func `what is not defined has its place, and what to do`() throws {
        let failure = try Reading.failure("GET https://a.test/\nX-É: 1\n", named: nil)
        #expect(failure.matter == .notHeader)
        let missing = try Reading.failure("@a = {{b}}\nPOST https://a.test/é/{{a}}")
        #expect(missing == Remark(SourcePosition(line: 2, column: 23), .undefined("b")))
        #expect(missing.advice == "Give it with --variable b=VALUE.")
        #expect(try Reading.failure("# @prompt who\nGET https://a.test/{{who}}").matter == .isPrompted("who"))
    }

    @Test func `placeholders of time are those of the clock`() throws {
        let time: (inout VariableScope) -> Void = { scope in
            scope.now = Date(timeIntervalSince1970: 1_709_210_096.5)
            scope.localOffset = { _ in 5400 }
        }
        let expected = [
            "{{$timestamp}}": "1709210096", "{{$timestamp -1 h}}": "1709206496", "{{$timestamp 1 d}}": "1709296496",
            "{{$isoTimestamp}}": "2024-02-29T12:34:56.500Z",
            "{{$datetime rfc1123}}": "Thu, 29 Feb 2024 12:34:56 GMT",
            "{{$datetime iso8601 1 y}}": "2025-02-28T12:34:56.500Z",
            "{{$datetime 'YYYY-MM-DD' -2 M}}": "2023-12-29",
            "{{$datetime \"D/M/YY [at] hh:mm A\"}}": "29/2/24 at 12:34 PM",
            "{{$localDatetime iso8601}}": "2024-02-29T14:04:56.500+01:30",
            "{{$localDatetime rfc1123 1 ms}}": "Thu, 29 Feb 2024 14:04:56 +0130",
            "{{$datetime 'X' -60 y}}": "-184245904",
        ]
        for (placeholder, value) in expected { #expect(try body(placeholder, time) == value, "\(placeholder)") }
        for wrong in ["{{$timestamp 1}}", "{{$timestamp 1 x}}", "{{$timestamp 9999999999 y}}", "{{$datetime}}"] {
            #expect(throws: Remark.self, "\(wrong)") { try body(wrong, time) }
        }
    }

    @Test func `random placeholders keep to their bounds`() throws {
        let last: (inout VariableScope) -> Void = { $0.random = { $0.upperBound } }
        let expected = [
            "{{$guid}}": "ffffffff-ffff-4fff-bfff-ffffffffffff",
            "{{$random.uuid}}": "ffffffff-ffff-4fff-bfff-ffffffffffff",
            "{{$randomInt}}": "999", "{{$randomInt -5 5}}": "4", "{{$random.integer(1, 10)}}": "9",
            "{{$random.hexadecimal(3)}}": "fff", "{{$random.alphabetic(2)}}": "ZZ",
            "{{$random.email}}": "zzzzzzzzzz@example.com",
        ]
        for (placeholder, value) in expected { #expect(try body(placeholder, last) == value, "\(placeholder)") }
        for wrong in ["{{$randomInt 5 5}}", "{{$random.alphabetic(99999)}}", "{{$random.name.first}}", "{{$nothing}}"] {
            #expect(throws: Remark.self, "\(wrong)") { try body(wrong, last) }
        }
        #expect(try body("{{$uuid}}") != body("{{$uuid}}"))
    }

    @Test(arguments: ["{{$processEnv HOME}}", "{{$env.HOME}}", "{{$processEnv %which}}"])
    func `the environment is read where the user allows it, and nowhere else`(text: String) throws {
        let set: (inout VariableScope) -> Void = { scope in
            scope.processEnvironment = ["HOME": "/home/me"]
            scope.environment = ["which": "HOME"]
        }
        #expect(throws: Remark(SourcePosition(line: 5, column: 1), .variableNotAllowed("HOME"))) {
            try body(text, set)
        }
        let allowed = try body(text) { scope in
            set(&scope)
            scope.allowedVariables = ["HOME"]
        }
        #expect(allowed == "/home/me")
        #expect(throws: Remark.self) { try body(text) { $0.allowedVariables = ["HOME"] } }
    }

    @Test func `dotenv comes from its file`() throws {
        let variables = DotEnv.variables(
            Array("# c\nA=1\nexport B = \"x # y\" # z\r\nC='q' \nD=e # f\nnothing\n".utf8))
        #expect(variables == ["A": "1", "B": "x # y", "C": "q", "D": "e"])
        #expect(try body("{{$dotenv B}}") { $0.dotEnv = variables } == "x # y")
        #expect(throws: Remark.self) { try body("{{$dotenv Z}}") { $0.dotEnv = variables } }
    }

    @Test func `environments come from two files`() throws {
        let environments = try RequestEnvironments(
            Array(
                """
                { "$shared": {"v": "s", "w": "s"}, // for all
                  "dev": {"host": "dev.test", "port": 80, "on": true, "v": "d", "user": {"name": "u"},
                          "SSLConfiguration": {"verifyHostCertificate": false}},
                  "prod": {} }
                """.utf8), private: Array(#"{"dev": {"host": "private.test"}, "extra": {"x": "1"}}"#.utf8))
        #expect(environments.names == ["dev", "prod", "extra"])
        #expect(
            environments.variables(of: "dev") == [
                "host": "private.test", "port": "80", "on": "true", "v": "d", "w": "s", "user.name": "u",
            ])
        #expect(environments.variables(of: "prod") == ["v": "s", "w": "s"])
        #expect(environments.variables(of: nil) == ["v": "s", "w": "s"])
        #expect(environments.variables(of: "test") == nil)
        #expect(environments.variables(of: "$shared") == nil)
    }

    @Test func `an environment file that can't be read says where`() throws {
        for (text, line) in [("{\n\"a\": {\n", 3), ("[]", nil), ("{\"a\": 1}", nil)] {
            do {
                _ = try RequestEnvironments(nil, private: Array(text.utf8))
                Issue.record("\(text) was read")
            } catch {
                #expect(error.file == RequestEnvironments.privateFileName)
                #expect(error.line == line)
            }
        }
    }
}
