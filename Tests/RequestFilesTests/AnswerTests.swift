import FoundationEssentials
import Testing

@testable import RequestFiles

/// References to answers, and the session's token.
@Suite(.timeLimit(.minutes(5))) struct AnswerTests {
    private static let file = """
        # @name login
        POST https://a.test/login

        ###
        @id = {{login.response.body.$.id}}
        # @name second
        GET https://a.test/{{id}}

        ### Third one
        GET https://a.test/{{second.response.headers.x-next}}/{{%login.response.body.name}}
        ###
        GET https://a.test/alone
        """

    private func value(_ reference: String) throws -> String {
        let text =
            "# @name a b\nGET https://a.test/\n###\nPOST https://a.test/\nContent-Type: text/plain\n\n{{\(reference)}}"
        let body = #"{"id": 7, "list": [{"name": "x"}, [1, 2]], "a b": {"c.d": null}, "big": 12345678901234567890}"#
        return try Reading.resolved(text, named: "#2") { scope in
            scope.answers["a b"] = RecordedAnswer(
                status: 201, headers: [("X-Next", "n"), ("x-next", "m")], body: Array(body.utf8))
        }.text ?? ""
    }

    @Test func `a part of an answer takes the place of its reference`() throws {
        let expected = [
            "body.$.id": "7", "body.id": "7", "body.$.list[0].name": "x", "body.list[-1][1]": "2",
            "body.$['a b']['c.d']": "null", "body.$.list[1]": "[1,2]", "body.big": "12345678901234567890",
            "headers.X-NEXT": "n", "status": "201",
        ]
        for (path, value) in expected { #expect(try self.value("a b.response.\(path)") == value, "\(path)") }
        #expect(try value("a b.response.body.*").hasPrefix("{\"id\": 7"))
    }

    @Test func `what an answer does not have is an error`() throws {
        for path in [
            "response.body.$.none", "response.body.$.list[9]", "response.body.$.id.x", "response.headers.None",
            "response.body.//xml", "response.body.$.list[*].none", "response.body.$..none",
            "response.body.list[-9223372036854775808]",
            "response.cookies.a", "request.body.a",
        ] {
            #expect(throws: Remark.self, "\(path)") { try value("a b.\(path)") }
        }
        #expect(throws: Remark.self) { try value("other.response.status") }
    }

    @Test func `a request is sent after those it refers to`() throws {
        let file = try Reading.file(Self.file)
        #expect(file.prerequisites(of: file.requests[2]).map(\.name) == ["login", "second"])
        #expect(file.prerequisites(of: file.requests[1]).map(\.name) == ["login"])
        #expect(file.prerequisites(of: file.requests[3]).isEmpty)
        let circle = try Reading.file(
            "# @name a\nGET https://a.test/{{b.response.status}}\n###\n# @name b\nGET "
                + "https://a.test/{{a.response.status}}"
        )
        let chain = try Reading.file(
            """
            # @name a
            GET /{{b.response.body}}
            ###
            # @name b
            GET /{{c.response.body}}
            ###
            # @name c
            GET /
            """)
        #expect(chain.prerequisites(of: chain.requests[0]).map(\.name) == ["c", "b"])
        #expect(circle.prerequisites(of: circle.requests[0]).map(\.name) == ["b"])
        #expect(try Reading.failure(Self.file, named: "second").matter == .notAnswered(request: "login"))
    }

    private static func isSessions(_ scope: inout VariableScope) { scope.isSessions = { $0.host == "a.test" } }

    @Test(arguments: [
        "Bearer {{token}}", "bearer {{$auth.token(\"x\")}}", "Bearer abc", "Bearer $(session-console token)",
        "Bearer{{x}}", "{{field}}",
    ])
    func `the session's token takes the place of a bearer's`(value: String) throws {
        let text = "@field = Bearer abc\nGET https://a.test/\nauthorization: \(value)\nA: 1"
        let resolved = try Reading.resolved(text, Self.isSessions)
        #expect(resolved.carriesSession)
        #expect(resolved.headers.map(\.name) == ["A"])
    }

    @Test(arguments: [
        "{{$auth.token}}", "{{ $auth.token(\"any\") }}", "Bearer {{$auth.token(\"any\")}}", "{{$aadToken}}",
        "{{$aadV2Token}}",
        "{{$aadToken new contoso.com aud:https://a.test}}", "{{$aadV2Token appOnly scopes:a,b}}",
        "Bearer {{$aadV2Token}}",
        "{{$oidcAccessToken}}", "{{$oidcAccessToken clientId:c scopes:openid,profile}}", "{{field}}", "{{outer}}",
    ])
    func `address 3: the token variables of other tools stand for the session's token`(value: String) throws {
        let definitions = "@field = {{$aadToken}}\n@outer = Bearer {{field}}\n"
        let resolved = try Reading.resolved(
            "\(definitions)GET https://a.test/\nAuthorization: \(value)", Self.isSessions)
        #expect(resolved.carriesSession && resolved.headers.isEmpty)
        let elsewhere = try Reading.failure(
            "\(definitions)GET https://b.test/\nAuthorization: \(value)", Self.isSessions)
        guard case .sessionToken(let name) = elsewhere.matter else { return #expect(Bool(false), "\(elsewhere)") }
        #expect(elsewhere.words.hasPrefix("'\(name)' is the session's token"))
    }

    @Test(arguments: [
        "X-Token: {{$aadToken}}", "Authorization: Basic {{$auth.token}}", "Authorization: x{{$aadToken}}",
    ])
    func `address 3: a token variable elsewhere in a request is said, not sent`(line: String) throws {
        let failure = try Reading.failure("GET https://a.test/\n\(line)", Self.isSessions)
        guard case .sessionToken = failure.matter else { return #expect(Bool(false), "\(failure)") }
        let url = try Reading.failure("GET https://a.test/?t={{$oidcAccessToken}}", Self.isSessions)
        #expect(url.matter == .sessionToken("$oidcAccessToken"))
    }

    @Test(arguments: ["{{$auth.idToken}}", "{{$auth.idToken(\"x\")}}"])
    func `an ID token is refused with the reason, because it is no API's token`(value: String) throws {
        for file in ["GET https://a.test/\(value)", "GET https://a.test/\nAuthorization: Bearer \(value)"] {
            let failure = try Reading.failure(file, Self.isSessions)
            #expect(failure.matter == .idToken("$auth.idToken") && failure.words.contains("not for an API"))
        }
    }

    @Test func `elsewhere the file's own token is sent, and never the session's`() throws {
        let own = try Reading.resolved("@t = abc\nGET https://b.test/\nAuthorization: Bearer {{t}}", Self.isSessions)
        #expect(!own.carriesSession)
        #expect(own.header("Authorization") == "Bearer abc")
        let failure = try Reading.failure("GET https://b.test/\nAuthorization: Bearer {{t}}", Self.isSessions)
        #expect(failure.matter == .undefined("t"))
    }

    @Test(arguments: [
        ("b.test", false), ("a.test", true), ("A.Test:443", true), ("a.test:444", false), ("a.test.b.test", false),
    ])
    func `a Host field that names another server keeps the session's token away`(host: String, carries: Bool) throws {
        let resolved = try Reading.resolved(
            "GET https://a.test/\nHost: \(host)\nAuthorization: Bearer own", Self.isSessions)
        #expect(resolved.carriesSession == carries)
        #expect(resolved.header("Authorization") == (carries ? nil : "Bearer own"))
        #expect(resolved.header("Host") == host)
    }

    @Test func `a request without the field, or with another scheme, carries no token`() throws {
        for line in ["", "Authorization: Basic YTpi\n", "X-Authorization: Bearer {{$guid}}\n"] {
            #expect(try !Reading.resolved("GET https://a.test/\n\(line)", Self.isSessions).carriesSession)
        }
    }
}
