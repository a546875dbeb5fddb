import FoundationEssentials
import JOSE
import Testing

@testable import RequestFiles

/// Documents that somebody else wrote.
@Suite(.timeLimit(.minutes(5))) struct HostileDocumentTests {
    private static let hostile = [
        "{{$dotenv SECRET}}", "{{{$dotenv SECRET}}}", "{{secret}}", "{{%secret}}", "x\n### y\nGET https://evil.test/\n",
        "x\r\nAuthorization: Bearer y", "@name evil", "  @no-redirect", "# @timeout 1", "x\u{2028}@note",
        "< ./secrets.txt",
        "{", "}{{secret}}", "/{{$dotenv SECRET}}", "application/json; x={{$processEnv HOME}}",
        "https://a.test/{{secret}}",
        "> {% x() %}", "@secret = 1", "{{login.response.body}}",
    ]

    /// Every text of the document in turn is hostile, and all of them at once.
    private static func documents(with text: String) -> [JSONValue] {
        let template = #"""
            {"openapi": "3.1.0", "servers": [{"url": "T"}], "security": [{"o": []}],
             "components": {"securitySchemes": {"o": {"type": "oauth2"}}},
             "paths": {"T": {"post": {"operationId": "T", "summary": "T",
               "parameters": [{"name": "T", "in": "path", "description": "T", "schema": {"type": "T", "default": "T"}},
                 {"name": "T", "in": "query", "required": true, "description": "T"}, {"name": "T", "in": "header"},
                 {"name": "T", "in": "cookie"}],
               "requestBody": {"description": "T", "content": {"M": {"example": "T", "schema": {"type": "object",
                 "properties": {"T": {"type": "string", "example": "T", "description": "T", "contentMediaType": "C"},
                   "U": {"type": "string", "format": "binary", "description": "T"}}},
                "encoding": {"T": {"contentType": "T"}}}}}}}}}
            """#
        let string = String(JSONValue.string(text).serialized().dropFirst().dropLast())
        return [
            "T", "application/json", "text/plain", "multipart/form-data", "application/x-www-form-urlencoded", "a/b; T",
        ]
        .flatMap { type in
            [template, template.replacing(#""example": "T", "schema""#, with: #""schema""#)].map {
                $0.replacing(#""M""#, with: "\"\(type)\"")
            }
        }
        .map { $0.replacing(#""T""#, with: "\"\(string)\"").replacing(#"; T""#, with: "; \(string)\"") }
        .compactMap { try? JSONValue(parsing: $0.utf8) }
    }

    @Test(arguments: hostile)
    func `address 4: no text of a document becomes a variable, a line, a directive or a file`(text: String) throws {
        let documents = Self.documents(with: text)
        #expect(documents.count == 12)
        for json in documents {
            let document = try OpenAPIDocument(json)
            let file = try Reading.file(document.requestFileText)
            let operation = try #require(document.operations.first)
            let request = try #require(file.requests.first)
            #expect(
                file.requests.count == 1 && file.variables.isEmpty && file.remarks.isEmpty,
                "\(document.requestFileText)")
            let variables = Set(operation.parameters.map(\.variable) + ["token"])
            let fragments = request.target + request.headers.flatMap(\.value) + request.body.map(\.place)
            let names = fragments.flatMap { Placeholder.names(in: $0.bytes) }
            #expect(
                variables.isSuperset(of: names.map { $0.hasPrefix("%") ? String($0.dropFirst()) : $0 }),
                "\(document.requestFileText)")
            #expect(
                request.givenName == nil && request.note == nil && request.timeout == nil && request.followsRedirects)
            #expect(Set(request.prompts).isSubset(of: variables))
            let files = request.body.filter(\.isFile).map(\.place.text)
            #expect(files.allSatisfy { $0.hasPrefix("{{") && $0.hasSuffix("_file}}") }, "\(files)")
            let own = operation.parameters.filter { $0.place == .header }.map(\.name)
            #expect(
                request.headers.allSatisfy { (own + ["Cookie", "Content-Type", "Authorization"]).contains($0.name) })
            var scope = VariableScope()
            scope.base = URL(string: "https://a.test")
            scope.isSessions = { _ in true }
            for name in variables { scope.given[name] = "given" }
            scope.dotEnv = ["SECRET": "s3cret"]
            scope.environment = ["secret": "s3cret"]
            scope.contents = { _ throws(FileRefusal) in [] }
            guard let resolved = try? file.resolve(request, in: scope) else { continue }
            let sent = resolved.url.absoluteString + resolved.headers.map(\.value).joined() + (resolved.text ?? "")
            #expect(!sent.contains("s3cret"), "\(document.requestFileText)")
        }
    }

    /// Twenty parts at each of eight levels.
    private static func nested(_ type: String, _ schema: String) -> String {
        let parts = (0..<20).map { _ in ##"{"$ref": "#/components/schemas/N"}"## }.joined(separator: ",")
        let schemas = (0..<9).map { level in
            #""S\#(level)": {"required": ["p\#(level)"], \#(schema): "#
                + #"[\#(parts.replacing("/N", with: "/S\(level + 1)"))]}"#
        }
        let media = ##"{"\##(type)": {"schema": {"$ref": "#/components/schemas/S0"}}}"##
        return #"""
            {"openapi": "3.0.0", "components": {"schemas": {\#(schemas.joined(separator: ",")), "S9": {"type": "object",
            "properties": {"x": {"type": "string", "example": "y"}}}}}, "paths": {"/a": {"post": {"requestBody":
            {"content": \#(media)}}}, "/b": {"post": {"requestBody": {"content": {"application/json": {"schema":
            {"$ref": "#/components/schemas/S9"}}}}}}}}
            """#
    }

    @Test(
        arguments: ["multipart/form-data", "application/json", "application/x-www-form-urlencoded"],
        ["\"allOf\"", "\"oneOf\""])
    func `address 4: schemas in schemas take bounded work, and hide no other call`(type: String, schema: String) throws
    {
        let clock = ContinuousClock()
        var document: OpenAPIDocument?
        let time = try clock.measure { document = try OpenAPIDocument(Array(Self.nested(type, schema).utf8)) }
        #expect(time < .seconds(20))
        #expect(document?.operations.map(\.path) == ["/a", "/b"])
        #expect(document?.operations.last?.body?.text == #"{"x":"y"}"#)
    }

    @Test func `address 3: a document of many values is read, up to a limit that is told`() throws {
        let values = { (count: Int) in "[" + String(repeating: "1,", count: count - 1) + "1]" }
        let text = { (count: Int) in
            #"{"openapi": "3.0.0", "x": \#(values(count)), "paths": {"/a": {"get": {"operationId": "theFirst"}}}}"#
        }
        let document = try OpenAPIDocument(Array(text(60_000).utf8))
        #expect(document.operations.map(\.name) == ["theFirst"])
        #expect(throws: OpenAPIDocument.Refusal.tooManyValues(limit: OpenAPIDocument.valueLimit)) {
            try OpenAPIDocument(Array(text(OpenAPIDocument.valueLimit + 2).utf8))
        }
        #expect(!OpenAPIDocument.Refusal.tooManyValues(limit: 1).words.contains("JSON"))
        #expect(throws: JSONError.self) { try JSONValue(parsing: values(JSONValue.maximumCount + 2).utf8) }
    }
}
