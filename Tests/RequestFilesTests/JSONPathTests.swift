import FoundationEssentials
import JOSE
import Testing

@testable import RequestFiles

@Suite(.timeLimit(.minutes(5))) struct JSONPathTests {
    private static let json = """
        {"id": 7, "items": [{"id": 1, "name": "tea", "price": 2.50, "tags": ["hot"]},
          {"id": 2, "name": "milk", "price": 1, "sold": null}, {"id": "3", "name": "it's", "price": 9, "in": {"id": \
          9}}],
         "limit": 2, "a.b": {"c]": "odd"}, "nested": {"deep": {"key": "found"}}}
        """

    private func value(_ path: String) throws -> String? {
        let found = try JSONPath(path).value(in: JSONValue(parsing: Self.json.utf8))
        return found.map { $0.string ?? $0.serialized() }
    }

    @Test(arguments: [
        ("$.items[?(@.name=='milk')].id", "2"), ("$.items[?(@.name == \"it's\")].id", "3"),
        ("items[?(@.id>1)].name", "milk"),
        ("$.items[?@.price < 2 && @.id != 1].id", "2"), ("$.items[?(@.price >= 9 || @.id == 2)].name", "milk"),
        ("$.items[?(@.sold)].name", "milk"), ("$.items[?(!@.tags)].name", "milk"),
        ("$.items[?@.tags[0]=='hot'].id", "1"),
        ("$.items[?(@.sold == null)].id", "2"), ("$.items[?(@.price == 2.5)].id", "1"),
        ("$.items[?(@.price==1.0)].id", "2"),
        ("$.items[?(@.id == $.limit)].name", "milk"), ("$.items[?(@.name > 'n')].id", "1"),
        ("$.items[?((@.id==1 || @.id==2) && !(@.name=='tea'))].id", "2"), ("$.items[?length(@.name) == 3].name", "tea"),
        ("$.items[?(@.in.id==9)].id", "3"), ("$.items[?(@.id < 'x')].id", "3"),
        ("$.items[*].name", "tea"), ("$.items.*.name", "tea"), ("$..name", "tea"), ("$..key", "found"),
        ("$.nested..['key']", "found"), ("$..items[1].id", "2"), ("$.items[1:].id", "2"), ("$.items[-1:].id", "3"),
        ("$.items[:1].name", "tea"), ("$.items[5,1].id", "2"), ("$['none','id']", "7"), ("$[\"a.b\"]['c]']", "odd"),
        ("$", nil), ("$.items[ 1 ].id", "2"),
    ])
    func `address 3: filters, wildcards and ranges find the first value`(path: String, expected: String?) throws {
        let found = try value(path)
        if let expected { #expect(found == expected) } else { #expect(found?.hasPrefix("{\"id\":7") == true) }
    }

    @Test(arguments: [
        "$.items[?(@.name=='none')].id", "$.items[9]", "$.id[*]", "$.items[2:1]", "$.items[?(@.price < 'x')].id",
        "$.items[?(@.none == 1)]", "$.items[?(@.none < 1)]", "$..none", "$.items[-9223372036854775808]",
        "$.items[-9223372036854775808:-9223372036854775807]",
    ])
    func `address 3: a path may lead nowhere`(path: String) throws { #expect(try value(path) == nil) }

    @Test(arguments: [
        "//xml", "$.", "$..", "$.items[", "$.items[?]", "$.items[?(@.a==)]", "$.items[?(@.a=='x]", "$.items[?(1)]",
        "$[]",
        "$.items[?(@.a =~ /x/)]", "$x", "$.items[?(@.a == 1 &&)]",
    ])
    func `address 3: what is no path is said`(path: String) {
        #expect(throws: Remark.Matter.self) { try JSONPath(path) }
    }

    @Test(arguments: ["[?", "[?!", "[?(", "[?(!", "..", "[*]", "[?@", "[0,", "$"])
    func `address 3: a hostile path takes bounded time`(piece: String) throws {
        let text = "$" + String(repeating: piece, count: 1000)
        let deep = try JSONValue(
            parsing: (String(repeating: "[[],", count: 100) + "1" + String(repeating: "]", count: 100)).utf8)
        if let path = try? JSONPath(text) { #expect(path.value(in: deep) == nil) }
    }

    @Test func `address 3: a path that branches at each step takes bounded time`() throws {
        let deep = try JSONValue(
            parsing: (String(repeating: "[[],", count: 100) + "1" + String(repeating: "]", count: 100)).utf8)
        let many = try JSONPath("$" + String(repeating: "..*", count: 30) + ".none")
        #expect(many.value(in: deep) == nil)
    }

    @Test func `address 3: what an earlier request sent can be referred to`() throws {
        func value(_ reference: String) throws -> String? {
            let text = """
                # @name login
                POST https://a.test/
                Content-Type: application/json
                X-Trace: {{$randomInt}}
                Authorization: Bearer x

                {"user": {"name": "me"}}
                ###
                POST https://a.test/
                Content-Type: text/plain

                {{\(reference)}}
                """
            let file = try Reading.file(text)
            var scope = VariableScope()
            scope.isSessions = { $0.host == "a.test" }
            scope.random = { _ in 42 }
            let sent = try file.resolve(file.requests[0], in: scope)
            scope.answers["login"] = RecordedAnswer(
                status: 200, headers: [("X-Trace", "other")], body: Array(#"{"user": 1}"#.utf8), request: sent)
            let resolved = try file.resolve(file.requests[1], in: scope).text
            #expect(file.prerequisites(of: file.requests[1]).map(\.name) == ["login"])
            return resolved
        }
        #expect(try value("login.request.body.$.user.name") == "me")
        #expect(try value("login.request.body.*") == #"{"user": {"name": "me"}}"#)
        #expect(try value("login.request.headers.x-trace") == "42")
        #expect(try value("login.response.headers.x-trace") == "other")
        #expect(try value("login.response.body.$.user") == "1")
        for reference in ["login.request.headers.Authorization", "login.request.status", "login.request.cookies"] {
            #expect(throws: Remark.self) { try value(reference) }
        }
    }
}
