import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct ReadingTests {
    @Test func `the example of the manual is read as it stands`() throws {
        let text = """
            provider access=5s refresh=2m            # the demo provider; or: profile work
            sign in as alice by password
            expect state authenticated
            GET /orders
            expect 200
            expire the access token
            burst 20 GET /orders
            expect 1 refresh, 0 logouts
            fault token-endpoint 500 twice
            wait until refreshed, at most 10s
            revoke the session
            GET /orders
            expect forced logout because invalid_grant
            """
        let scenario = try Scenario(parsing: text, vocabulary: .test)
        var stage = DemoStage()
        (stage.accessTokenLifetime, stage.refreshTokenLifetime) = (.seconds(5), .seconds(120))
        #expect(scenario.stage == .demo(stage))
        #expect(
            scenario.steps.map(\.action) == [
                .signIn(ScenarioSignIn(user: "alice", method: .password)),
                .expect([.state(.authenticated)]),
                .call(CallStep(method: "GET", target: "/orders")),
                .expect([.status(200)]),
                .arm(fault: "expire access token", .own),
                .call(CallStep(method: "GET", target: "/orders", count: 20)),
                .expect([.count(1, .refreshes), .count(0, .logouts)]),
                .arm(fault: "token endpoint 500", .count(2)),
                .waitUntil(.refreshed, atMost: .seconds(10)),
                .provider(.revokeSession),
                .call(CallStep(method: "GET", target: "/orders")),
                .expect([.forcedLogout(because: "invalid_grant")]),
            ])
        #expect(scenario.steps.map(\.line) == Array(2...13))
        #expect(scenario.steps[8].text == "wait until refreshed, at most 10s")
        // Indented as a whole, with line ends of Windows and a byte order mark, it is the same.
        let lines = text.split(separator: "\n").map { "    \($0)\r\n" }
        let indented = try Scenario(parsing: "\u{FEFF}" + lines.joined(), vocabulary: .test)
        #expect(indented == scenario)
    }

    @Test(arguments: [
        ("sign in", ScenarioSignIn(user: nil, method: .browser)),
        ("Sign in as bob", ScenarioSignIn(user: "bob", method: .password)),
        ("sign in by device", ScenarioSignIn(user: nil, method: .device)),
        ("sign in as alice by browser", ScenarioSignIn(user: "alice", method: .browser)),
        (
            "sign in as alice with scope orders:write admin with acr urn:x",
            ScenarioSignIn(user: "alice", method: .browser, scope: ["orders:write", "admin"], acrValues: ["urn:x"])
        ),
        ("sign in as client with scope a", ScenarioSignIn(user: nil, method: .client, scope: ["a"])),
    ])
    func `sign-ins`(line: String, step: ScenarioSignIn) throws {
        #expect(try action(line) == .signIn(step))
    }

    @Test func `a step-up is by browser if nothing is said`() throws {
        #expect(try action("step up") == .stepUp(ScenarioSignIn(user: nil, method: .browser)))
        #expect(try action("step up as alice") == .stepUp(ScenarioSignIn(user: "alice", method: .browser)))
        #expect(try action("step up as bob by device") == .stepUp(ScenarioSignIn(user: "bob", method: .device)))
    }

    @Test func `requests have header fields under them and a body behind them`() throws {
        let text = """
            POST /echo {"a": "# 1", "b": [1, 2]}  # a comment
              Accept: text/plain   # and one here

              # and one between
              X-Note: a: b, c
            GET /public without token
            PUT https://api.example/a#b without a token "say \\"hi\\""
            DELETE /orders plain text, as it stands
            """
        #expect(
            try played(text).map(\.action) == [
                .call(
                    CallStep(
                        method: "POST", target: "/echo",
                        headers: [.init(name: "Accept", value: "text/plain"), .init(name: "X-Note", value: "a: b, c")],
                        body: ##"{"a": "# 1", "b": [1, 2]}"##)),
                .call(CallStep(method: "GET", target: "/public", isPublic: true)),
                .call(
                    CallStep(method: "PUT", target: "https://api.example/a#b", body: #"say "hi""#, isPublic: true)),
                .call(CallStep(method: "DELETE", target: "/orders", body: "plain text, as it stands")),
            ])
    }

    @Test(arguments: [
        ("fault network off", StepAction.arm(fault: "network off", .own)),
        ("fault the network-off once", .arm(fault: "network off", .count(1))),
        ("fault token endpoint 500 3 times", .arm(fault: "token endpoint 500", .count(3))),
        ("fault clock -5 min until cleared", .arm(fault: "clock -5 min", .untilDisarmed)),
        ("clear token-endpoint 500", .disarm(fault: "token endpoint 500")),
        ("clear the faults", .disarmAll),
        ("preset flaky mobile network", .preset("flaky mobile network")),
        ("rotate the keys", .arm(fault: "rotate keys", .own)),
        ("revoke access token", .provider(.revokeAccessToken)),
        ("lifetimes access=5s", .provider(.setLifetimes(access: .seconds(5), refresh: nil))),
        ("provider clock 5m behind", .provider(.setClock(ahead: .seconds(-300)))),
        ("provider clock right", .provider(.setClock(ahead: .zero))),
        ("wait 1h30m", .wait(.seconds(5400))),
        ("wait 500ms", .wait(.milliseconds(500))),
        ("wait 10 minutes", .wait(.seconds(600))),
        ("wait until 45s left", .waitUntil(.timeLeft(.seconds(45)), atMost: .seconds(600))),
        ("wait until 1 minute left, at most 2 hours", .waitUntil(.timeLeft(.seconds(60)), atMost: .seconds(7200))),
        ("wait until state signed out", .waitUntil(.state(.signedOut), atMost: .seconds(600))),
        ("wait until event signed-in", .waitUntil(.event("signed_in"), atMost: .seconds(600))),
        ("say The end, isn't it?  # not shown", .say("The end, isn't it?")),
        ("say \"Issue # 12\"", .say("Issue # 12")),
        ("show Flow", .show(screen: "flow")),
        ("press ? j ctrl-c , esc", .press(["?", "j", "ctrl-c", ",", "esc"])),
    ])
    func `steps`(line: String, expected: StepAction) throws {
        #expect(try action(line) == expected)
    }

    @Test(arguments: [
        ("200, 401", [Expected.status(200), .status(401)]),
        ("1 401", [.count(1, .rejections)]),
        ("no logouts, 20 calls", [.count(0, .logouts), .count(20, .calls)]),
        (
            "2 token requests, 1 sign-in, 1 adoption",
            [
                .count(2, .tokenRequests), .count(1, .signIns), .count(1, .adoptions),
            ]
        ),
        ("no answer", [.noAnswer(nil)]),
        ("no answer because network is off, 1 strike", [.noAnswer("network is off"), .count(1, .strikes)]),
        ("sign in failed because \"a, b\"", [.signInFailed(because: "a, b")]),
        ("refresh failed", [.refreshFailed(because: nil)]),
        ("challenge error=insufficient_scope", [.challenge(name: "error", value: "insufficient_scope")]),
        ("challenge scope=\"a b, c\", 403", [.challenge(name: "scope", value: "a b, c"), .status(403)]),
        ("body contains \"x\\\\ \\\"y\\\"\"", [.body(contains: "x\\ \"y\"")]),
        ("header Content-Type: text/html; a=b", [.header(name: "Content-Type", value: "text/html; a=b")]),
        (
            "scope openid profile, no scope orders",
            [
                .scope(["openid", "profile"], isGranted: true), .scope(["orders"], isGranted: false),
            ]
        ),
        (
            "a new access token, the same refresh token",
            [
                .token(.access, isNew: true), .token(.refresh, isNew: false),
            ]
        ),
        ("the same ID token", [.token(.identity, isNew: false)]),
        ("user name Alice Example", [.user(claim: "name", value: "Alice Example")]),
        ("clock 5m ahead", [.clockSkew(.seconds(300))]),
        ("clock right", [.clockSkew(.zero)]),
        ("fault network off not armed", [.fault("network off", isArmed: false)]),
    ])
    func `expectations`(text: String, expected: [Expected]) throws {
        #expect(try ScenariosTests.expectations(text) == expected)
    }

    @Test func `steps are for either session, or for both`() throws {
        let text = "sign in\nin process 2: GET /a\n  X: y\nin both processes: refresh\nin process 2: expect 200"
        #expect(try played(text).map(\.process) == [.first, .second, .both, .second])
        #expect(try played(text)[1].text == "in process 2: GET /a")
        guard case .call(let call) = try played(text)[1].action else { return #expect(Bool(false)) }
        #expect(call.headers.map(\.name) == ["X"])
    }

    @Test func `stages`() throws {
        func stage(_ line: String) throws -> Scenario.Stage {
            try Scenario(parsing: "# a comment\n\n\(line)\nsign in", vocabulary: .test).stage
        }
        #expect(try stage("profile work") == .profile("work"))
        #expect(try stage("") == .demo(DemoStage()))
        var demo = DemoStage()
        (demo.leeway, demo.hasOpaqueTokens, demo.proof) = (.seconds(10), true, .dpopWithNonce)
        #expect(try stage("provider leeway=10s opaque dpop-nonce") == .demo(demo))
        (demo.proof, demo.slowsDownDevices) = (.dpop, true)
        #expect(try stage("provider dpop leeway=10s opaque slow-down") == .demo(demo))
        // The provider's clock is a step.
        #expect(try played("provider clock 5m ahead").count == 1)
    }
}
