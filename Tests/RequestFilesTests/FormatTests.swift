import FoundationEssentials
import Testing

@testable import RequestFiles

/// The shapes that the documentation of VS Code's REST Client and of JetBrains' HTTP Client shows.
@Suite(.timeLimit(.minutes(5))) struct FormatTests {
    @Test func `a URL alone is a GET`() throws {
        let request = try Reading.request("https://api.test/orders/7\n")
        #expect(request.summary == "GET https://api.test/orders/7")
        #expect(try Reading.request("// the list\nlocalhost:8080/orders").summary == "GET localhost:8080/orders")
    }

    @Test func `method, target, version, fields and body are told apart`() throws {
        let resolved = try Reading.resolved(
            """
            POST https://api.test/orders HTTP/1.1
            Content-Type: application/json
            X-Empty:
            X-Long: one
              two

            {
                "item": "tea"
            }

            """)
        #expect(resolved.method == "POST")
        #expect(resolved.url.absoluteString == "https://api.test/orders")
        #expect(resolved.headers.map(\.name) == ["Content-Type", "X-Empty", "X-Long"])
        #expect(resolved.header("X-Long") == "one two")
        #expect(resolved.text == "{\n    \"item\": \"tea\"\n}")
    }

    @Test func `requests stand between separators, and are named by line, title or number`() throws {
        let file = try Reading.file(
            """
            ###
            GET https://api.test/a
            ### Second one
            # @name second
            GET https://api.test/b

            ######  Third one
            // @name = third
            GET https://api.test/c
            ###
            # nothing but words
            ###
            """)
        #expect(file.requests.map(\.name) == ["#1", "second", "third"])
        #expect(file.requests.map(\.title) == ["", "Second one", "Third one"])
        #expect(file.requests.map(\.line) == [2, 5, 9])
        #expect(file.request(named: "Third one")?.number == 3)
        #expect(file.request(named: "#2")?.givenName == "second")
        #expect(file.request(named: "fourth") == nil)
        #expect(file.remarks.isEmpty)
    }

    @Test(arguments: ["https://api.test/find\n    ?text=tea\n    &page=2", "https://api.test/find\n?text=tea\n&page=2"])
    func `a query may stand on lines of its own`(target: String) throws {
        let resolved = try Reading.resolved("GET \(target) HTTP/2\nAccept: text/plain\n")
        #expect(resolved.url.absoluteString == "https://api.test/find?text=tea&page=2")
        #expect(resolved.header("Accept") == "text/plain")
    }

    @Test func `a path may stand on lines of its own`() throws {
        let resolved = try Reading.resolved(
            "GET https://api.test:8443\n    /api\n    /orders\n    # by name\n    ?sort=name\nAccept: */*\n")
        #expect(resolved.url.absoluteString == "https://api.test:8443/api/orders?sort=name")
        #expect(resolved.headers.count == 1)
    }

    @Test func `signs that can't stand in a URL are encoded, once`() throws {
        let resolved = try Reading.resolved("GET https://api.test/a b/é?q=x%20y|z")
        #expect(resolved.url.absoluteString == "https://api.test/a%20b/%C3%A9?q=x%20y%7Cz")
    }

    @Test func `a path belongs to the Host field, or to the API`() throws {
        let text = "GET /orders\nHost: api.test:8443\n"
        let resolved = try Reading.resolved(text)
        #expect(resolved.url.absoluteString == "https://api.test:8443/orders")
        #expect(resolved.headers.isEmpty)
        let based = try Reading.resolved("GET /orders") { $0.base = .init(string: "https://base.test/v1/") }
        #expect(based.url.absoluteString == "https://base.test/v1/orders")
        #expect(try Reading.failure("\nGET /orders").matter == .noBase)
    }

    @Test func `a form may stand on several lines`() throws {
        let type = "Content-Type: application/x-www-form-urlencoded"
        #expect(
            try Reading.resolved("POST https://api.test/\n\(type)\n\nname=tea\n&size=big one\n&note=a%2Bb").text
                == "name=tea&size=big+one&note=a%2Bb")
        #expect(
            try Reading.resolved("POST https://api.test/\n\(type)\n\nname = tea &\nsize = 2 &\nfree = a=b").text
                == "name=tea&size=2&free=a=b")
    }

    @Test func `a multipart body has the line breaks that it needs`() throws {
        let resolved = try Reading.resolved(
            """
            POST https://api.test/files
            Content-Type: multipart/form-data; boundary=cut

            --cut
            Content-Disposition: form-data; name="note"

            hello
            --cut
            Content-Disposition: form-data; name="file"; filename="a.txt"

            < ./a.txt
            --cut--
            """
        ) { $0.contents = { path in path == "./a.txt" ? [1, 2] : [] } }
        #expect(
            resolved.text
                == "--cut\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n--cut\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n\u{1}\u{2}\r\n--cut--")
    }

    @Test func `a body comes from a file, with placeholders where the sign says so`() throws {
        let files: (inout VariableScope) -> Void = { scope in
            scope.contents = { path in Array((path == "in.txt" ? "{{who}} \u{E9}" : "").utf8) }
            scope.given = ["who": "me", "name": "in.txt"]
        }
        #expect(try Reading.resolved("POST https://api.test/\n\n< {{name}}", files).text == "{{who}} é")
        #expect(try Reading.resolved("POST https://api.test/\n\n<@ in.txt", files).text == "me é")
        let latin = try Reading.resolved("POST https://api.test/\n\n<@latin1 in.txt") { scope in
            scope.given = ["who": "é"]
            scope.contents = { _ in Array("{{who}} ".utf8) + [0xE8] }
        }
        #expect(latin.body == [0xE9, 0x20, 0xE8])
        #expect(try Reading.request("POST https://api.test/\n\n<html>").body.count == 1)
        #expect(try Reading.failure("POST https://api.test/\n\n<@utf32 in.txt").matter == .encodingNotDone("utf32"))
    }

    @Test func `GraphQL is sent as JSON`() throws {
        let expected = #"{"query":"query One($id: ID) {\n  one(id: $id) { name }\n}","variables":{"id":7}}"#
        let query = "query One($id: ID) {\n  one(id: $id) { name }\n}\n\n{\"id\": 7}\n"
        let byMethod = try Reading.resolved("GRAPHQL https://api.test/graphql\n\n" + query)
        #expect(byMethod.text == expected)
        #expect(byMethod.method == "POST")
        #expect(byMethod.header("Content-Type") == "application/json")
        let byField = try Reading.resolved(
            "POST https://api.test/graphql\nContent-Type: application/json\nX-REQUEST-TYPE: GraphQL\n\n" + query)
        #expect(byField.text == expected)
        #expect(byField.headers.count == 1)
        #expect(try Reading.resolved("GRAPHQL https://api.test/\n\n{ all }").text == #"{"query":"{ all }"}"#)
    }

    @Test func `comments are left out of JSON and forms, and of nothing else`() throws {
        let json = "POST https://api.test/\nContent-Type: application/json\n\n{\n  // one\n  # two\n  \"a\": 1\n}"
        #expect(try Reading.resolved(json).text == "{\n  \"a\": 1\n}")
        let text = "POST https://api.test/\nContent-Type: text/markdown\n\n# Title\n// text"
        #expect(try Reading.resolved(text).text == "# Title\n// text")
    }

    @Test func `comments and variables behind a request without a type are not its body`() throws {
        let file = try Reading.file("GET https://api.test/{{later}}\n\n# about the next one\n@later = x\n")
        #expect(file.requests[0].body.isEmpty)
        #expect(try file.resolve(file.requests[0], in: VariableScope()).url.path() == "/x")
    }

    @Test func `directives tell of redirects, times, notes and prompts`() throws {
        let request = try Reading.request(
            """
            # @no-redirect
            # @timeout 2 m
            // @note deletes everything
            # @prompt user who it is
            # @no-log
            # @author me
            DELETE https://api.test/
            """)
        #expect(!request.followsRedirects)
        #expect(request.timeout == .seconds(120))
        #expect(request.note == "deletes everything")
        #expect(request.prompts == ["user"])
        #expect(request.questions == ["user": "who it is"])
        #expect(
            try Reading.file("# @ref login\n# @timeout soon\nGET https://a.test").places == [
                "1:3 unknownDirective(\"ref\")",
                "2:3 badDirective(name: \"timeout\", expected: \"a time such as 30 or 2 m\")",
            ])
    }

    @Test func `a user and a password are encoded for Basic`() throws {
        for value in ["Basic alice secret", "Basic alice:secret", "Basic YWxpY2U6c2VjcmV0"] {
            let resolved = try Reading.resolved("GET https://api.test/\nAuthorization: \(value)")
            #expect(resolved.header("Authorization") == "Basic YWxpY2U6c2VjcmV0")
        }
        #expect(
            try Reading.failure("GET https://api.test/\nAuthorization: Digest alice secret").matter
                == .schemeNotDone("Digest"))
    }

    @Test func `no name leads to no request`() throws {
        let file = try Reading.file("GET /a\n###\nDELETE /b\n")
        #expect(file.request(named: "") == nil)
        #expect(file.request(named: "#2")?.method == "DELETE")
    }
}
