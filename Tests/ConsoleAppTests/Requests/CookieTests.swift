import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// Cookies of one request of a file for the next.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CookieTests {
    @Test func `address 3: cookies of an answer go with the next request of the file, until another user signs in`()
        throws
    {
        let text = "### in\nGET /in\n\n### next\nGET /next\n\n### apart\n# @no-cookie-jar\nGET /apart\n"
        var console = try Console.requests([("a.http", text), ("b.http", "### other\nGET /other\n")])
        func cookie(_ name: String) -> String? {
            console.choose(name)
            console.press(.enter)
            return console.sentRequests.first?.request.headers["Cookie"]
        }
        #expect(cookie("in") == nil)
        let sent = try #require(console.sentRequests.first)
        let sample = Samples.answer("{}")
        var response = sample.response
        response.url = sent.request.url
        response.headers.add("Set-Cookie", "sid=s3cret77; Path=/")
        let answer = AuthorizedResponse(response: response, facts: sample.facts, verdict: .none)
        console.send(.answered(sent.calls[0], .success(answer)))
        #expect(cookie("next") == "sid=s3cret77")
        #expect(!console.text.contains("s3cret77"))
        #expect(cookie("apart") == nil)
        #expect(cookie("other") == nil)
        console.happen(.signedIn(flow: "browser", Samples.tokens))
        #expect(cookie("next") == nil)
    }

    @Test func `address 3: cookies of the redirects to an answer go with the next request, the answer's own last`()
        throws
    {
        var console = try Console.requests([("a.http", "### in\nGET /in\n\n### next\nGET /next\n")])
        console.choose("in")
        console.press(.enter)
        let sent = try #require(console.sentRequests.first)
        func hop(_ cookie: String...) -> HTTPResponse {
            var response = Samples.answer("{}").response
            response.url = sent.request.url
            for field in cookie { response.headers.add("Set-Cookie", field) }
            return response
        }
        let answer = AuthorizedResponse(
            response: hop("b=3; Path=/"), facts: Samples.answer("{}").facts, verdict: .none,
            earlierAnswers: [hop("a=1; Path=/", "b=1; Path=/"), hop("b=2; Path=/")])
        console.send(.answered(sent.calls[0], .success(answer)))
        console.choose("next")
        console.press(.enter)
        #expect(console.sentRequests.first?.request.headers["Cookie"] == "a=1; b=3")
    }
}
