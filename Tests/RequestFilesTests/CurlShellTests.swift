import FoundationEssentials
import Testing

@testable import RequestFiles

/// What a shell would do with a command of curl.
@Suite(.timeLimit(.minutes(5))) struct CurlShellTests {
    @Test(arguments: [
        ("curl -s a | jq .", ["| jq ."]), ("curl a > out.json 2>&1", ["> out.json", "2>&1"]),
        ("curl a 2>/dev/null | head -c 5 | wc", ["2>/dev/null", "| head -c 5 | wc"]),
        ("curl a || exit 1", ["|| exit 1"]), ("curl a &> \"$HOME/log\"", ["&> \"$HOME/log\""]),
        ("curl a | tee \"$FILE\" {a,b}", ["| tee \"$FILE\" {a,b}"]), ("curl ^\"a^\" | more", ["| more"]),
    ])
    func `address 3: what the shell does with the answer is left out, and said`(
        line: String, leftOut: [String]
    ) throws {
        let command = try CurlCommand(line)
        #expect(command.url == "a")
        #expect(command.omissions.map(\.option) == leftOut)
        #expect(command.omissions.allSatisfy { $0.reason == .afterwards })
        let file = try Reading.file(line)
        #expect(file.requests.first?.fault == nil)
        #expect(file.remarks.first?.words == "'\(leftOut[0])' is shell syntax and is left out")
    }

    @Test(arguments: [
        ("-H \"X-Key: $API_KEY\"", "$API_KEY"), ("a/${ID}", "${ID}"), ("\"a/${ID:-7}\"", "${ID}"), ("a/$1", "$1"),
        ("-d \"$(cat 'a b')\"", "$(…)"), ("-d $(date)", "$(…)"), ("-d \"`id`\"", "`…`"), ("-d `id`", "`…`"),
        ("-d \"{\\\"a\\\": $N}\"", "$N"), ("-T ~/file", "~"), ("a/{b,c}", "{b,c}"), ("a/x{1..3}y", "{1..3}"),
        ("-d {\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}"), ("-d @- <<EOF\n$HOME\nEOF", "$HOME"),
        ("-d @- <<EOF\n`id`\nEOF", "`…`"),
    ])
    func `address 3: what the shell would fill in is said, not sent`(words: String, text: String) throws {
        #expect(throws: CurlFault.shellExpansion(text)) { try CurlCommand("curl https://a.test \(words)") }
        #expect(try Reading.request("curl https://a.test \(words)").fault != nil)
    }

    @Test(arguments: [
        "-d '$A `b` {c,d} ~'", "-d \"\\$A \\`b\\` {c,d} ~ $ 5$ $.x $\"", "-d $'$A{b,c}'", "-d a~b{c}{{d}},{{e}}",
        "-d $\"a\"", "-d \"${{price}}\"", "-d @- <<'EOF'\n$A `b`\nEOF", "-d @- <<EOF\n\\$A \\`b\\` $ 5$\nEOF",
    ])
    func `address 3: what is quoted, and what the shell keeps, is sent`(words: String) throws {
        #expect(throws: Never.self) { try CurlCommand("curl https://a.test \(words)") }
    }

    @Test func `address 3: the session's token takes the place of a shell's bearer`() throws {
        for bearer in ["Bearer $TOKEN", "Bearer ${TOKEN}", "bearer $(session-console token --profile 'a')"] {
            let request = try Reading.request("curl https://a.test -H \"Authorization: \(bearer)\" -H 'A: 1'")
            #expect(request.headers.map(\.name) == ["Authorization", "A"])
            #expect(request.headers.first?.value.map(\.text).joined().lowercased() == "bearer {{token}}")
        }
        #expect(throws: CurlFault.shellExpansion("$TOKEN")) {
            try CurlCommand("curl https://a.test -H \"X-Token: Bearer $TOKEN\"")
        }
    }

    @Test(arguments: [
        ("https://a.test/[1-3]", "[1-3]"), ("'https://a.test/x[001-100:2]'", "[001-100:2]"), ("a.test/[a-z]", "[a-z]"),
        ("'https://{a,b}.test/'", "{a,b}"), ("'a.test/{id}'", "{id}"), ("a.test/{{id}}/[1-3]", "[1-3]"),
        ("a.test/ -T '{b,c}'", "{b,c}"),
    ])
    func `address 3: a pattern that stands for several URLs is said`(words: String, glob: String) throws {
        #expect(throws: CurlFault.glob(glob)) { try CurlCommand("curl \(words)") }
        #expect(throws: Never.self) { try CurlCommand("curl -g \(words)") }
    }

    @Test(arguments: ["https://[::1]:8080/x?page[size]=1", "a.test/{{id}}?a=[x]&b=[1-]&c=[-]", "a.test/[0-9a]"])
    func `address 3: brackets that are no pattern are sent`(url: String) throws {
        #expect(try CurlCommand("curl '\(url)'").url == url)
    }

    @Test(arguments: [
        ("-d @- <<'EOF'\n{\"a\": 1}\n\n# b\nEOF", "{\"a\": 1}# b"),
        ("--data-binary @- <<EOF\n{\"a\": \\$1}\\\nx\nEOF\n", "{\"a\": $1}x\n"),
        ("--json @- <<-\"E F\"\n\t\ta\n\tb\n\tE F", "a\nb\n"), ("-T - <<< 'it'", "it\n"),
        ("--data-urlencode x@- <<<a\\ b", "x=a%20b%0A"), ("-F a=@- <<EOF | jq .\n1\nEOF", nil),
        ("-d @- <<'EOF' -H 'A: 1'\r\na\r\nb\r\nEOF\r\n", "ab"),
    ])
    func `address 3: a here-document is the body`(words: String, body: String?) throws {
        let resolved = try Reading.resolved("curl -X POST https://a.test/x \(words)")
        #expect(resolved.method == "POST" && resolved.url.absoluteString == "https://a.test/x")
        if let body {
            #expect(resolved.text == body)
        } else {
            #expect(resolved.text?.contains("\r\n\r\n1\n\r\n--") == true)
        }
    }

    @Test func `address 3: input is a file, a document behind another command, or said to be lacking`() throws {
        let file = try CurlCommand("curl a.test -d @- < body.json")
        #expect(file.body == [.file("body.json", as: .withoutLineEnds)])
        let list = CurlCommandList("curl a.test -d @- <<EOF && curl b.test\nx y\nEOF\ncurl c.test --json @- <<< 1 | jq")
        #expect(
            try list.commands.map { try $0.get().line } == [
                "curl a.test -d @- <<< 'x y'", "curl b.test", "curl c.test --json @- <<< 1 | jq",
            ])
        #expect(throws: CurlFault.noInput) { try CurlCommand("curl a.test -d @-") }
        #expect(throws: CurlFault.noInput) { try CurlCommand("curl a.test -T -") }
        #expect(throws: CurlFault.openHereDocument("EOF")) { try CurlCommand("curl a.test -d @- <<EOF\nx") }
        let request = try Reading.request("curl a.test -d @- <<EOF\n{\n\n}\n\nEOF\n")
        #expect(request.fault == nil)
        #expect(request.body == [.text(Fragment("{}", from: 0))])
    }

    @Test(arguments: [
        "curl <<a;", "curl <<a\n", "$(", "\"$(", "${", "{", "{,", "`", "curl x | a\n", ">", "<<<", "~ ", "{{", "[",
        "[1",
        "}} {",
    ])
    func `address 3: hostile text takes bounded time`(piece: String) {
        let text = "curl x " + String(repeating: piece, count: (1 << 16) / piece.utf8.count)
        #expect(CurlCommandList(text).commands.count <= CurlCommandList.countLimit)
    }
}
