import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowRepetitionTests {
    private static func token(_ status: Int, error: String = "") -> HTTPExchange {
        Samples.message(
            .token, "POST", "http://127.0.0.1:1/token", form: "grant_type=x", status: status,
            body: #"{"error":"\#(error)"}"#)
    }

    private func details(_ exchanges: [HTTPExchange], cause: Int? = 1) -> [String] {
        Flow([(.signInStarted(flow: "code"), nil)] + exchanges.map { (.exchange($0), cause) }).rows.dropFirst()
            .map(\.step.detail)
    }

    @Test func `a token request that asked for a nonce is marked where it is sent again`() {
        #expect(
            details([Self.token(400, error: "use_dpop_nonce"), Self.token(200)]) == [
                "grant_type x", "sent again · grant_type x",
            ])
    }

    @Test func `userinfo after a refresh is sent again, with its cause`() {
        let userInfo = { Samples.message(.userInfo, "GET", "http://127.0.0.1:1/userinfo", status: $0) }
        #expect(details([userInfo(401), Self.token(200), userInfo(200)]) == ["", "grant_type x", "sent again"])
    }

    @Test(arguments: ["authorization_pending", "slow_down"])
    func `a device's poll is not sent again: it was told to come again`(error: String) {
        #expect(details([Self.token(400, error: error), Self.token(200)]) == ["grant_type x", "grant_type x"])
    }

    @Test func `messages without a cause are on their own`() {
        #expect(details([Self.token(200), Self.token(200)], cause: nil) == ["grant_type x", "grant_type x"])
    }

    @Test func `of a repeated call that is redirected the first hop is sent again`() throws {
        let (first, second) = (
            try #require(URL(string: "http://127.0.0.1:1/a")), try #require(URL(string: "http://127.0.0.1:1/b"))
        )
        let hop = HTTPRedirect(status: 302, from: first, to: second, keptAuthorization: true)
        let call = { (status: Int, redirects: [HTTPRedirect]) in
            Samples.message(.request, "GET", first.absoluteString, request: 1, status: status, redirects: redirects)
        }
        let flow = Flow([
            (.requestStarted(Samples.facts(1, status: nil)), nil), (.exchange(call(401, [])), 1),
            (.exchange(call(200, [hop])), 1),
        ])
        #expect(
            flow.rows.map { "\($0.step.kind.name) \($0.step.detail)" } == ["call ", "redirect sent again", "retry "])
    }

    @Test func `of a repeated call whose hops are messages of their own, too`() throws {
        let (first, second) = (
            try #require(URL(string: "http://127.0.0.1:1/a")), try #require(URL(string: "http://127.0.0.1:1/b"))
        )
        let hop = HTTPRedirect(status: 302, from: first, to: second, keptAuthorization: true)
        let moved = Samples.message(.request, "GET", first.absoluteString, request: 1, status: 302, redirect: hop)
        let landed = { (status: Int) in
            Samples.message(.request, "GET", second.absoluteString, request: 1, status: status, redirectedBy: hop)
        }
        let rows = { (exchanges: [HTTPExchange]) in
            Flow(
                [(.requestStarted(Samples.facts(1, status: nil)), nil)] + exchanges.map { (.exchange($0), 1) }
            ).rows.map { "\($0.step.kind.name) \($0.step.label) \($0.step.reason) \($0.step.detail)" }
        }
        #expect(rows([moved, landed(200)]) == ["redirect GET /a to /b ", "call GET /b  "])
        #expect(
            rows([moved, landed(401), moved, landed(200)]) == [
                "redirect GET /a to /b ", "call GET /b  ", "redirect GET /a to /b sent again", "retry GET /b  ",
            ])
    }
}
