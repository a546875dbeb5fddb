import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RequestSendingTests {
    private func answer(_ body: String, status: Int = 200) -> Result<AuthorizedResponse, SessionError> {
        let sample = Samples.answer(body)
        var response = sample.response
        response.status = status
        return .success(AuthorizedResponse(response: response, facts: sample.facts, verdict: .none))
    }

    @Test func `a request goes through the session, whose token takes the bearer's place`() throws {
        var console = try Console.requests()
        console.press(.enter)
        let sent = try #require(console.sentRequests.first)
        #expect(sent.request.url.absoluteString == "http://127.0.0.1:41874/orders?limit=3")
        #expect(sent.request.headers["Accept"] == "application/json")
        #expect(sent.request.headers["Authorization"] == nil)
        #expect(sent.authorization == .required)
        console.send(.answered(sent.calls[0], answer(Samples.orders)))
        try expectWords(console.paneWords("Response"))
        // It is on the main screen, too.
        #expect(console.model.screens.session.response.text.record?.call == sent.calls[0])
    }

    @Test func `the session's token does not go to another host, nor where the Host field names one`() throws {
        var console = try Console.requests([
            (
                "a.http",
                """
                ### other
                GET https://evil.example/
                Authorization: Bearer abc

                ### host
                GET http://127.0.0.1:41874/
                Host: evil.example
                Authorization: Bearer abc
                """
            )
        ])
        for name in ["other", "host"] {
            console.choose(name)
            console.press(.enter)
            let sent = try #require(console.sentRequests.first)
            #expect(sent.authorization == .none)
            #expect(sent.request.headers["Authorization"] == "Bearer abc")
        }
    }

    @Test func `the request that another one refers to is sent first`() throws {
        var console = try Console.requests()
        console.choose("one order")
        console.press(.character("r"))
        let first = try #require(console.sentRequests.first)
        #expect(first.request.url.path == "/orders")
        console.send(.answered(first.calls[0], answer(Samples.orders)))
        let second = try #require(console.sentRequests.first)
        #expect(second.request.url.path == "/orders/1041")
        console.send(.answered(second.calls[0], answer("{}")))
        // The answer is kept for this run.
        console.press(.character("r"))
        #expect(console.sentRequests.first?.request.url.path == "/orders/1041")
    }

    @Test func `a burst sends once what its request refers to`() throws {
        var console = try Console.requests()
        console.choose("one order")
        console.press(.character("b"))
        console.type("7")
        console.press(.enter)
        #expect(console.sentCalls.count == 1)
        console.send(.answered(try #require(console.sentCalls.first), answer(Samples.orders)))
        #expect(console.sentCalls.count == 7)
    }

    @Test func `an answer of more than 4 MiB is not kept for references`() throws {
        var console = try Console.requests()
        let orders = #"{"orders": [{"id": 7}], "x": "\#(String(repeating: "x", count: 4 << 20))"}"#
        console.press(.enter)
        console.send(.answered(try #require(console.sentCalls.first), answer(orders)))
        #expect(console.requests.scope.answers.isEmpty)
    }

    @Test(arguments: [401, 500]) func `what waits for an answer is not sent after a failure`(status: Int) throws {
        var console = try Console.requests()
        console.choose("one order")
        console.press(.enter)
        let first = try #require(console.sentCalls.first)
        console.send(.answered(first, answer("{}", status: status)))
        #expect(console.sentRequests.isEmpty)
        #expect(console.notice?.text == "one order was not sent, because list failed")
        #expect(console.requests.sending == nil)
    }

    @Test func `a prompt and a variable that nobody defines are asked for`() throws {
        var console = try Console.requests()
        console.choose("create an order")
        console.press(.enter)
        #expect(console.requests.ownPrompt?.title == "what to order:")
        console.type("Tea")
        console.press(.enter)
        #expect(console.requests.ownPrompt?.title == "note:")
        console.type("hot")
        console.press(.enter)
        let sent = try #require(console.sentRequests.first)
        #expect(sent.request.bodyText == (#"{"item": "Tea", "note": "hot"}"#))
        // A prompt asks every time, with the last value.
        console.press(.enter)
        #expect(console.requests.ownPrompt?.field?.text == "Tea")
        console.press(.escape)
        #expect(console.requests.ownPrompt == nil && console.requests.sending == nil)
    }

    @Test func `a secret of the private environment is sent, and its name is shown in its place`() throws {
        let text = "### a\nPOST {{keys_url}}/a?k={{api_key}}&n={{n}}\nX-A: {{api_key}}\n\n{{password}}\n"
        var library = try RequestSamples.library([("a.http", text)])
        let own = #"{"dev": {"api_key": "s3cret1", "password": "s3cret2", "keys_url": "http://k.test", "n": "7"}}"#
        library.folders[""]?.environments = try RequestEnvironments(nil, private: Array(own.utf8))
        var console = try Console.requests()
        console.send(.libraryRead(library))
        console.press(.character("E"))
        try expectWords(console.paneWords("Request"))
        #expect(!console.text.contains("s3cret"), "\(console.text)")
        console.press(.character("r"))
        let sent = try #require(console.sentRequests.first?.request)
        #expect(sent.url.absoluteString == "http://k.test/a?k=s3cret1&n=7")
        #expect(sent.bodyText == "s3cret2")
        #expect(Set(console.protected) == ["s3cret1", "s3cret2"])
        #expect(!console.text.contains("s3cret"), "\(console.text)")
    }

    @Test func `a secret that was typed is sent, and never shown`() throws {
        var console = try Console.requests([
            ("a.http", "### in\n# @prompt password\nPOST /in\nX-Key: {{apikey}}\n\n{{password}}\n")
        ])
        console.press(.enter)
        console.type("hunter2")
        #expect(!console.text.contains("hunter2"))
        console.press(.enter)
        console.type("k-12345")
        console.press(.enter)
        let sent = try #require(console.sentRequests.first)
        #expect(sent.request.bodyText == "hunter2" && sent.request.headers["X-Key"] == "k-12345")
        #expect(!console.text.contains("hunter2") && !console.text.contains("k-12345"))
        #expect(Set(console.protected) == ["hunter2", "k-12345"])
        try expectWords(console.paneWords("Request"))
        console.press(.enter)
        #expect(console.requests.ownPrompt?.field?.text == "")
    }

    @Test func `a file in the body is read when it is sent`() throws {
        var console = try Console.requests()
        console.choose("upload")
        console.press(.character("E"), .enter)
        #expect(console.sentRequests.isEmpty)
        #expect(console.notice?.text == "The file notes: it costs money")
        console.press(.enter)
        guard case .readBodies(["./body.bin"], besides: "orders.http")? = console.requestEffects.first else {
            Issue.record("\(console.effects)")
            return
        }
        console.send(.bodiesRead(["./body.bin": .success([1, 2, 0])]))
        #expect(console.sentRequests.first?.request.bodyBytes == [1, 2, 0])
    }

    @Test func `a note asks again before each sending`() throws {
        var console = try Console.requests([("a.http", "### a\n# @note\nGET /a\n\n### b\nGET /b\n")])
        for _ in 0..<2 {
            console.press(.enter)
            #expect(console.sentRequests.isEmpty)
            #expect(console.notice?.text == "The file asks for confirmation first")
            console.press(.enter)
            #expect(console.sentRequests.count == 1)
        }
    }

    @Test func `a file that may not be read prevents sending and is named`() throws {
        var console = try Console.requests()
        console.choose("upload")
        console.press(.character("E"), .enter, .enter)
        console.send(.bodiesRead(["./body.bin": .failure(.outside)]))
        #expect(console.sentRequests.isEmpty)
        try expectWords(console.notice?.text ?? "")
    }

    @Test func `esc cancels this screen's calls alone`() throws {
        var console = try Console.requests()
        console.press(.character("1"), .character("r"), .character("4"))
        console.send(.libraryRead(try RequestSamples.library()))
        console.press(.enter)
        let call = try #require(console.sentCalls.first)
        console.press(.escape)
        guard case .call(.cancel(let calls))? = console.effects.first else {
            Issue.record("not cancelled")
            return
        }
        #expect(calls == [call])
        #expect(calls.allSatisfy { $0.sender == .requests })
    }

    @Test func `a burst sends the selected request many times`() throws {
        var console = try Console.requests()
        console.press(.character("b"))
        console.type("7")
        console.press(.enter)
        #expect(console.sentCalls.count == 7)
    }

    @Test func `answers are forgotten with the session`() throws {
        var console = try Console.requests()
        console.press(.enter)
        console.send(.answered(try #require(console.sentCalls.first), answer(Samples.orders)))
        #expect(!console.requests.scope.answers.isEmpty)
        console.send(.signOutEnded(.success([])))
        #expect(console.requests.scope.answers.isEmpty)
        #expect(console.requests.response.text.record == nil)
    }

    @Test func `answers to one user are not sent for another`() throws {
        var console = try Console.requests()
        console.press(.enter)
        console.send(.answered(try #require(console.sentCalls.first), answer(Samples.orders)))
        #expect(console.requests.scope.answers["orders.http"]?.keys.first == "list")
        console.happen(.signedIn(flow: "browser", Samples.tokens))
        #expect(console.requests.scope.answers.isEmpty)
    }

    @Test func `an answer that no request refers to is not kept`() throws {
        var console = try Console.requests([("a.http", "### a\nGET /a\n\n### b\nGET /b\n")])
        console.press(.enter)
        console.send(.answered(try #require(console.sentCalls.first), answer("{}")))
        #expect(console.requests.scope.answers.isEmpty)
    }

    // MARK: - Pasting

    @Test(arguments: [
        ("curl 'https://a.test/x' \\\n  -H 'accept: */*' \\\n  --data-raw $'{\"a\":\"it\\'s\"}'", "POST"),
        ("$ curl https://a.test/x -X DELETE", "DELETE"), ("curl https://a.test/x\r\n", "GET"),
    ])
    func `a pasted curl command becomes a request, which is sent on a key`(text: String, method: String) throws {
        var console = try Console.requests()
        console.press(.paste(text))
        #expect(console.sentRequests.isEmpty)
        #expect(console.notice?.tone == .good)
        console.press(.character("r"))
        let sent = try #require(console.sentRequests.first)
        #expect(sent.request.method == method)
        #expect(sent.request.url.absoluteString == "https://a.test/x")
        if method == "POST" { #expect(sent.request.bodyText == (#"{"a":"it's"}"#)) }
    }

    @Test func `the latest pasted requests are kept, as many as one paste may bring`() throws {
        var console = try Console.requests()
        for number in 1...205 { console.press(.paste("curl https://a.test/\(number)")) }
        #expect(console.requests.list.pasted.map(\.path) == (6...205).reversed().map { "pasted \($0)" })
    }

    @Test func `what is not taken over of a curl command is said`() throws {
        var console = try Console.requests()
        console.press(.paste("curl -k https://a.test/ --cacert x.pem"))
        #expect(console.notice?.tone == .warning)
        try expectWords(console.notice?.text ?? "")
    }

    @Test(arguments: ["curl -d '{}' https://a.test/x", "curl https://a.test/x \\\n  -d '{}'"])
    func `a curl command pasted into its field is kept by the key that the field names, and not sent`(text: String)
        throws
    {
        var console = try Console.requests()
        console.press(.character("p"), .paste(text))
        #expect(console.requests.ownPrompt?.field?.text.contains("https://a.test/x") == true)
        #expect(console.requests.list.pasted.isEmpty)
        console.press(.enter)
        #expect(console.requests.ownPrompt == nil && console.sentRequests.isEmpty)
        #expect(console.requests.list.pasted.count == 1)
        #expect(console.requests.request.preview?.lines.first?.text == "https://a.test/x")
    }

    @Test func `what is not a command is refused, in the field and without one`() throws {
        var console = try Console.requests()
        console.press(.paste("hello world"))
        #expect(console.notice?.tone == .bad)
        console.press(.character("p"))
        console.type("wget x")
        console.press(.enter)
        #expect(console.requests.ownPrompt?.flaw != nil)
        console.press(.escape, .character("p"))
        console.type("curl https://a.test/typed")
        console.press(.enter)
        #expect(console.requests.list.pasted.count == 1)
        #expect(console.requests.request.preview?.lines.first?.text == "https://a.test/typed")
    }

    @Test(arguments: [
        "curl -H 'authorization: Bearer s3cret' http://127.0.0.1:41874/me",
        "curl -H 'Authorization: s3cret' http://127.0.0.1:41874/me",
        "curl --oauth2-bearer s3cret http://127.0.0.1:41874/me",
    ])
    func `a token that is pasted is never shown nor kept, and the session's is sent`(command: String) throws {
        var console = try pasted(command, "the session's token is sent instead")
        console.press(.escape, .character("r"))
        let sent = try #require(console.sentRequests.first)
        #expect(sent.authorization == .required)
        #expect(sent.request.url.absoluteString == "http://127.0.0.1:41874/me")
        #expect(sent.request.headers["Authorization"] == nil)
    }

    @Test(arguments: [
        "curl -u alice:s3cret http://127.0.0.1:41874/me", "curl -sualice:s3cret 'http://127.0.0.1:41874/me'",
        "curl --user 'alice:s3cret' http://127.0.0.1:41874/me", "curl http://alice:s3cret@127.0.0.1:41874/me",
        "curl -H 'Authorization: Basic s3cret' http://127.0.0.1:41874/me",
    ])
    func `a password that is pasted is never shown nor kept, and asked for`(command: String) throws {
        var console = try pasted(command, "without its password: user and password are asked for")
        console.press(.escape, .character("r"))
        console.type("alice")
        console.press(.enter)
        console.type("opensesame")
        console.press(.enter)
        let sent = try #require(console.sentRequests.first)
        #expect(sent.authorization == .none)
        #expect(sent.request.headers["Authorization"] == "Basic YWxpY2U6b3BlbnNlc2FtZQ==")
    }

    private func pasted(_ command: String, _ notice: String) throws -> Console {
        var console = try Console.requests()
        console.press(.character("p"), .paste(command))
        #expect(!console.text.contains("s3cret"))
        console.press(.enter)
        #expect(!console.text.contains("s3cret"))
        #expect(console.notice?.text.contains(notice) == true)
        let file = try #require(console.requests.list.pasted.first?.file)
        #expect(!String(decoding: file.bytes, as: UTF8.self).contains("s3cret"))
        console.press(.character("a"))
        #expect(!console.text.contains("s3cret"))
        return console
    }

    @Test func `a pasted command shows its body before its token is known`() throws {
        var console = try Console.requests()
        console.press(.paste("curl https://a.test/x --data-raw '{\"x\":1}' -H 'Authorization: Bearer s3cret'"))
        try expectWords(console.paneWords("Request"))
    }
}
