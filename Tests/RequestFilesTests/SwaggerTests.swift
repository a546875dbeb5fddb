import FoundationEssentials
import Testing

@testable import RequestFiles

/// Documents of Swagger 2.0.
@Suite(.timeLimit(.minutes(5))) struct SwaggerTests {
    private static let text = ##"""
        {"swagger": "2.0", "info": {"title": "Pets", "version": "1"}, "host": "pets.test", "basePath": "/v2/",
         "schemes": ["http", "https"], "consumes": ["application/json"],
         "securityDefinitions": {"o": {"type": "oauth2", "flow": "implicit"}, "b": {"type": "basic"},
           "k": {"type": "apiKey", "in": "header", "name": "X-Key"}},
         "definitions": {"Pet": {"type": "object", "properties": {"name": {"type": "string", "example": "Rex"}}}},
         "parameters": {"limit": {"name": "limit", "in": "query", "type": "integer", "default": 5}},
         "paths": {
           "/pets": {"parameters": [{"$ref": "#/parameters/limit"}],
             "get": {"operationId": "list", "security": [{"o": ["read"]}], "parameters": [
               {"name": "tags", "in": "query", "type": "array", "items": {"type": "string"},
                "collectionFormat": "multi", "required": true},
               {"name": "ids", "in": "query", "type": "array", "required": true}]},
             "post": {"operationId": "add", "security": [{"b": []}], "parameters": [
               {"name": "pet", "in": "body", "required": true, "schema": {"$ref": "#/definitions/Pet"}}]}},
           "/pets/{id}": {"put": {"operationId": "form", "parameters": [
               {"name": "id", "in": "path", "required": true, "type": "string"},
               {"name": "name", "in": "formData", "type": "string", "default": "a b"}]},
             "patch": {"operationId": "photo", "consumes": ["multipart/form-data"], "parameters": [
               {"name": "id", "in": "path", "required": true, "type": "string"},
               {"name": "photo", "in": "formData", "type": "file", "required": true}]}}}}
        """##

    @Test func `address 3: a document of Swagger 2 is read as one of OpenAPI 3`() throws {
        let document = try OpenAPIDocument(Array(Self.text.utf8))
        #expect(document.title == "Pets")
        let file = try Reading.file(document.requestFileText)
        #expect(file.remarks.isEmpty)
        #expect(file.requests.map(\.name) == ["list", "add", "form", "photo"])
        #expect(
            file.requests.map(\.summary) == [
                "GET https://pets.test/v2/pets?tags={{%tags}}&ids={{%ids}}&limit={{%limit}}",
                "POST https://pets.test/v2/pets?limit={{%limit}}", "PUT https://pets.test/v2/pets/{{%id}}",
                "PATCH https://pets.test/v2/pets/{{%id}}",
            ])
        #expect(document.scopes == [1: [["read"]]])
        #expect(document.operations[1].credentials == ["HTTP Basic"])
        #expect(document.operations[0].parameters.last?.initial == "5")
        #expect(document.operations[1].body == .init(contentType: "application/json", text: #"{"name":"Rex"}"#))
        #expect(
            document.operations[2].body == .init(contentType: "application/x-www-form-urlencoded", text: "name=a%20b"))
        #expect(file.requests[3].prompts == ["id", "photo_file"])
        #expect(file.requests[3].body.contains { if case .file = $0 { true } else { false } })
        var scope = VariableScope()
        scope.isSessions = { $0.host == "pets.test" }
        scope.given = ["tags": "a,b", "ids": "1,2", "limit": ""]
        let request = document.operations[0].writingValues(file.requests[0], given: scope.given)
        let resolved = document.operations[0].leavingOutEmpty(try file.resolve(request, in: scope))
        #expect(resolved.url.absoluteString == "https://pets.test/v2/pets?tags=a&tags=b&ids=1,2")
    }

    @Test(arguments: [
        (#""host": "a.test", "schemes": ["http"]"#, "http://a.test"),
        (#""host": "a.test:8443""#, "https://a.test:8443"),
        (#""basePath": "/v1/""#, "/v1"), (#""x": 1"#, ""),
        (#""host": "a.test\nX: {{$dotenv A}}""#, "https://a.test\nX: {{$dotenv A}}"),
    ])
    func `address 3: host, base path and schemes make the server`(members: String, server: String) throws {
        let text = #"{"swagger": "2.0", \#(members), "paths": {"/p": {"get": {}}}}"#
        let document = try OpenAPIDocument(Array(text.utf8))
        #expect(document.operations.map(\.server) == [server])
        let file = try Reading.file(document.requestFileText)
        #expect(
            file.requests.count == 1 && file.requests[0].headers.isEmpty && !document.requestFileText.contains("{{"))
    }

    @Test(arguments: [#""swagger": "1.2""#, #""openapi": "4.0.0""#, #""swagger": "3.0""#])
    func `address 3: other versions are refused by name`(version: String) {
        let refusal = #expect(throws: OpenAPIDocument.Refusal.self) { try OpenAPIDocument(Array("{\(version)}".utf8)) }
        #expect(refusal?.words.contains("is not supported, only 3 and 2.0") == true)
    }
}
