import JOSE
import RequestFiles
import Testing

@testable import YAML

@Suite(.timeLimit(.minutes(5))) struct DocumentTests {
    @Test(arguments: Documents.all) func `a document is the same in YAML and in JSON`(document: Documents.Pair) throws {
        let read = try YAMLDocument(parsing: Array(document.yaml.utf8)).value
        #expect(read == (try JSONValue(parsing: document.json.utf8)))
        let (calls, twins) = (try OpenAPIDocument(read), try OpenAPIDocument(Array(document.json.utf8)))
        #expect(calls.operations == twins.operations)
        #expect(calls.requestFileText == twins.requestFileText)
        #expect(calls.operations.count == document.callCount)
    }

    @Test(arguments: Documents.all) func `JSON is YAML too`(document: Documents.Pair) throws {
        let read = try YAMLDocument(parsing: Array(document.json.utf8)).value
        #expect(read == (try JSONValue(parsing: document.json.utf8)))
    }

    @Test func `an alias stands for the value that had the name last`() throws {
        let text = "a: &x [1, {b: 2}]\nb: *x\n&k c: &x 3\nd: [*x, *x]\ne: *k\n*k : 4\n"
        #expect(throws: YAMLError.self) { try YAMLDocument(parsing: Array(text.utf8)) }
        let value = try YAMLDocument(parsing: Array(text.replacing("*k : 4", with: "f: 4").utf8)).value
        #expect(value.serialized() == #"{"a":[1,{"b":2}],"b":[1,{"b":2}],"c":3,"d":[3,3],"e":"c","f":4}"#)
    }

    @Test func `a mark of the byte order and line breaks of any kind are no part of it`() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array("a: 1\r\nb: 2\r".utf8)
        #expect(try YAMLDocument(parsing: bytes).value == ["a": 1, "b": 2])
    }
}
