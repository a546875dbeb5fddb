import FoundationEssentials
import JOSE
import SessionCore
import SessionHTTP
import Testing

@testable import ClientObservation

/// Authorization requests of which the watch knows the URL alone: a browser has sent them past it.
@Suite(.timeLimit(.minutes(5)))
struct LinkTests {
    /// The script as a live watch sees it.
    private static func observed(_ play: Example.Play, link: LinkSource = .opened) -> Observer {
        var script = Example.script(play)
        for index in script.messages.indices where script.messages[index].request.url.path.hasSuffix("/authorize") {
            let request = script.messages[index].request
            script.messages[index] = ObservedMessage(request, .failed, end: request.begin)
            script.messages[index].request.link = link
        }
        return script.observed()
    }

    /// The rules on sign-ins that need no answer of the browser's.
    private static let live = [
        "code-without-pkce", "code-without-pkce-or-nonce", "pkce-plain", "redirect-uri-differs", "implicit-grant",
        "verifier-used-twice", "state-used-twice", "nonce-used-twice",
        "authorization-request-unprotected", "pushed-request-skipped", "request-uri-used-twice",
        "sign-in-instead-of-refresh", "sign-in-although-refreshable",
    ]

    @Test(arguments: live, LinkSource.allCases)
    func `a wrong client is found by what it has opened`(rule: String, link: LinkSource) throws {
        let example = try #require(Example.all.first { $0.rule == rule })
        let observer = Self.observed(example.breaking, link: link)
        #expect(observer.names.contains(rule), "\(observer.names)")
        let right = Self.observed(example.right, link: link)
        let doubt = right.doubt(about: try example.entry)
        #expect(!right.names.contains(rule) && doubt == nil)
    }

    @Test(arguments: Example.all)
    func `a right client stays silent`(example: Example) {
        #expect(Self.observed(example.right).errors.isEmpty)
    }

    @Test func `a verifier that is not the one of the only sign-in under way is found`() throws {
        let other = Self.observed {
            $0.authorize()
            $0.redeem(verifier: "V2")
        }
        #expect(other.errors == ["verifier-does-not-fit"])
        // Of two, either may be meant.
        let both = Self.observed {
            $0.authorize()
            $0.authorize(at: 0.5, state: "S2", nonce: "N2", verifier: "V2")
            $0.redeem("C1", verifier: "V2")
        }
        #expect(both.errors.isEmpty)
    }

    @Test func `what needs the browser's answer stays undecided`() throws {
        let observer = Self.observed {
            $0.metadata(("authorization_response_iss_parameter_supported", true))
            $0.signIn()
        }
        let rule = try #require(FindingRule.all.first { $0.name == "other-issuer-accepted" })
        #expect(observer.doubt(about: rule) == .unseen([.authorizationResponse]))
        #expect(observer.findings.filter { $0.weight != .note }.isEmpty)
    }

    @Test func `it is a message, and none that has passed the watch, and its answer was not lost`() throws {
        let observer = Self.observed { $0.authorize() }
        let message = try #require(observer.message(1))
        #expect(message.link == .opened && !message.hasFailed && !message.isInFlight && message.answer == nil)
        #expect(observer.messageCount == 0 && observer.number(of: .requests) == 0)
        let rule = try #require(FindingRule.all.first { $0.needs == [.message] })
        #expect(observer.doubt(about: rule) == .unseen([.message]))
    }

    @Test func `any other link is no message`() {
        var script = Script()
        let paths = ["/", "/authorize", "/logout?id_token_hint=a", "/cb?code=a&state=b", "/token?grant_type=password"]
        for path in paths {
            script.send("GET", "https://id.example\(path)", at: 0)
            script.messages[script.messages.count - 1].request.link = .opened
        }
        let observer = script.observed()
        #expect((1...5).allSatisfy { observer.message($0) == nil } && observer.findings.isEmpty)
    }

    @Test func `by the metadata any request to the endpoint is one`() {
        var script = Script()
        script.metadata()
        script.send("GET", "https://id.example/authorize?client=1", at: 0)
        script.messages[1].request.link = .opened
        #expect(script.observed().message(2)?.authorization != nil)
    }

    @Test func `a link that is opened after it was printed is one sign-in`() {
        var script = Script()
        script.authorize()
        script.authorize(at: 0.1)
        for (index, link) in LinkSource.allCases.enumerated() { script.messages[index].request.link = link }
        script.redeem()
        #expect(script.observed().errors.isEmpty)
    }
}
