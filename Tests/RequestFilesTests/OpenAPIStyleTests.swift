import FoundationEssentials
import JOSE
import Testing

@testable import RequestFiles

/// How the parameters of a document are written.
@Suite(.timeLimit(.minutes(5))) struct OpenAPIStyleTests {
    /// The call as it is sent, with the value of its parameter `p`.
    static func resolved(
        _ parameter: String, given: String, version: String = #""openapi": "3.1.0""#, path: String = "/a/{p}"
    ) throws -> ResolvedRequest {
        let text = #"{\#(version), "paths": {"\#(path)": {"get": {"parameters": [\#(parameter)]}}}}"#
        let document = try OpenAPIDocument(Array(text.utf8))
        let file = try Reading.file(document.requestFileText)
        var scope = VariableScope()
        scope.base = URL(string: "https://a.test")
        scope.given = ["p": given]
        let operation = try #require(document.operations.first)
        let request = operation.writingValues(try #require(file.requests.first), given: scope.given)
        return operation.leavingOutEmpty(try file.resolve(request, in: scope))
    }

    private static let list = #""schema": {"type": "array"}"#
    private static let object = #""schema": {"type": "object"}"#

    @Test(arguments: [
        ("", list, "a,b", "p=a&p=b"), ("", list, "a b,c&d", "p=a%20b&p=c%26d"), ("", list, "a", "p=a"),
        ("", list, #"["a,b",7]"#, "p=a%2Cb&p=7"), (#""explode": false,"#, list, "a,b&", "p=a,b%26"),
        (#""style": "spaceDelimited", "explode": false,"#, list, "a,b", "p=a%20b"),
        (#""style": "pipeDelimited","#, list, "a,b", "p=a%7Cb"),
        (#""style": "pipeDelimited", "explode": true,"#, list, "a,b", "p=a&p=b"),
        ("", object, #"{"x": 1, "y": "b c"}"#, "x=1&y=b%20c"),
        (#""explode": false,"#, object, #"{"x": 1, "y": 2}"#, "p=x,1,y,2"),
        (
            #""style": "deepObject", "explode": true,"#, object, #"{"x": 1, "y": {"z": [2, 3]}}"#,
            "p%5Bx%5D=1&p%5By%5D%5Bz%5D=2&p%5By%5D%5Bz%5D=3"
        ),
        ("", #""schema": {"type": "string"}"#, "a,b", "p=a%2Cb"),
        ("", #""schema": {"type": ["array", "null"]}"#, "a,b", "p=a&p=b"),
        ("", #""schema": {"items": {}}"#, "a,b", "p=a&p=b"), ("", #""example": ["x"]"#, "a,b", "p=a&p=b"),
        ("", #""content": {"application/json": {"schema": {"type": "array"}}}"#, "[1,2]", "p=%5B1%2C2%5D"),
        ("", list, "{{p}}", "p=%7B%7Bp%7D%7D"), ("", object, "no JSON", "p=no%20JSON"),
    ])
    func `address 3: values of a query are written as style and explode say`(
        style: String, rest: String, given: String, query: String
    ) throws {
        let parameter = #"{"name": "p", "in": "query", "required": true, \#(style) \#(rest)}"#
        let url = try Self.resolved(parameter, given: given, path: "/a").url.absoluteString
        #expect(url == "https://a.test/a?\(query)")
    }

    @Test(arguments: [
        ("", list, "a,b/", "a,b%2F"), (#""style": "label","#, list, "a,b", ".a,b"),
        (#""style": "label", "explode": true,"#, list, "a,b", ".a.b"),
        (#""style": "matrix","#, list, "a,b", ";p=a,b"),
        (#""style": "matrix", "explode": true,"#, list, "a,b", ";p=a;p=b"),
        (#""style": "matrix","#, #""schema": {"type": "string"}"#, "a/", ";p=a%2F"),
        (#""style": "label","#, "\"x\": 1", "a", ".a"),
        ("", object, #"{"x": 1, "y": 2}"#, "x,1,y,2"), (#""explode": true,"#, object, #"{"x": 1, "y": 2}"#, "x=1,y=2"),
        (#""style": "matrix", "explode": true,"#, object, #"{"x": 1, "y": 2}"#, ";x=1;y=2"),
    ])
    func `address 3: values of a path are written as style and explode say`(
        style: String, rest: String, given: String, text: String
    ) throws {
        let parameter = #"{"name": "p", "in": "path", \#(style) \#(rest)}"#
        #expect(try Self.resolved(parameter, given: given).url.absoluteString == "https://a.test/a/\(text)")
    }

    @Test func `address 3: fields and cookies have their styles, too`() throws {
        let field = #"{"name": "p", "in": "header", "required": true, "explode": true, \#(Self.object)}"#
        #expect(try Self.resolved(field, given: #"{"x": 1, "y": "b c"}"#, path: "/a").header("p") == "x=1,y=b c")
        #expect(
            try Self.resolved(field, given: #"{"x": "{{$dotenv A}}"}"#, path: "/a").header("p")
                == #"{"x": "{{$dotenv A}}"}"#)
        let cookie = #"{"name": "p", "in": "cookie", "explode": false, \#(Self.list)}"#
        #expect(try Self.resolved(cookie, given: "a,b c", path: "/a").header("Cookie") == "p=a,b%20c")
    }

    @Test func `hole: a required parameter that is left empty is sent empty`() throws {
        for (required, url) in [("true", "https://a.test/a?p="), ("false", "https://a.test/a")] {
            for rest in [#""x": 1"#, Self.list] {
                let parameter = #"{"name": "p", "in": "query", "required": \#(required), \#(rest)}"#
                #expect(try Self.resolved(parameter, given: "", path: "/a").url.absoluteString == url)
            }
        }
    }

    @Test func `hole: an escaped tilde in front of a digit stays one`() throws {
        let text =
            ##"{"openapi": "3.0.0", "x": {"~1": {"name": "right", "in": "query"}, "/": {"name": "wrong", "in": "##
            + ##""query"}},"##
            + ##""components": {"parameters": {"~1": {"name": "too", "in": "query"}, "/": {"name": "bad", "in": "##
            + ##""query"}}},"##
            + ##""paths": {"/a": {"get": {"parameters": [{"$ref": "#/x/~01"}, {"$ref": "##
            + ##""#/components/parameters/~01"}]}}}}"##
        let document = try OpenAPIDocument(Array(text.utf8))
        #expect(document.operations.first?.parameters.map(\.name) == ["right", "too"])
    }

    @Test func `address 3: the arrays of a form are a field for each value`() throws {
        let schema =
            #"{"type": "object", "properties": {"a": {"type": "array", "example": ["x y", 2]}, "b": {"type": "#
            + #""object"}}}"#
        let body = #"{"content": {"application/x-www-form-urlencoded": {"schema": \#(schema)}}}"#
        let text = #"{"openapi": "3.0.0", "paths": {"/a": {"post": {"requestBody": \#(body)}}}}"#
        #expect(try OpenAPIDocument(Array(text.utf8)).operations.first?.body?.text == "a=x%20y&a=2")
    }
}
