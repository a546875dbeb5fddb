import FoundationEssentials
import Testing

@testable import RequestFiles

@Suite(.timeLimit(.minutes(5))) struct CurlCommandTests {
    @Test func `what a browser copies becomes a request`() throws {
        let command = try CurlCommand(
            """
            curl 'https://api.test/orders?x=1' \\
              -X 'PATCH' \\
              -H 'accept: */*' \\
              -H 'content-type: application/json' \\
              -H 'authorization: Bearer abc' \\
              -b 'a=1; b=2' \\
              --data-raw $'{"name":"O\\'Neil \\u00e9\\n\\x21"}' \\
              --compressed ;
            """)
        #expect(command.method == "PATCH")
        #expect(command.url == "https://api.test/orders?x=1")
        #expect(command.headers.map(\.name) == ["accept", "content-type", "authorization", "Cookie"])
        #expect(command.headers.last?.value == "a=1; b=2")
        #expect(command.body == [.text("{\"name\":\"O'Neil é\n!\"}")])
        #expect(command.omissions.isEmpty)
    }

    @Test func `words are cut as bash cuts them`() throws {
        let words = try ShellWords(#"a 'b c'"d \"e\" \$f \g"\ h\\ '' "" $'\t\101\e[' x'y'z"#).words
        #expect(words == ["a", "b cd \"e\" $f \\g h\\", "", "", "\tA\u{1B}[", "xyz"])
        #expect(try ShellWords("a\\\nb \\\r\n c\n\n").words == ["ab", "c"])
    }

    @Test func `data makes a form, pieces are joined, and files are named`() throws {
        let form = try CurlCommand("curl https://a.test -d a=1 --data-urlencode 'b=x y&z' --data-binary @file")
        #expect(form.method == "POST")
        #expect(form.headers.map(\.value) == ["application/x-www-form-urlencoded"])
        #expect(form.body == [.text("a=1"), .text("&"), .text("b=x%20y%26z"), .text("&"), .file("file")])
        #expect(try CurlCommand("curl https://a.test --data-raw @file").body == [.text("@file")])
        let json = try CurlCommand("curl --json '{}' https://a.test -H 'Accept: text/plain'")
        #expect(json.headers.map(\.name) == ["Accept", "Content-Type"])
        #expect(json.headers.last?.value == "application/json")
        let query = try CurlCommand("curl -G https://a.test/?z=0#f -d a=1 -d b=2")
        #expect(query.url == "https://a.test/?z=0&a=1&b=2#f")
        #expect(query.method == "GET" && query.body.isEmpty && query.headers.isEmpty)
    }

    @Test func `letters may stand together, and options behind the URL`() throws {
        let command = try CurlCommand(
            "curl -sSLXPUT https://a.test -ume:secret -A agent -e https://b.test -m 1.5 -o out")
        #expect(command.method == "PUT")
        #expect(
            command.headers.map(\.value) == ["Basic bWU6c2VjcmV0", "agent", "https://b.test"])
        #expect(command.maximumTime == .milliseconds(1500))
        #expect(try CurlCommand("curl -I --url https://a.test").method == "HEAD")
        #expect(try CurlCommand("curl -- https://a.test").url == "https://a.test")
        #expect(try CurlCommand("curl -H 'A;' -H 'B:' https://a.test").headers.map(\.name) == ["A"])
    }

    @Test func `the check of certificates is not given up`() throws {
        let command = try CurlCommand("curl -k --cacert a.pem https://a.test")
        #expect(command.omissions.map(\.option) == ["-k", "--cacert"])
        #expect(command.omissions.map(\.reason) == [.insecure, .setting("--ca-file")])
    }

    @Test(arguments: [
        ("curl", CurlFault.noURL), ("wget x", .notCurl), ("curl a b", .severalRequests), ("curl 'a", .openQuote),
        ("curl \"a", .openQuote), ("curl $'a", .openQuote), ("curl a >", .shellSyntax(">")),
        ("curl a; rm x", .shellSyntax(";")), ("curl a\ncurl b", .shellSyntax("\n")), ("curl ^\"a", .openQuote),
        ("curl ^\"a^\" & dir", .shellSyntax("&")),
        ("curl -F a x", .badArgument("-F", expected: "name=value")),
        ("curl -F a=b -d c x", .badArgument("-F", expected: "no other data")),
        ("curl --what x", .unknownOption("--what")),
        ("curl -? x", .unknownOption("-?")), ("curl x -d", .missingArgument("-d")),
        ("curl x --data", .missingArgument("--data")), ("curl x -u me", .badArgument("-u", expected: "user:password")),
        ("curl x -b jar", .badArgument("-b", expected: "cookies (name=value), not a file")),
        ("curl x -X 'a b'", .badArgument("-X", expected: "a method")),
        ("curl x -H nothing", .badArgument("-H", expected: "'Name: value'")),
        ("curl x -m never", .badArgument("-m", expected: "a number of seconds")),
    ])
    func `what can't be done is named`(line: String, fault: CurlFault) {
        #expect(throws: fault) { try CurlCommand(line) }
    }

    @Test func `a file may hold a curl command, with placeholders and names`() throws {
        let text = """
            @who = me
            # @name one
            curl -X POST 'https://a.test/{{who}}' \\
              -H 'Authorization: Bearer {{token}}' -k \\
              --data '{
              "a": "it is

              {{who}}"
            }'

            > {% no() %}
            """
        let file = try Reading.file(text)
        #expect(
            file.places == [
                "3:1 curlOptionLeftOut(\"-k\", because: RequestFiles.CurlOmission.insecure)", "11:1 scriptAfter",
            ])
        var scope = VariableScope()
        scope.isSessions = { _ in true }
        let resolved = try file.resolve(file.requests[0], in: scope)
        #expect(resolved.url.absoluteString == "https://a.test/me")
        #expect(resolved.carriesSession)
        #expect(resolved.text == "{\n  \"a\": \"it is\n\n  me\"\n}")
        #expect(try Reading.failure("curl --what https://a.test").matter == .curl(.unknownOption("--what")))
    }
}
