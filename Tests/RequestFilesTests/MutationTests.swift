import FoundationEssentials
import TestSupport
import Testing

@testable import RequestFiles

/// Damaged files never trap, keep their bytes, and say where they are wrong.
///
/// The sequence of damages is the same in every run.
@Suite(.timeLimit(.minutes(5))) struct MutationTests {
    private static let seeds = [
        """
        @host = a.test\r
        # @name login\r
        POST https://{{host}}/login?a={{$randomInt 1 5}} HTTP/1.1\r
        Content-Type: application/json\r
        Authorization: Bearer {{token}}\r
        \r
        { "a": "{{$datetime 'YYYY' -1 y}}", // c\r
          "b": {{%host}} }\r
        > {% client.log("x") %}\r
        ### next
        GET /x
          ?a=1
          &b={{login.response.body.$.items[0]['a b']}}
        Host: {{login.response.headers.X-Host}}:443
        """,
        """
        ### form
        < {%
        pre()
        %}
        # @timeout 3 m
        POST https://a.test/
        Content-Type: multipart/form-data; boundary=b

        --b
        < ./a.txt
        <@latin1 b.txt
        --b--
        <> old.json
        ###
        GRAPHQL https://a.test/

        { a(b: "{{$guid}}") }

        {"v": {{$random.integer(1, 2)}}}
        """,
        """
        # @name c
        curl -X POST 'https://a.test/{{c.response.status}}' \\
          -H $'A: \\u0041\\x42\\103' -d 'x
        y' --data-urlencode "a=b c" -k -u me:you
        ###
        POST http://a.test/
        content-type: application/x-www-form-urlencoded

        a = 1 &
        b = {{$timestamp -1 d}}
        >> out.json
        """,
    ]
    private static let signs = Array("#@{}$%<>&?=:/\\'\"\n\r\t -.[]()0aé\u{0}\u{FEFF}{{}}".utf8)

    private static func damaged(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2, 3: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
            case 4:
                let end = Int.random(in: place...bytes.count, using: &random)
                bytes.insert(contentsOf: bytes[place..<min(end, place + 40)], at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0..<20, using: &random)))
            }
        }
        return bytes
    }

    @Test(arguments: seeds.indices)
    func `a damaged file keeps its bytes, and each of its requests is whole or an error`(index: Int) throws {
        var random = SeededGenerator(seed: 11_000 + UInt64(index))
        var sent = 0
        var refused = 0
        for _ in 0..<400 {
            let bytes = Self.damaged(Array(Self.seeds[index].utf8), using: &random)
            let file = try RequestFile(bytes)
            #expect(file.bytes == bytes)
            let lineCount = file.source.count
            #expect(file.remarks.allSatisfy { (1...max(1, lineCount)).contains($0.position.line) })
            var scope = VariableScope()
            scope.given = ["token": "t"]
            scope.contents = { path throws(FileRefusal) in
                if path.hasSuffix(".txt") { return [0xE9, 0x7B] } else { throw .outside }
            }
            for request in file.requests {
                #expect(request.lines.upperBound <= lineCount)
                #expect(try file.replacing(request, with: file.text(of: request)).bytes == bytes)
                _ = file.prerequisites(of: request)
                do {
                    let resolved = try file.resolve(request, in: scope)
                    sent += 1
                    #expect(resolved.url.host?.isEmpty == false)
                    #expect(resolved.headers.allSatisfy { !$0.value.utf8.contains(where: \.isControl) })
                    #expect(resolved.method.utf8.allSatisfy(\.isTokenByte) && !resolved.method.isEmpty)
                    scope.answers[request.name] = RecordedAnswer(
                        status: 200, headers: [("X-Host", "h.test")], body: Array(#"{"items":[{"a b":1}]}"#.utf8))
                } catch {
                    refused += 1
                    #expect(!error.words.isEmpty)
                    #expect((1...max(1, lineCount)).contains(error.position.line))
                }
            }
        }
        #expect(sent > 100 && refused > 100, "\(sent) were whole, \(refused) refused")
    }

    @Test func `a damaged curl command is a request or an error`() {
        var random = SeededGenerator(seed: 8)
        let line =
            #"curl -sX POST 'https://a.test/a' -H "A: \"b\"" -d $'a\n\x41\u00e9' --compressed \"# + "\n -u a:b -G"
        var read = 0
        for _ in 0..<5000 {
            let text = String(decoding: Self.damaged(Array(line.utf8), using: &random), as: UTF8.self)
            do {
                let command = try CurlCommand(text)
                read += 1
                #expect(!command.method.isEmpty)
            } catch {
                #expect(!error.words.isEmpty)
            }
        }
        #expect((1..<5000).contains(read))
    }
}
