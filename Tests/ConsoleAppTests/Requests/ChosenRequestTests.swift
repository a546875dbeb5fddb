import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleFaults
@testable import ConsoleKit

/// The main screen's panel shows the request that was chosen on the screen of requests.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ChosenRequestTests {
    private func console(choosing name: String = "one order") throws -> Console {
        var console = try Console.requests([
            (
                "a.http",
                """
                ### list
                GET /orders
                Authorization: Bearer {{token}}

                ### one order
                GET /orders/1
                Accept: text/plain
                Authorization: Bearer {{token}}

                ### asks
                # @prompt item what to order
                GET /orders/{{item}}
                Authorization: Bearer {{token}}

                """
            )
        ])
        if !name.isEmpty { console.choose(name) }
        console.press(.character("1"))
        return console
    }

    private func written(_ console: Console) -> [UInt8]? {
        guard case .write(_, _, let new)? = console.requestEffects.first else { return nil }
        return new
    }

    @Test func `what was chosen stands on the main screen, with its file`() throws {
        try expectWords(console().paneWords(.request))
    }

    @Test func `what is only listed first was not chosen`() throws {
        let console = try console(choosing: "")
        #expect(console.model.screens.session.request.chosen == nil)
    }

    @Test func `it is sent from either screen, whose answer both show`() throws {
        for screen in ["1", "4"] as [Character] {
            var console = try console()
            console.press(.character(screen), .character("r"))
            let sent = try #require(console.sentRequests.first)
            #expect(sent.request.url.path == "/orders/1")
            console.send(.answered(sent.calls[0], .success(Samples.answer(Samples.orders))))
            for shown in [console.model.screens.session.response, console.model.screens.requests.response] {
                #expect(shown.text.record?.call == sent.calls[0])
                #expect(shown.calls.running.isEmpty)
            }
        }
    }

    @Test func `from another screen it is sent, too, and the notice names it`() throws {
        var console = try console()
        console.press(.character("2"), .character("r"))
        #expect(console.sentRequests.first?.request.url.path == "/orders/1")
        #expect(console.notice?.text == "Called one order")
    }

    @Test func `what is edited on the main screen is written to the file, and both show it`() throws {
        var console = try console()
        console.visit(.request)
        console.press(.character("a"))
        console.type("?x=1")
        console.press(.enter)
        let new = try #require(written(console))
        #expect(String(decoding: new, as: UTF8.self).contains("GET /orders/1?x=1"))
        console.send(.libraryRead(try RequestSamples.library([("a.http", String(decoding: new, as: UTF8.self))])))
        console.send(.written(path: "a.http", .success(())))
        #expect(console.paneWords(.request).contains("/orders/1?x=1"))
        #expect(console.model.screens.session.request.prompt == nil)
        console.press(.character("4"))
        #expect(console.requests.request.preview?.lines.contains { $0.text.hasSuffix("/orders/1?x=1") } == true)
    }

    @Test func `what another program changes in the file is shown on the main screen`() throws {
        var console = try console()
        let text = "### one order\nGET /orders/2\n"
        console.send(.libraryRead(try RequestSamples.library([("a.http", text)])))
        #expect(console.paneWords(.request).contains("/orders/2"))
    }

    @Test func `a request that is listed no more gives its place to the panel's own, and to no other`() throws {
        var console = try console()
        console.send(.libraryRead(try RequestSamples.library([("a.http", "### drop all\nDELETE /orders\n")])))
        #expect(console.model.screens.session.request.chosen == nil)
        try expectWords(console.noticeWords)
        console.press(.character("r"))
        #expect(console.sent?.request.url.path == "/orders" && console.sent?.request.method == "GET")
    }

    @Test func `one that an edit takes out of the filter is not replaced by the next`() throws {
        var console = try console(choosing: "")
        console.press(.character("4"), .character("/"))
        console.type("one")
        console.press(.enter, .down)
        console.press(.character("1"))
        #expect(console.paneWords(.request).contains("/orders/1"))
        let text = "### list\nGET /orders\n\n### 1 order\nGET /orders/9\n"
        console.send(.libraryRead(try RequestSamples.library([("a.http", text)])))
        let chosen = console.model.screens.session.request.chosen
        #expect(chosen == nil || console.paneWords(.request).contains("/orders/9"))
    }

    @Test func `a burst at expiry that would have to ask sends the panel's own`() throws {
        let event = Samples.event(
            9, .injected(InjectedFault(name: LabFault.burstAtExpiry.name, step: .struck, text: "injected")), at: 9)
        var console = try console(choosing: "asks")
        console.happen([event])
        #expect(console.sent?.request.url.path == "/orders")
        console = try self.console()
        console.happen([event])
        #expect(console.sentRequests.first?.calls.count == LabFault.burstSize)
        #expect(console.sentRequests.first?.request.url.path == "/orders/1")
    }

    @Test func `what a command makes of its answer is shown on both screens`() throws {
        var console = try console()
        console.press(.character("r"))
        let call = try #require(console.sentRequests.first?.calls.first)
        console.send(.answered(call, .success(Samples.answer(Samples.orders))))
        console.visit(.response)
        console.press(.character("|"))
        console.type("wc")
        console.press(.enter)
        console.send(
            .piped(call, command: "wc", .success(PipedBody(command: "wc", output: Array("7\n".utf8), status: 0))))
        #expect(console.model.screens.session.response.plainText(in: console.model.scene) == "7\n")
    }

    @Test func `what it asks for is asked on its own screen, and sends it`() throws {
        var console = try console(choosing: "asks")
        console.press(.character("r"))
        #expect(console.model.screens.shown == .requests && console.sentRequests.isEmpty)
        console.type("7")
        console.press(.enter)
        #expect(console.sentRequests.first?.request.url.path == "/orders/7")
    }

    @Test func `a key, a typed call and a call of a scenario show the panel's own again`() throws {
        var console = try console()
        console.visit(.request)
        console.press(.character("D"))
        #expect(console.paneWords(.request).contains("+ add a header"))
        console.press(.character("r"))
        #expect(console.sent?.request.url.path == "/orders")
        console = try self.console()
        console.command("get /me")
        #expect(console.sent?.request.url.path == "/me")
        #expect(console.model.screens.session.request.chosen == nil)
    }

    @Test func `where there is nothing to send, the answer's place does not offer it`() throws {
        let send = "\(ShellAction.send.letter) send the request"
        #expect(try !Console.requests([], signedIn: false).paneWords("Response").contains(send))
        #expect(try Console.requests(signedIn: false).paneWords("Response").contains(send))
    }

    @Test func `its copy as a command is the file's`() throws {
        var console = try console()
        console.press(.character("y"), .character("c"))
        #expect(console.copied?.contains("/orders/1") == true)
    }
}
