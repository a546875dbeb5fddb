import FoundationEssentials
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct HistoryTests {
    private static let calls: [SentCall] = [
        SentCall(
            time: Samples.now.addingTimeInterval(-60), method: "GET", url: "http://127.0.0.1:41874/orders?limit=3",
            headers: [.init(name: "Accept", value: "application/json")], authorization: .required,
            outcome: .answered(200), duration: .milliseconds(12)),
        SentCall(
            time: Samples.now.addingTimeInterval(-120), method: "POST", url: "http://127.0.0.1:41874/orders",
            authorization: .required, count: 20, bodySize: 214, outcome: .answered(401), duration: .milliseconds(8)),
        SentCall(
            time: Samples.now.addingTimeInterval(-180), method: "GET", url: "https://x.example/?key=•••• A3F1",
            authorization: .none, outcome: .failed("no answer: connection refused"), isWhole: false),
    ]

    private func console(size: Size = Size(width: 120, height: 36)) throws -> Console {
        var console = try Console.requests(size: size)
        console.send(.historyRead(Self.calls))
        console.press(.character("H"))
        return console
    }

    @Test(arguments: RequestsScreenTests.screens) func `the calls that were sent`(_ screen: Screen) throws {
        var console = try console(size: screen.size)
        console.press(.down)
        try expectSnapshot("requests-history-\(screen.name)", console.picture(screen.glyphs))
    }

    @Test func `a filter that no call of the history passes says so of calls`() throws {
        var console = try Console.requests()
        console.send(
            .sent(
                SentCall(
                    time: Samples.now, method: "GET", url: "http://127.0.0.1:41874/orders", authorization: .required,
                    count: 1, outcome: .answered(200), duration: nil)))
        console.press(.character("H"), .character("/"))
        console.type("zz")
        try expectWords(console.paneWords("Requests"), "history")
        console.press(.enter, .character("H"))
        try expectWords(console.paneWords("Requests"), "files")
    }

    @Test func `the history is read with the folder`() {
        var console = Console.signedIn()
        console.press(.character("4"))
        #expect(console.requestEffects.contains { if case .readHistory = $0 { true } else { false } })
    }

    @Test func `a call is found by parts of it, and sent again as it was`() throws {
        var console = try console()
        console.press(.character("/"))
        console.type("limit 200")
        console.press(.enter)
        #expect(console.requests.list.list.rows.count == 1)
        console.press(.enter)
        let sent = try #require(console.sentRequests.first)
        #expect(sent.request.url.absoluteString == "http://127.0.0.1:41874/orders?limit=3")
        #expect(sent.request.headers["Accept"] == "application/json")
        #expect(sent.authorization == .required)
    }

    @Test(arguments: [(1, "its body is not kept"), (2, "one of its secrets is not kept")])
    func `a call that is not kept whole is not sent`(row: Int, reason: String) throws {
        var console = try console()
        for _ in 0..<row { console.press(.down) }
        console.press(.enter)
        #expect(console.sentRequests.isEmpty)
        #expect(console.notice?.text == "It can't be sent again: \(reason)")
        #expect(console.text.contains(reason))
    }

    @Test func `a call of this run is sent again with its body and its secrets`() throws {
        var console = try console()
        var call = Self.calls[2]
        var request = HTTPRequest(method: "GET", url: try #require(URL(string: "https://x.example/?key=s3cret")))
        request.body = .bytes([1, 2])
        call.original = request
        console.press(.character("g"))
        console.send(.sent(call))
        // The selected call stays selected.
        #expect(console.requests.list.selectedCall?.method == "GET")
        #expect(console.requests.list.list.selection == 1)
        console.press(.up, .enter)
        #expect(console.sentRequests.first?.request.url.absoluteString == "https://x.example/?key=s3cret")
        #expect(console.sentRequests.first?.request.bodyBytes == [1, 2])
    }

    @Test func `the files are as they were left when the history is put away`() throws {
        var console = try Console.requests()
        console.send(.historyRead(Self.calls))
        console.choose("one order")
        console.press(.character("H"), .down, .character("]"))
        #expect(console.requests.list.selected?.name == "one order")
    }

    @Test func `a call of the API is listed by its path`() throws {
        try expectWords(console().paneWords("Requests"))
    }

    @Test func `no more calls are listed than the history holds`() throws {
        var console = try console()
        for _ in 0..<RequestListPane.historyCapacity + 5 { console.send(.sent(Self.calls[0])) }
        #expect(console.requests.list.list.rows.count == RequestListPane.historyCapacity)
    }

    @Test func `a call of the history is copied as curl, and can't be edited`() throws {
        var console = try console()
        console.press(.character("y"), .character("c"))
        let text = try #require(console.copied)
        #expect(text == "curl -L -H 'Accept: application/json' 'http://127.0.0.1:41874/orders?limit=3'")
        console.press(.character("e"))
        #expect(console.notice?.text == "A call of the history has no file")
        console.press(.tab, .character("a"))
        #expect(console.notice?.text == "A call of the history can't be edited")
    }

    /// With a call of this run that holds a secret, selected.
    private func withSecrets(_ body: String = "") throws -> Console {
        var console = try console()
        var call = Self.calls[2]
        let isMasked = body.isEmpty
        call.time = Samples.now
        call.url = isMasked ? "https://x.example/?key=•••• A3F1" : "https://x.example/"
        call.isWhole = !isMasked
        var request = HTTPRequest(
            method: "POST", url: try #require(URL(string: "https://x.example/\(isMasked ? "?key=s3cret" : "")")))
        if !isMasked { request.body = .text(body) }
        call.original = request
        console.press(.character("g"))
        console.send(.sent(call))
        console.press(.up)
        return console
    }

    @Test(arguments: ["", #"{"password":"s3cret"}"#, "a=1&refresh_token=s3cret"])
    func `what is masked in the history is copied in clear after a yes, and after nothing else`(body: String) throws {
        for (key, isCopied) in [(Key.character("y"), true), (.character("n"), false), (.escape, false)] {
            var console = try withSecrets(body)
            console.press(.character("y"), .character("c"))
            #expect(console.effects.isEmpty)
            #expect(console.dialog is Question && !console.text.contains("s3cret"))
            try expectWords(console.dialogWords)
            console.press(key)
            let copied = console.effects.contains {
                if case .tool(.copy(let text, _)) = $0 { text.contains("s3cret") } else { false }
            }
            #expect(copied == isCopied)
            console = try withSecrets(body)
            console.press(.character("y"), .character("y"))
            guard case .tool(.copy(let text, "the URL"))? = console.effects.first else {
                Issue.record("not copied")
                return
            }
            #expect(!text.contains("s3cret"))
        }
    }

    @Test func `a body without secrets is copied at once`() throws {
        var console = try withSecrets(#"{"item":"Coffee"}"#)
        console.press(.character("y"), .character("c"))
        #expect(console.effects.count == 1)
    }

    @Test func `a call that is not kept whole is not copied, and it is said why`() throws {
        var console = try console()
        console.press(.down, .character("y"), .character("c"))
        #expect(console.effects.isEmpty)
        #expect(console.notice?.text == "Not copied: its body is not kept")
    }

    @Test func `the history is read again when it is opened and with the screen, and the selection stays`() throws {
        let isRead = { (console: Console) in
            console.requestEffects.contains { if case .readHistory = $0 { true } else { false } }
        }
        var console = try console()
        #expect(isRead(console))
        console.press(.down, .control("l"))
        #expect(isRead(console))
        var other = Self.calls[0]
        (other.time, other.url) = (Samples.now, "http://127.0.0.1:41874/other")
        console.send(.historyRead([other] + Self.calls))
        #expect(console.requests.list.list.rows.count == 4)
        #expect(console.requests.list.selectedCall?.method == "POST")
        #expect(console.text.contains("/other"))
    }

    @Test func `a call that ends while the history is read is listed once`() throws {
        var console = try console()
        var call = Self.calls[0]
        call.time = Samples.now
        call.original = HTTPRequest(method: "GET", url: try #require(URL(string: call.url)))
        console.send(.sent(call))
        console.send(.historyRead(Self.calls))
        #expect(console.requests.list.list.rows.count == 4)
        console.send(.historyRead([call] + Self.calls))
        console.send(.sent(call))
        #expect(console.requests.list.list.rows.count == 4)
    }

    @Test func `what was sent is saved as HAR under a typed name`() throws {
        var console = try Console.requests(signedIn: false)
        console.press(.character("w"))
        #expect(console.requests.list.prompt?.field?.text == "requests.har")
        console.press(.enter)
        #expect(console.notice?.text == "Nothing was sent in this run")
        let fault = console.happen(.injected(.sample("the access token expires now")))
        console.press(.character("w"), .enter)
        #expect(console.notice?.text == "Nothing was sent in this run")
        console.happen(
            .exchange(Samples.exchange(9, .request, url: "http://127.0.0.1:41874/me", status: 200, body: nil)))
        console.press(.character("w"), .enter)
        guard case .saveArchive(let events, let isCut, "requests.har")? = console.requestEffects.first else {
            Issue.record("\(console.effects)")
            return
        }
        #expect(events.map(\.sequence) == [fault, fault + 1])
        #expect(events.map(\.exchange?.url) == [nil, "http://127.0.0.1:41874/me"])
        #expect(!isCut)
    }
}
