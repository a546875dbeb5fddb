import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

/// What the screen of tokens says in more than one place, it says in the same words.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TokenWordsTests {
    /// The seconds that a pattern finds on the screen.
    private func seconds(_ pattern: Regex<(Substring, Substring)>, in text: String) -> [Int] {
        text.matches(of: pattern).compactMap { Int($0.output.1) }
    }

    @Test(arguments: 0..<10) func `all clocks of tokens that end together show the same second`(tenths: Int) throws {
        var console = Console.inspecting()
        var status = MadeTokens.status(access: MadeTokens.access(3))
        // As a provider writes it: in whole seconds.
        status.idToken?.expiresAt = Date(timeIntervalSince1970: Samples.now.timeIntervalSince1970.rounded(.down) + 47)
        var tokens = MadeTokens.tokens(access: MadeTokens.access(3))
        tokens.idToken = status.idToken
        console.happen(.signedIn(flow: "browser", tokens))
        console.send(.status(status))
        console.send(
            .tokens(
                TokenReading(
                    access: MadeTokens.access(3), refresh: MadeTokens.refresh, idToken: MadeTokens.identity(),
                    status: status)))
        console.send(.ticked(Samples.now.addingTimeInterval(7 + Double(tenths) / 10), secondsFromUTC: 0))
        let text = console.text
        let lists = seconds(/(?:Access|ID token) .*expires in 00:(\d\d)/, in: text)
        let claims = seconds(/\ exp .*expires in (\d+) s/, in: text)
        let life = seconds(/\ expires in 00:(\d\d), by/, in: text)
        #expect(lists.count == 2 && claims.count == 1 && life.count == 1, "\(text)")
        #expect(Set(lists + claims + life).count == 1, "\(text)")
        console.press(.down, .down)
        #expect(Set(lists + seconds(/\ exp .*expires in (\d+) s/, in: console.text)).count == 1, "\(console.text)")
        console.press(.character("1"))
        #expect(Set(lists + seconds(/expires in 00:(\d\d) .*/, in: console.text).prefix(1)).count == 1)
    }

    @Test func `introspection is offered where this client may ask; elsewhere the key asks all the same`() throws {
        let opaque = Secret("an-opaque-access-token")
        var status = MadeTokens.status(access: opaque)
        status.hasIntrospection = false
        var console = Console.signedIn()
        console.send(.status(status))
        console.happen(.signedIn(flow: "browser", MadeTokens.tokens(access: opaque)))
        console.send(.tokens(TokenReading(access: opaque, refresh: nil, idToken: nil, status: status)))
        console.press(.character("3"))
        try expectWords(console.lastRow, "nothing is known, the hints")
        try expectWords(console.plainText(of: console.tokens.claims), "nothing is known, the claims")
        console.press(.character("I"))
        #expect(console.sessionEffects.count == 1)
        #expect(console.effects.contains { if case .signIn(.askOffers) = $0 { true } else { false } })

        status.hasIntrospection = true
        console.send(.status(status))
        let offered = console.lastRow
        try expectWords(offered, "offered, the hints")
        console.send(.signInOffersCame(.known([:])))
        #expect(console.lastRow == offered)
        console.send(
            .signInOffersCame(.known([:], introspection: .refused("the provider publishes no introspection_endpoint"))))
        try expectWords(console.lastRow, "refused, the hints")
        try expectWords(console.paneWords(.claims), "refused, the claims")
        console.press(.character("I"))
        #expect(console.effects.isEmpty)
        try expectWords(console.noticeWords, "refused, the notice")
    }

    @Test func `of a token that is not used again the session pane says why, as far as that is known`() throws {
        var console = Console.signedIn(size: Size(width: 200, height: 60))
        try expectWords(console.paneWords(.tokens), "by expires_in")
        var status = Samples.status()
        status.accessToken?.expiry = .at(Samples.now.addingTimeInterval(-3), .declared)
        console.send(.status(status))
        try expectWords(console.paneWords(.tokens), "declared")
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `of a token that a server rejected the session pane says so`(size: Size) throws {
        var console = Console.signedIn(size: size)
        var status = Samples.status()
        status.accessToken?.expiry = .at(Samples.now.addingTimeInterval(-3), .rejected)
        console.send(.status(status))
        try expectWords(console.paneWords(.tokens) + "\n" + console.paneWords(.request), "\(size.width) columns")
    }

    @Test func `times in nested claims are told as times, and other numbers are not`() throws {
        var console = Console(size: Size(width: 120, height: 36))
        let token = MadeTokens.jwt([
            "token_introspection": ["exp": 1_900_000_000], "list": [["iat": 1_700_000_000]], "game": ["exp": 250],
        ])
        console.press(.character("3"), .character("p"), .paste(token.reveal()), .enter)
        try expectWords(console.plainText(of: console.tokens.claims))
    }

    @Test func `the ID token has a bar as the others have`() throws {
        let console = Console.inspecting(size: Size(width: 80, height: 24))
        try expectWords(console.paneWords(.list))
    }

    @Test func `an opaque token without an expiry has one word for it`() throws {
        var console = Console()
        console.press(.character("3"), .character("p"), .paste("an-opaque-token-of-another-session"), .enter)
        try expectWords(console.paneWords(.list), "the list")
        try expectWords(console.paneWords(.claims), "the claims")
    }

    @Test func `a damaged token's mark stands apart from the word, and is explained`() throws {
        var console = Console()
        console.press(.character("3"), .character("p"), .paste("eyJhbGciOiJFUzI1NiJ9.e30x.AA"), .enter)
        try expectWords(console.paneWords(.list))
    }

    @Test func `V on a token of a foreign issuer answers`() throws {
        var console = Console.inspecting()
        let foreign = MadeTokens.jwt(["iss": "https://other.example", "aud": "x", "exp": 1_900_000_000])
        console.press(.character("p"), .paste(foreign.reveal()), .enter, .character("V"))
        let reason = "no keys are known for its issuer https://other.example"
        console.send(.tokenVerified(foreign.fingerprint, .notChecked(reason)))
        try expectWords(console.noticeWords)
        console.send(.tokenVerified(foreign.fingerprint, .verified(algorithm: "ES256", keyID: nil)))
        #expect(console.model.shell.notice?.tone == .good)
    }

    @Test func `the marks of signatures are explained, and earlier tokens have none`() throws {
        let console = Console.inspecting()
        try expectWords(console.paneWords(.list))
    }

    @Test func `three marks have short words where there is little room`() throws {
        var console = Console.inspecting(size: Size(width: 110, height: 36))
        console.press(.character("p"), .paste("eyJhbGciOiJFUzI1NiJ9.e30x.AA"), .enter)
        try expectWords(console.paneWords(.list))
    }

    @Test func `a pasted token without an audience is flagged, whatever its type`() throws {
        for claims: JSONObject in [["client_id": "c", "exp": 1_900_000_000], ["sub": "a", "exp": 1_900_000_000]] {
            var console = Console()
            let token = MadeTokens.jwt(header: ["alg": "ES256", "kid": "k", "typ": "JWT"], claims)
            console.press(.character("3"), .character("p"), .paste(token.reveal()), .enter)
            try expectWords(
                console.plainText(of: console.tokens.claims), "\(claims.members.map(\.name))")
        }
    }

    @Test func `a scope that the token response left out is told as the requested one`() throws {
        var console = Console.inspecting(size: Size(width: 200, height: 60))
        let opaque = Secret("an-opaque-access-token")
        var status = MadeTokens.status(access: opaque)
        (status.scope, status.requestedScope) = (nil, ["openid", "orders"])
        console.happen(.signedIn(flow: "browser", MadeTokens.tokens(access: opaque)))
        console.send(.status(status))
        console.send(.tokens(TokenReading(access: opaque, refresh: nil, idToken: nil, status: status)))
        try expectWords(console.paneWords(.claims), "as requested")
        status.scope = ["openid"]
        console.send(.status(status))
        try expectWords(console.paneWords(.claims), "as told")
    }
}
