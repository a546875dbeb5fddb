import FoundationEssentials
import Testing

@testable import RequestFiles

@Suite(.timeLimit(.minutes(5))) struct OpenAPITests {
    private static let text = """
        {"openapi": "3.1.0", "info": {"title": "Shop"}, "servers": [{"url": "https://{env}.shop.test/v1/",
        "variables": {"env": {"default": "api"}}}], "security": [{"oidc": ["shop.read"]}],
        "components": {"securitySchemes": {"oidc": {"type": "openIdConnect"}, "key": {"type": "apiKey"}},
          "parameters": {"id": {"name": "order id", "in": "path", "description": "which one",
            "schema": {"type": "string"}}},
          "schemas": {"Order": {"type": "object", "properties": {"item": {"type": "string", "example": "Tea"},
            "id": {"type": "integer", "readOnly": true}, "parts": {"type": "array", "items":
            {"$ref": "#/components/schemas/Order"}}}}}},
        "paths": {
          "/orders": {"get": {"operationId": "listOrders", "summary": "All orders",
              "parameters": [{"name": "limit", "in": "query"}, {"name": "from", "in": "query", "required": true},
                {"name": "X-Trace", "in": "header", "required": true}]},
            "post": {"summary": "Order", "security": [{"oidc": ["shop.write"]}, {"key": []}],
              "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}}}},
          "/orders/{order id}": {"parameters": [{"$ref": "#/components/parameters/id"}],
            "get": {"security": [], "servers": [{"url": "/v2"}]}}}}
        """

    private func document(_ text: String) throws -> OpenAPIDocument { try OpenAPIDocument(Array(text.utf8)) }

    @Test func `calls become requests whose parameters are asked for`() throws {
        let document = try document(Self.text)
        #expect(document.title == "Shop")
        let file = try Reading.file(document.requestFileText)
        #expect(file.remarks.isEmpty)
        #expect(file.requests.map(\.name) == ["listOrders", "POST /orders", "GET /orders/{order id}"])
        #expect(
            file.requests.map(\.summary) == [
                "GET https://api.shop.test/v1/orders?limit={{%limit}}&from={{%from}}",
                "POST https://api.shop.test/v1/orders",
                "GET /v2/orders/{{%order_id}}",
            ])
        #expect(file.requests.map(\.prompts) == [["from", "X_Trace", "limit"], [], ["order_id"]])
        #expect(document.scopes == [1: [["shop.read"]], 2: [["shop.write"]]])
        let fields = file.requests.map { $0.headers.map(\.name) }
        #expect(fields == [["X-Trace", "Authorization"], ["Content-Type", "Authorization"], []])
        let body = file.text(of: .body, of: file.requests[1]) ?? ""
        #expect(body.hasPrefix(#"{"item":"Tea","parts":[{"item":"Tea","parts":["#))
        var scope = VariableScope()
        scope.given = ["order_id": "a/b?"]
        scope.base = URL(string: "https://own.test")
        let resolved = try file.resolve(file.requests[2], in: scope)
        #expect(resolved.url.absoluteString == "https://own.test/v2/orders/a%2Fb%3F")
    }

    @Test func `a byte order mark is no part of a document`() throws {
        #expect(try OpenAPIDocument([0xEF, 0xBB, 0xBF] + Array(Self.text.utf8)).operations.count == 3)
    }

    @Test func `a document that is not JSON is told with line and column`() {
        let error = #expect(throws: OpenAPIDocument.Refusal.self) { try document("{\n \"openapi\": ?}") }
        #expect(error?.words.hasPrefix("it is not JSON: line 2, column 13: ") == true, "\(error?.words ?? "")")
    }

    @Test(arguments: [
        (#""schema": {"default": 5, "enum": [1]}, "example": 6"#, "5"),
        (#""example": "a b", "schema": {"example": 1}"#, "a b"),
        (#""examples": {"x": {"value": ["a", 2]}}"#, "a,2"),
        (##""examples": {"x": {"$ref": "#/e"}}"##, "of the reference"),
        (#""schema": {"examples": [true]}"#, "true"), (#""schema": {"enum": ["open", "closed"]}"#, "open"),
        (#""content": {"application/json": {"example": 7}}"#, "7"), (#""schema": {"default": "a\nb"}"#, nil),
        (#""example": {"a": 1}"#, #"{"a":1}"#), (#""example": ["a,b", 2]"#, #"["a,b","2"]"#),
        (#""schema": {"default": ""}"#, nil), (#""schema": {}"#, nil),
    ])
    func `a parameter begins with its default, an example, or the first allowed value`(
        rest: String, initial: String?
    ) throws {
        let document = try document(
            """
            {"openapi": "3.1.0", "e": {"value": "of the reference"}, "paths": {"/a/{p}": {"get": {"parameters":
            [{"name": "p", "in": "path", \(rest)}]}}}}
            """)
        #expect(document.operations.first?.parameters.first?.initial == initial)
    }

    @Test func `a body that is not JSON is an example of the document's`() throws {
        let body = #"{"text/plain": {"examples": {"a": {"value": "some text"}}}}"#
        let document = try document(Self.path(#"{"requestBody": {"content": \#(body)}}"#))
        #expect(document.operations.first?.body?.text == "some text")
    }

    @Test(arguments: [
        ("", "notJSON"), ("[]", "notOpenAPI"), (#"{"swagger": "1.2"}"#, "version"), (#"{"openapi": "4.0"}"#, "version"),
        (#"{"openapi": 3}"#, "notOpenAPI"),
    ])
    func `another document is refused with the reason`(text: String, reason: String) {
        do throws(OpenAPIDocument.Refusal) {
            _ = try OpenAPIDocument(Array(text.utf8))
            Issue.record("it was read")
        } catch {
            #expect("\(error)".hasPrefix(reason))
            #expect(!error.words.isEmpty)
        }
    }

    private static func path(_ operation: String, _ rest: String = "") -> String {
        #"{"openapi": "3.0.0", "paths": {"/a": {"post": \#(operation)}}\#(rest)}"#
    }

    /// Twenty properties at each of eight levels, by references: more values than there are atoms in a cup of tea.
    private static let bushy: String = {
        let properties = (0..<20).map { ##""p\##($0)": {"$ref": "#/s"}"## }.joined(separator: ",")
        return path(
            ##"{"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/s"}}}}}"##,
            #", "s": {"properties": {\#(properties)}}"#)
    }()

    @Test(arguments: [
        path(##"{"parameters": [{"$ref": "#/r"}]}"##, ##", "r": {"$ref": "#/q"}, "q": {"$ref": "#/r"}"##),
        path(##"{"requestBody": {"$ref": "#/paths/~1a/post/requestBody"}}"##),
        path(
            ##"{"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/s"}}}}}"##,
            ##", "s": {"allOf": [{"$ref": "#/s"}, {"$ref": "#/s"}, {"$ref": "#/s"}]}"##),
        path(##"{"parameters": [{"$ref": "https://evil.test/x.json#/a"}, {"$ref": "other.json"}, 7, null]}"##), bushy,
        path(#"{"operationId": "a\n### b\nGET https://evil.test/\u001b[31m", "summary": "x\r\nDELETE /"}"#),
        #"{"openapi": "3.0.0", "paths": {"/a\nHost: evil.test\n/{{$processEnv HOME}}": {"get": {}}}}"#,
        #"{"openapi": "3.0.0", "servers": [{"url": "https://a.test\nX: 1"}], "paths": {"/": {"get": {}}}}"#,
        path(#"{"parameters": [{"name": "Authorization", "in": "header", "required": true}]}"#),
        #"{"openapi": "3.0.0", "paths": [1], "components": 3, "security": {"a": 1}}"#,
    ])
    func `a hostile document becomes at most harmless requests, soon`(text: String) throws {
        let clock = ContinuousClock()
        var document: OpenAPIDocument?
        let time = try clock.measure { document = try self.document(text) }
        #expect(time < .seconds(20))
        let file = try Reading.file(try #require(document).requestFileText)
        #expect(file.requests.count <= 1)
        for request in file.requests {
            #expect(request.headers.allSatisfy { ["Content-Type", "Authorization"].contains($0.name) })
            #expect(!request.summary.contains("{{$"))
            let scalars = file.text(of: request).unicodeScalars
            #expect(!scalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
        }
    }

    @Test func `a call's own parameter goes before that of its path`() throws {
        let text = #"""
            {"openapi": "3.0.0", "paths": {"/a": {"parameters": [{"name": "q", "in": "query", "required": true},
            {"name": "r", "in": "query", "required": true}],
            "get": {"parameters": [{"name": "q", "in": "query", "description": "own"}]}}}}
            """#
        let parameters = try document(text).operations[0].parameters
        #expect(parameters.map(\.name) == ["q", "r"])
        #expect(parameters.map(\.summary) == ["own", ""])
        #expect(parameters.map(\.isRequired) == [false, true])
    }

    @Test(arguments: ["o/r", "##/r", "r.json#/r", "/#/r", "#r", ""])
    func `a reference that does not begin at the document's root leads nowhere`(reference: String) throws {
        let parameter = #""r": {"name": "q", "in": "query", "required": true}"#
        let text = Self.path(#"{"parameters": [{"$ref": "\#(reference)"}]}"#, ", \(parameter)")
        #expect(try document(text).operations[0].parameters.isEmpty)
        let rooted = text.replacing(#""\#(reference)"}"#, with: ##""#/r"}"##)
        #expect(try document(rooted).operations[0].parameters.count == 1)
    }

    @Test func `a document can't ask for an Authorization field of its own`() throws {
        let text = Self.path(#"{"parameters": [{"name": "authorization", "in": "header", "required": true}]}"#)
        let file = try Reading.file(try document(text).requestFileText)
        #expect(file.requests[0].headers.isEmpty)
    }

    @Test func `ten megabytes of calls are read up to a limit that is told`() throws {
        let item = #"{"get": {"summary": "\#(String(repeating: "x", count: 1900))"}}"#
        let paths = (0..<5000).map { #""/p\#($0)": \#(item)"# }.joined(separator: ",")
        let document = try document(#"{"openapi": "3.0.0", "paths": {\#(paths)}}"#)
        #expect(document.operations.count == OpenAPIDocument.operationLimit)
        #expect(document.omittedCount == 3000)
        #expect(try Reading.file(document.requestFileText).requests.count == OpenAPIDocument.operationLimit)
    }

    @Test func `braces in an example are no placeholder`() throws {
        let text = Self.path(
            #"{"requestBody": {"content": {"application/json": {"example": {"a": "{{$dotenv SECRET}}"}}}}}"#)
        let file = try Reading.file(try document(text).requestFileText)
        var scope = VariableScope()
        scope.base = URL(string: "https://a.test")
        let resolved = try file.resolve(file.requests[0], in: scope)
        #expect(resolved.text == #"{"a":"{\u007b$dotenv SECRET}}"}"#)
    }

    @Test(
        arguments: [
            "{{$dotenv SECRET}}", "a\\n### b\\nGET https://evil.test/", "< ./secrets.txt", "<@ ./secrets.txt",
            "a\\n\\n> {% x() %}", "a\\n< secrets.txt",
        ], ["text/plain", "application/x-www-form-urlencoded"])
    func `an example in a text reads no file and begins no request`(example: String, type: String) throws {
        let text = Self.path(#"{"requestBody": {"content": {"\#(type)": {"example": "\#(example)"}}}}"#)
        let file = try Reading.file(try document(text).requestFileText)
        #expect(file.requests.count == 1 && file.requests[0].body.isEmpty && file.remarks.isEmpty)
        let plain = text.replacing(example, with: "a=b")
        #expect(try Reading.file(try document(plain).requestFileText).requests[0].body.count == 1)
    }

    @Test func `a form is made of its schema`() throws {
        let schema = """
            {"type": "object", "properties": {"name": {"type": "string", "example": "a b&c={{x}}"},
            "size": {"enum": ["small", "large"]}, "count": {"type": "integer", "default": 3},
            "tags": {"type": "array", "items": {"type": "string"}}}}
            """
        let text = Self.path(
            #"{"requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": \#(schema)}}}}"#)
        let file = try Reading.file(try document(text).requestFileText)
        var scope = VariableScope()
        scope.base = URL(string: "https://a.test")
        let resolved = try file.resolve(file.requests[0], in: scope)
        #expect(resolved.text == "name=a%20b%26c%3D%7B%7Bx%7D%7D&size=small&count=3")
        #expect(resolved.header("Content-Type") == "application/x-www-form-urlencoded")
    }

    @Test func `a multipart body has a part for each property, and asks for its files`() throws {
        let schema = """
            {"type": "object", "properties": {"title": {"type": "string", "example": "a tea"},
            "tags": {"type": "array", "items": {"type": "string"}, "example": ["x", "y"]},
            "size": {"type": "object", "properties": {"width": {"type": "integer"}}},
            "bad": {"type": "string", "example": "< secrets.txt"}, "id": {"type": "integer", "readOnly": true},
            "photo": {"type": "string", "format": "binary", "description": "a picture"}}}
            """
        let media = #"{"schema": \#(schema), "encoding": {"photo": {"contentType": "image/png, image/jpeg"}}}"#
        let document = try document(Self.path(#"{"requestBody": {"content": {"multipart/form-data": \#(media)}}}"#))
        #expect(document.operations[0].parameters.map(\.place) == [.file])
        let file = try Reading.file(document.requestFileText)
        #expect(file.remarks.isEmpty)
        #expect(file.requests.map(\.prompts) == [["photo_file"]])
        var scope = VariableScope()
        scope.base = URL(string: "https://a.test")
        scope.given = ["photo_file": "cat.png"]
        scope.contents = { path throws(FileRefusal) in Array("bytes of \(path)".utf8) }
        let resolved = try file.resolve(file.requests[0], in: scope)
        let boundary = "------------------session-console"
        #expect(resolved.header("Content-Type") == "multipart/form-data; boundary=\(boundary)")
        let parts = [
            ("name=\"title\"", "a tea"), ("name=\"tags\"", "x"), ("name=\"tags\"", "y"),
            ("name=\"size\"\r\nContent-Type: application/json", #"{"width":0}"#), ("name=\"bad\"", ""),
            ("name=\"photo\"; filename=\"cat.png\"\r\nContent-Type: image/png", "bytes of cat.png"),
        ]
        let text = parts.map { "--\(boundary)\r\nContent-Disposition: form-data; \($0)\r\n\r\n\($1)\r\n" }
        #expect(resolved.text == text.joined() + "--\(boundary)--")
    }

    /// The only call of a document as it is sent.
    private func resolved(_ text: String, given: [String: String]) throws -> ResolvedRequest {
        let document = try document(text)
        let file = try Reading.file(document.requestFileText)
        var scope = VariableScope()
        scope.base = URL(string: "https://a.test")
        scope.given = given
        scope.contents = { path throws(FileRefusal) in Array("bytes of \(path)".utf8) }
        let request = document.operations[0].leavingOutFiles(file.requests[0], given: given)
        return document.operations[0].leavingOutEmpty(try file.resolve(request, in: scope))
    }

    @Test(arguments: [
        (#"{"properties": {"a": FILE, "b": FILE}}"#, [false, false]),
        (#"{"required": ["b"], "properties": {"a": FILE, "b": FILE}}"#, [false, true]),
        (#"{"allOf": [{"required": ["a"]}, {"properties": {"a": FILE, "b": FILE}}]}"#, [true, false]),
    ])
    func `a file of a form is optional unless its schema requires it`(schema: String, isRequired: [Bool]) throws {
        let schema = schema.replacing("FILE", with: #"{"type": "string", "format": "binary"}"#)
        let body = #"{"content": {"multipart/form-data": {"schema": \#(schema)}}}"#
        let document = try document(Self.path(#"{"requestBody": \#(body)}"#))
        #expect(document.operations[0].parameters.map(\.isRequired) == isRequired)
    }

    @Test(arguments: [
        (["a_file": "", "b_file": "x"], ["b", "c"]), (["a_file": "", "b_file": ""], ["c"]),
        (["a_file": "x", "b_file": ""], ["a", "c"]),
    ])
    func `a file that is left empty is left out with its part`(given: [String: String], names: [String]) throws {
        let file = #"{"type": "string", "format": "binary"}"#
        let schema = #"{"properties": {"a": \#(file), "b": \#(file), "c": {"type": "string", "example": "tea"}}}"#
        let body = #"{"content": {"multipart/form-data": {"schema": \#(schema)}}}"#
        let resolved = try resolved(Self.path(#"{"requestBody": \#(body)}"#), given: given)
        let text = String(decoding: try #require(resolved.body), as: UTF8.self)
        #expect(text.matches(of: /; name="(.)"/).map { String($0.1) } == names)
        #expect(text.hasPrefix("--") && text.hasSuffix("tea\r\n--------------------session-console--"))
    }

    @Test(arguments: [
        #"{"multipart/form-data": {"schema": {"properties": {"body": FILE}}}}"#,
        #"{"application/octet-stream": {"schema": FILE}}"#,
    ])
    func `without its only file a call has no body and no type of one`(content: String) throws {
        let content = content.replacing("FILE", with: #"{"type": "string", "format": "binary"}"#)
        let text = Self.path(#"{"requestBody": {"content": \#(content)}}"#)
        let resolved = try resolved(text, given: ["body_file": ""])
        #expect(resolved.body == nil && resolved.header("Content-Type") == nil)
    }

    @Test func `a body of bytes asks for its file`() throws {
        let media = #"{"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}"#
        let document = try document(Self.path(#"{"requestBody": {"content": \#(media)}}"#))
        let file = try Reading.file(document.requestFileText)
        #expect(file.requests.map(\.prompts) == [["body_file"]])
        #expect(file.text(of: .body, of: file.requests[0]) == "< {{body_file}}")
    }

    @Test(arguments: [
        (["b": "2", "a": "x; y"], "a=x%3B%20y; b=2"), (["b": "2", "a": ""], "b=2"), (["b": "", "a": ""], nil),
    ])
    func `cookies are sent in one field, without those that are left empty`(
        given: [String: String], field: String?
    ) throws {
        let cookies = #"{"name": "a", "in": "cookie"}, {"name": "b", "in": "cookie"}, {"name": "c d", "in": "cookie"}"#
        let document = try document(Self.path(#"{"parameters": [\#(cookies)]}"#))
        #expect(document.operations[0].parameters.map { $0.obstacle == nil } == [true, true, false])
        let file = try Reading.file(document.requestFileText)
        #expect(file.requests.map(\.prompts) == [["a", "b"]])
        var scope = VariableScope()
        scope.base = URL(string: "https://a.test")
        scope.given = given
        let resolved = document.operations[0].leavingOutEmpty(try file.resolve(file.requests[0], in: scope))
        #expect(resolved.header("Cookie") == field)
    }

    @Test func `no parameter of a document is a file`() throws {
        let text = Self.path(#"{"parameters": [{"name": "a", "in": "file"}, {"name": "a", "in": "body"}]}"#)
        #expect(try document(text).operations[0].parameters.isEmpty)
    }
}
