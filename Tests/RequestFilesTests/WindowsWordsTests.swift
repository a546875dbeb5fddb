import FoundationEssentials
import Testing

@testable import RequestFiles

/// Commands as browsers copy them for the command line of Windows.
@Suite(.timeLimit(.minutes(5))) struct WindowsWordsTests {
    @Test func `what Chrome copies for Windows becomes a request`() throws {
        let command = try CurlCommand(
            #"""
            curl ^"https://api.test/orders?a=1^&b=^%^20^" ^
              -X ^"PUT^" ^
              -H ^"content-type: application/json^" ^
              -H ^"sec-ch-ua: ^\^"Chromium^\^";v=^\^"130^\^"^" ^
              -b ^"a=1; b=2^" ^
              --data-raw ^"^{^\^"name^\^":^\^"O'Neil C:^\^\x^\^",^

            ^\^"more^\^":^[1^]^}^"
            """#)
        #expect(command.url == "https://api.test/orders?a=1&b=%20")
        #expect(command.method == "PUT")
        #expect(command.headers.map(\.name) == ["content-type", "sec-ch-ua", "Cookie"])
        #expect(command.headers[1].value == #""Chromium";v="130""#)
        #expect(command.body == [.text("{\"name\":\"O'Neil C:\\x\",\n\"more\":[1]}")])
    }

    @Test func `a file may hold it, with an empty line in its data`() throws {
        let text = "curl ^\"https://a.test^\" ^\r\n  --data-raw ^\"a^\r\n\r\nb^\"\r\n\r\n> x.js\r\n###\r\nGET /b\r\n"
        let file = try Reading.file(text)
        #expect(file.requests.count == 2)
        #expect(file.requests[0].body.count == 1 && file.requests[0].fault == nil)
    }

    @Test(arguments: [
        ("curl ^\"a b^\" \"c ^& d\" e^&f", ["curl", "a b", "c ^& d", "e&f"]),
        ("curl ^\"^\" ^^ x", ["curl", "", "^", "x"]), ("curl ^\"a^\" ", ["curl", "a"]),
    ])
    func `carets and quotation marks are taken away`(line: String, words: [String]) throws {
        #expect(try ShellWords(line).words == words)
    }

    @Test(arguments: [
        (#"curl.exe "https://a.test" -H "A: b" --data-raw "{""a"":1}""#, #"{"a":1}"#),
        (#"curl "https://a.test" --data-raw "{""a"":[""b c"",""d""]}""#, #"{"a":["b c","d"]}"#),
        (#"curl 'https://a.test' --data-raw "{""a"":1}""#, "{a:1}"), (#"curl "https://a.test" -d "" "#, ""),
        (#"curl "https://a.test" -d "a""b""#, "ab"),
    ])
    func `what earlier releases of Firefox copy for Windows has quotation marks twice`(
        line: String, body: String
    ) throws {
        #expect(try CurlCommand(line).body == [.text(body)])
        let request = try Reading.request(line + "\n")
        #expect(request.fault == nil)
    }
}
