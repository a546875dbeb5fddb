import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

/// Where a row has no room for all words it has whole phrases.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowAbridgedTests {
    private func console(width: Int = 80, _ kinds: SessionEvent.Kind...) -> Console {
        var console = Console(size: Size(width: width, height: 24))
        console.press(.character("2"))
        console.happen(.exchange(Samples.call(1)))
        for kind in kinds { console.happen(kind) }
        if console.model.shell.card != nil { console.press(.escape) }
        return console
    }

    private func row(_ console: Console, _ word: String) throws -> String {
        let row = try #require(console.picture().lines.last { $0.contains(word) }, "\(console.text)")
        #expect(!row.contains("…"), "\(row)")
        return row
    }

    /// Faults that struck no message.
    private static let faults: [(LabFault, InjectedFault.Step, text: String)] = [
        (.networkOff, .armed, "armed until it is switched off"),
        (.tokenEndpointGarbled, .armed, "armed for its next occasion"), (.networkOff, .disarmed, "disarmed"),
        (.rotatedKeys, .struck, "the provider was made to sign with a new key"),
        (.accessTokenExpired, .struck, "the access token expires now"),
        (.rejectedRefresh, .armed, "the provider was made to reject the next refreshes, until that is switched off"),
        (.wrongState, .struck, "the state of the authorization response was changed; the fault is now disarmed"),
    ]

    @Test(arguments: faults)
    func `the row of a fault has its name whole, what happened to it, and what was done as far as there is room`(
        fault: LabFault, step: InjectedFault.Step, text: String
    ) throws {
        let injected = InjectedFault(name: fault.name, step: step, text: "\(fault.rawValue): \(text)")
        for width in [80, 120] {
            let row = try row(console(width: width, .injected(injected)), "● injected")
            try expectWords(row, "\(fault.rawValue), \(step.rawValue), \(width) columns")
        }
    }

    @Test(arguments: [InjectedFault.Step.armed, .struck, .disarmed])
    func `what happened to a fault is told in the fewest columns, and a name without room has an ellipsis`(
        step: InjectedFault.Step
    ) throws {
        for fault in LabFault.ofSessions {
            let injected = InjectedFault(
                name: fault.name, step: step, text: "\(fault.rawValue): something was done to the provider")
            for width in [44, 52, 61, 80] {
                let text = console(width: width, .injected(injected)).text
                let short = "● \(step.rawValue)  "
                let forms = ["● injected  \(fault.rawValue): \(step.rawValue) ", short + fault.rawValue]
                let isCut = text.contains(short) && text.contains("…")
                #expect(isCut || forms.contains { text.contains($0) }, "\(text)")
            }
        }
    }

    @Test func `a fault without a name of the Lab's has its own words`() throws {
        let text = "the provider was made to revoke this session's access token"
        let fault = InjectedFault(name: "access-token-revoked", step: .struck, text: text)
        try expectWords(console(width: 120, .injected(fault)).rowWords, "120 columns")
        try expectWords(console(.injected(fault)).rowWords, "80 columns")
    }

    @Test func `at 80 columns the error of a refresh that failed is whole`() throws {
        let failed = SessionEvent.Kind.refreshFailed(
            .server(status: 429, during: .token, retryAfter: nil), retryAfter: .seconds(29))
        try expectWords(console(failed).rowWords)
    }

    @Test func `at 80 columns a struck message has the fault's name, and as much of the error as is whole`() throws {
        let call = Samples.call(1)
        let struck = HTTPExchange(
            id: 1, purpose: .request, request: 1, method: "GET", url: call.url, requestHeaders: call.requestHeaders,
            requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12),
            outcome: .failed(.couldNotConnect(host: "127.0.0.1", reason: "the network is off")),
            faults: [LabFault.networkOff.name])
        try expectWords(console(.exchange(struck)).rowWords)
    }

    @Test(arguments: [
        (
            "refused", SessionEnd.refreshRejected(.named(OAuthError(code: "invalid_grant", detail: "session revoked"))),
            60
        ),
        ("refused", .refreshRejected(.named(OAuthError(code: "invalid_grant", detail: "session revoked"))), 44),
        ("no refresh token", .expiredWithoutRefreshToken, 60), ("forced out", .forcedOut(request: "GET /orders"), 60),
        ("lost", .storeLost, 60),
    ])
    func `below 80 columns a logout is said to be forced, then why, in whole phrases`(
        name: String, end: SessionEnd, width: Int
    ) throws {
        try expectWords(row(console(width: width, .forcedOut(end)), " OUT"), "\(name), \(width) columns")
    }

    @Test func `at 80 columns a forced logout that another process noticed is said to be forced`() throws {
        let refusal = RefreshRefusal.named(OAuthError(code: "invalid_grant", detail: "the session was revoked"))
        let ended = EndedSession(
            end: .refreshRejected(refusal), time: Samples.now, generation: 2, process: 26_625, program: "console")
        let console = console(.endedElsewhere(ended))
        try expectWords(row(console, " OUT"), "the line")
        try expectWords(row(console, "session ended"), "what the other process did")
    }

    @Test func `a redirect that was refused, and one that was not this sign-in's, are said so in whole phrases`() throws
    {
        let call = Samples.call(1)
        let refused = HTTPExchange(
            id: 1, purpose: .request, request: 1, method: "GET", url: "http://127.0.0.1:41874/redirect-out",
            requestHeaders: call.requestHeaders, requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12),
            outcome: .failed(.redirectRefused("http://127.0.0.1:41874 redirects in a loop")))
        try expectWords(row(console(.exchange(refused)), "redirect-out"), "refused")
        let stray = StrayRedirect(source: .browser, flaw: .stateOfAnotherAttempt, content: .code)
        for width in [80, 120] {
            let console = console(width: width, .strayRedirect(stray))
            try expectWords(row(console, "◀"), "stray, \(width) columns")
        }
    }

    @Test func `a line without a message says its words in full`() throws {
        let text = "rotate keys: the provider was made to sign with a new key"
        var console = console(.injected(InjectedFault(name: "x", step: .struck, text: text)))
        console.press(.enter)
        try expectWords(console.noticeWords)
    }
}
