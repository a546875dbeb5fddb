import SessionHTTP
import Testing

@testable import ClientObservation

/// Which sign-in a code is of, and which session a token is of, where no parameter says so.
@Suite(.timeLimit(.minutes(5)))
struct BelongingTests {
    @Test func `a code finds its sign-in without a state`() throws {
        // By the answer to the authorization request, by the browser's way back, and by the client and its redirect
        // URI.
        for way in ["answer", "page", "browser", "client"] {
            var script = Script()
            script.authentication = .basic
            let query = "response_type=code&client_id=app&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&scope=read"
            let back = "https://app.example/cb?code=\(Script.secret("C1"))"
            script.send(
                "GET", "\(script.provider)/authorize?\(query)", at: 0,
                way == "answer" ? .status(302, ["Location": back]) : .status(200))
            if way == "page" {
                script.send("POST", "\(script.provider)/login", at: 1, .status(303, ["Location": back]))
            }
            if way == "browser" { script.send("GET", back, at: 1) }
            script.redeem(verifier: nil, redirectURI: "https://app.example/cb", at: 2)
            let observer = script.observed()
            #expect(observer.names.contains("code-without-pkce-or-nonce"), "\(way)")
        }
    }

    @Test func `of two sign-ins of one client without a state, neither is taken for the other`() {
        var script = Script()
        script.authentication = .basic
        for (second, scope) in [(0.0, "read"), (1, "write")] {
            let query = "response_type=code&client_id=app&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&scope=\(scope)"
            script.send("GET", "\(script.provider)/authorize?\(query)&nonce=\(scope)", at: second)
        }
        script.redeem(verifier: nil, redirectURI: "https://app.example/cb", at: 2)
        let observer = script.observed()
        #expect(!observer.names.contains("code-without-pkce-or-nonce"))
        #expect(observer.couldNotDecide("code-without-pkce-or-nonce"))
    }

    @Test func `a token request without a code is not judged by the rules about codes`() {
        var script = Script()
        for second in [0.0, 1] {
            script.tokenRequest(["grant_type": "authorization_code"], at: second, .error(400, "invalid_request"))
        }
        let names = script.observed().names
        #expect(!names.contains("code-without-pkce") && !names.contains("code-redeemed-twice"))
    }

    @Test func `a client's own credentials have one session, renewed`() throws {
        var script = Script()
        script.authentication = .basic
        for number in 0..<5 {
            let second = Double(number) * 3_600
            script.tokenRequest(
                ["grant_type": "client_credentials", "scope": "read"], at: second, .tokens("A\(number)", nil))
            script.call("A\(number)", at: second + 1)
        }
        script.tokenRequest(["grant_type": "client_credentials", "scope": "write"], at: 20_000, .tokens("B1", nil))
        let observer = script.observed()
        #expect(observer.sessionCount == 2 && observer.names == [])
    }

    @Test func `a service with several workers, each with a token of its own, is right`() {
        var script = Script()
        script.authentication = .basic
        for number in 1...3 {
            script.tokenRequest(["grant_type": "client_credentials"], at: Double(number), .tokens("A\(number)", nil))
        }
        for second in 10..<20 { script.call("A1", at: Double(second)) }
        #expect(script.observed().names == [])
    }

    @Test func `what can't be renewed ends with its access token`() {
        for (grant, state) in [("client_credentials", ObservedSession.State.expired), ("device", .live)] {
            var script = Script()
            script.tokenRequest(
                ["grant_type": grant, "client_secret": "s"], at: 0, .tokens("A1", grant == "device" ? "R1" : nil))
            script.call("A1", at: 3_590)
            #expect(script.observed().sessions.map(\.state) == [.live])
            script.call(nil, at: 3_700)
            #expect(script.observed().sessions.map(\.state) == [state])
        }
    }
}
