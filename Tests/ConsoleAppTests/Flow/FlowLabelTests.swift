import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleKit
@testable import ConsoleFaults
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowLabelTests {
    private static let provider = "https://id.example.com"
    private static let paths = [
        "/token", "/oauth/token", "/realms/demo/protocol/openid-connect/token", "/common/oauth2/v2.0/token",
    ]

    /// A console that shows the lanes of console, provider and API, and others.
    private func console(width: Int, others: [Lane]) -> Console {
        var console = Console(size: Size(width: width, height: 24))
        console.press(.character("2"))
        if others.contains(.browser) {
            let url = "\(Self.provider)/authorize"
            console.happen(.authorizationRequested(AuthorizationMessage(url: url, parameters: ["client_id"])))
        }
        if others.contains(.otherProcess) { console.happen(.adoptedFromStore(Samples.tokens)) }
        console.happen(.exchange(Samples.call(1)))
        return console
    }

    /// A token request that is refused, or one that a fault struck.
    private func refresh(at path: String, fault: String? = nil) -> HTTPExchange {
        let form = "grant_type=refresh_token&refresh_token=•••• \(Samples.refresh)&client_id=cli"
        let refused = Samples.message(
            .token, "POST", Self.provider + path, form: form, status: 400, body: #"{"error":"invalid_grant"}"#)
        return HTTPExchange(
            id: 1, purpose: .token, request: nil, method: "POST", url: refused.url, requestHeaders: [:],
            requestBody: form, sentAt: Samples.now, duration: .milliseconds(12), outcome: refused.outcome,
            faults: fault.map { [$0] } ?? [])
    }

    /// A call that was refused, because a fault altered its token on the way.
    private var tampered: HTTPExchange {
        let challenge = #"Bearer error="invalid_token""#
        let call = Samples.call(1, status: 401, headers: ["WWW-Authenticate": challenge])
        return HTTPExchange(
            id: 1, purpose: .request, request: 1, method: "GET", url: call.url, requestHeaders: call.requestHeaders,
            requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12), outcome: call.outcome,
            faults: [LabFault.tamperedToken.name])
    }

    private func names(_ lanes: [Lane]) -> String {
        lanes.isEmpty ? "no others" : lanes.map { "\($0)" }.joined(separator: ", ")
    }

    private func row(_ console: Console, _ word: String) throws -> String {
        try #require(console.picture().lines.last { $0.contains(word) }, "\(console.text)")
    }

    @Test(arguments: [[], [.browser], [.otherProcess], [.browser, .otherProcess]] as [[Lane]], paths)
    func `at 80 columns a row has the method, the end of the path, the error and the status`(
        others: [Lane], path: String
    ) throws {
        var console = console(width: 80, others: others)
        console.happen(.exchange(refresh(at: path)))
        try expectWords(row(console, "POST"), "\(path), \(names(others))")
    }

    @Test func `with four lanes the error of a token request is whole at 80 columns`() throws {
        var console = console(width: 80, others: [.browser])
        console.happen(.exchange(refresh(at: "/token")))
        try expectWords(row(console, "POST"), "token")
        console.happen(
            .exchange(
                Samples.message(
                    .discovery, "GET", "\(Self.provider)/tenant/.well-known/openid-configuration", status: 200)))
        try expectWords(row(console, "openid"), "metadata")
    }

    @Test(
        arguments: [[], [.browser], [.otherProcess], [.browser, .otherProcess]] as [[Lane]],
        [LabFault.tokenEndpointError, .tokenEndpointGarbled])
    func `from 80 columns on the Lab's name of an injected fault is whole`(others: [Lane], fault: LabFault) throws {
        for width in [80, 100, 120] {
            var console = console(width: width, others: others)
            console.happen(.exchange(refresh(at: "/oauth/token", fault: fault.name)))
            let row = try row(console, "POST")
            #expect(row.contains("/token") && row.contains(fault.rawValue), "\(row)")
        }
    }

    @Test(arguments: [80, 90, 100, 110, 120, 160])
    func `names of parameters are whole, and the others counted`(width: Int) throws {
        var console = console(width: width, others: [.browser])
        let names = ["response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge"]
        let url = "\(Self.provider)/authorize"
        console.happen(.authorizationRequested(AuthorizationMessage(url: url, parameters: names)))
        console.happen(.exchange(refresh(at: "/oauth/token")))
        let row = try row(console, "response_type")
        try expectWords(row, "\(width) columns")
    }

    @Test(arguments: [80, 90, 100, 110, 120, 160], [[], [.browser], [.browser, .otherProcess]] as [[Lane]])
    func `an arrow's end tears no phrase apart`(width: Int, others: [Lane]) throws {
        var console = console(width: width, others: others)
        let start = console.happen(
            .refreshStarted(.requestedByUser, access: Samples.access, refresh: Samples.refresh))
        for _ in 1...2 { console.happen(.exchange(refresh(at: "/token")), cause: start) }
        let rows = console.picture().lines.filter { $0.contains("POST") }
        try expectWords(rows.joined(separator: "\n"), "\(width) columns, \(names(others))")
    }

    @Test(arguments: [80, 120]) func `both rotations of a refresh are whole`(width: Int) throws {
        var console = console(width: width, others: [])
        console.happen(
            .refreshed(Samples.tokens, replacedAccess: Samples.refresh, replacedRefresh: Samples.access))
        let row = try row(console, "refreshed")
        let new = try #require(Samples.tokens.refresh?.fingerprint)
        for token in [Samples.refresh, Samples.tokens.access.fingerprint, Samples.access, new] {
            #expect(row.contains("\(token)"))
        }
        try expectWords(row, "\(width) columns")
    }

    @Test func `at 80 columns a redirect says that no token went along`() throws {
        var console = console(width: 80, others: [])
        let urls = ["http://127.0.0.1:41874/redirect-out", "http://localhost:41874/echo"].compactMap(URL.init(string:))
        let hop = HTTPRedirect(status: 302, from: urls[0], to: urls[1], keptAuthorization: false)
        console.happen(
            .exchange(
                Samples.message(
                    .request, "GET", urls[0].absoluteString, authorization: "Bearer •••• \(Samples.access)",
                    status: 200,
                    redirects: [hop])))
        try expectWords(row(console, "redirect-out"), "80 columns")
        console.send(.resized(Size(width: 100, height: 24)))
        try expectWords(row(console, "redirect-out"), "100 columns")
    }

    @Test func `a token that the answer issued is told from one that went along`() throws {
        var console = console(width: 80, others: [])
        let issued = #"{"access_token":"•••• DBCA"}"#
        console.happen(
            .exchange(
                Samples.message(
                    .token, "POST", "\(Self.provider)/token", form: "grant_type=password", status: 200, body: issued)))
        try expectWords(row(console, "POST"), "issued")
        console.happen(.exchange(refresh(at: "/token")))
        try expectWords(row(console, "POST"), "went along")
    }

    @Test(arguments: [[], [.browser]] as [[Lane]])
    func `at 80 columns what other processes did is whole`(others: [Lane]) throws {
        var console = console(width: 80, others: others)
        console.happen(.adoptedFromStore(Samples.tokens))
        try expectWords(console.rowWords, "adopted, \(names(others))")
        let ended = EndedSession(
            end: .signedOut, time: Samples.now, generation: 2, process: 26_625, program: "console")
        console.happen(.endedElsewhere(ended))
        try expectWords(console.rowWords, "ended, \(names(others))")
    }

    @Test func `at 80 columns the error after a fault's name is whole`() throws {
        var console = console(width: 80, others: [])
        console.happen(.exchange(tampered))
        try expectWords(console.rowWords)
    }

    @Test func `at 100 columns both rotations of a refresh are in one line of text`() throws {
        let refreshed = SessionEvent.Kind.refreshed(
            Samples.tokens, replacedAccess: Samples.refresh, replacedRefresh: Samples.access)
        var text = FlowText(width: 100)
        let lines = Flow([(refreshed, nil)]).items().items.flatMap { text.lines($0) }
        #expect(lines.count == 1)
        try expectWords(lines.joined(separator: "\n"))
    }

    @Test func `a token that was altered on the way is told from the one that was sent`() throws {
        var console = console(width: 80, others: [])
        console.happen(.exchange(tampered))
        try expectWords(console.rowWords, "the diagram")
        let flow = Flow([(.exchange(tampered), nil)])
        try expectWords(flow.mermaid.trimmed, "Mermaid")
        var text = FlowText(width: 100)
        try expectWords(flow.items().items.flatMap { text.lines($0) }.joined(separator: "\n"), "the text")
    }

    @Test(arguments: [[], [.browser], [.otherProcess], [.browser, .otherProcess]] as [[Lane]])
    func `lanes are in order at every width, and their titles apart`(others: [Lane]) {
        let lanes = Lane.usual.filter { [.console, .provider, .api].contains($0) || others.contains($0) }
        for width in 40...200 {
            let layout = LaneLayout(lanes, width: width)
            #expect(layout.titles.allSatisfy { $0.column - LaneLayout.halfTitle($0.title) >= 0 })
            for (title, next) in zip(layout.titles, layout.titles.dropFirst()) {
                let end = title.column - LaneLayout.halfTitle(title.title) + title.title.count
                #expect(end < next.column - LaneLayout.halfTitle(next.title), "\(width)")
            }
            #expect((layout.lifelines.last ?? 0) < layout.width)
        }
    }

    @Test(arguments: [[], [.browser], [.browser, .otherProcess]] as [[Lane]])
    func `at 80 columns a device's poll says that the approval is awaited`(others: [Lane]) throws {
        var console = console(width: 80, others: others)
        console.happen(
            .exchange(
                Samples.message(
                    .token, "POST", "\(Self.provider)/token",
                    form: "grant_type=x:device_code&device_code=••••&client_id=cli",
                    status: 400, body: #"{"error":"authorization_pending"}"#)))
        try expectWords(row(console, "POST"), names(others))
    }

    @Test func `at 80 columns with the lane of another process the path of the metadata is whole`() throws {
        var console = Console(size: Size(width: 80, height: 24))
        console.press(.character("2"))
        console.happen(.adoptedFromStore(Samples.tokens))
        console.happen(
            .exchange(
                Samples.message(.discovery, "GET", "\(Self.provider)/.well-known/openid-configuration", status: 200)))
        try expectWords(console.rowWords)
    }

    @Test(arguments: [
        ("/.well-known/oauth-authorization-server/o", "GET …/oauth-authorization-server/o"),
        ("/.well-known/openid-configuration/o", "GET …/openid-configuration/o"),
        ("/o/.well-known/openid-configuration", "GET …/openid-configuration"), ("/api/v1/orders/7", "GET …/orders/7"),
        ("/7", "GET /7"), ("/common/oauth2/v2.0/token", "GET …/token"), ("/o/token/", "GET …/token/"),
    ])
    func `a shorter path keeps what tells it apart`(path: String, least: String) {
        let step = FlowStep(.message(from: .console, to: .provider), .message(.discovery), .request("GET", path))
        #expect(step.what.labels("…").last?.text == least)
    }

    @Test(arguments: [[], [.browser]] as [[Lane]])
    func `at 80 columns long paths of a provider fold the lanes, and short ones don't`(others: [Lane]) throws {
        var console = console(width: 80, others: others)
        func read(_ path: String) {
            console.happen(.exchange(Samples.message(.discovery, "GET", Self.provider + path, status: 200)))
        }
        read("/.well-known/openid-configuration")
        try expectWords(console.paneWords(), "short, \(names(others))")
        read("/.well-known/openid-configuration/o")
        read("/.well-known/oauth-authorization-server/o")
        try expectWords(console.paneWords(), "long, \(names(others))")
        console.send(.resized(Size(width: 120, height: 36)))
        try expectWords(console.paneWords(), "long at 120 columns, \(names(others))")
    }

    @Test func `a row whose arrow has no room even for the number of parameters has them across the lanes`() throws {
        var console = console(width: 80, others: [.browser])
        console.happen(
            .exchange(
                Samples.message(
                    .revocation, "POST", "\(Self.provider)/o/revoke_token/",
                    form: "token=a&token_type_hint=b&client_id=c",
                    status: 200)))
        try expectWords(console.rowWords)
    }

    @Test func `where the lane's name leaves no room for the number of parameters it goes`() throws {
        var console = console(width: 80, others: [.browser])
        console.happen(
            .exchange(
                Samples.message(
                    .deviceAuthorization, "POST", "\(Self.provider)/device-authorization", form: "client_id=c&scope=s",
                    status: 200)))
        try expectWords(console.rowWords)
    }

    @Test func `text has every name of a parameter, below where it has no room`() {
        for width in [80, 100, 160] {
            var text = FlowText(width: width)
            let lines = Flow([(.exchange(refresh(at: "/o/token/")), nil)]).items().items.flatMap { text.lines($0) }
            let names = ["grant_type refresh_token", "refresh_token", "client_id"]
            #expect(names.allSatisfy { name in lines.contains { $0.contains(name) } }, "\(lines)")
            #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= width }, "\(lines)")
        }
    }

    @Test(arguments: [
        (
            "refused", SessionEnd.refreshRejected(.named(OAuthError(code: "invalid_grant", detail: "session revoked")))
        ),
        ("no refresh token", .expiredWithoutRefreshToken), ("forced out", .forcedOut(request: "GET /orders")),
        ("refused without a reason", .refreshRejected(.unexplained(status: 400))),
    ])
    func `at 80 columns the reason of a logout is whole`(name: String, end: SessionEnd) throws {
        var console = console(width: 80, others: [.browser])
        console.happen(.forcedOut(end))
        console.press(.escape)
        try expectWords(console.rowWords, name)
    }

    @Test func `at 80 columns a line of text goes on below where its reason has no room`() throws {
        var text = FlowText(width: 80)
        let pending = Samples.message(
            .token, "POST", "\(Self.provider)/token", form: "grant_type=x", status: 400,
            body: #"{"error":"authorization_pending"}"#)
        let end = SessionEnd.refreshRejected(.named(OAuthError(code: "invalid_grant", detail: "session revoked")))
        let metadata = Samples.message(
            .discovery, "GET", "\(Self.provider)/.well-known/openid-configuration", status: 200)
        let flow = Flow([(.exchange(pending), nil), (.exchange(metadata), nil), (.forcedOut(end), nil)])
        let lines = flow.items().items.flatMap { text.lines($0) }
        #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= 80 }, "\(lines)")
        try expectWords(lines.joined(separator: "\n"))
    }

    @Test(arguments: paths) func `a line of text at 80 columns has the end of the path`(path: String) throws {
        var text = FlowText(width: 80)
        let lines = Flow([(.exchange(refresh(at: path)), nil)]).items().items.flatMap { text.lines($0) }
        try expectWords(lines.joined(separator: "\n"), path)
    }
}
