import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct FormTests {
    @Test func `the example of every form is read by that form`() throws {
        for form in StepForms.table(.test).forms {
            let text = form.example.hasPrefix("expect") ? "refresh\n" + form.example : form.example
            #expect(try played(text).count >= 1, "\(form.syntax)")
            #expect(begins(form.example, form), "\(form.syntax): \(form.example)")
        }
        for form in ConditionForms.table.forms {
            #expect(try played(form.example).count == 1)
            #expect(begins(String(form.example.dropFirst("wait until ".count)), form), "\(form.syntax)")
        }
        for form in ExpectationForms.table.forms {
            #expect(try played("refresh\n" + form.example).count == 2)
            #expect(begins(String(form.example.dropFirst("expect ".count)), form), "\(form.syntax)")
        }
        for form in StageForms.table.forms {
            _ = try Scenario(parsing: form.example + "\nrefresh", vocabulary: .test)
            #expect(begins(form.example, form))
        }
        for form in StepForms.processes.forms { #expect(try played(form.example).count == 1) }
    }

    private func begins<Value>(_ example: String, _ form: Notation<Value>) -> Bool {
        let words = LineReader(Array(example), line: 1, .test)
        switch form.opening {
        case .method: return words.beginsWithMethod
        case .number: return words.beginsWithNumber
        case .words(let opening):
            let wanted = ComparedWords.pieces(of: opening)
            return words.pieces(atMost: wanted.count).map(\.text) == wanted
        }
    }

    /// A case that is added to an enumeration does not compile without a line here, and its line must be read.
    @Test func `every value can be written`() throws {
        func example(_ action: StepAction) -> String {
            switch action {
            case .signIn: "sign in"
            case .stepUp: "step up"
            case .confirmIssuer(let step): "confirm issuer as \(step.user ?? "")"
            case .signOut(let isForced): isForced ? "sign out here" : "sign out"
            case .call: "GET /"
            case .refresh: "refresh"
            case .fetchUserInfo: "user info"
            case .arm(_, .own): "fault network off"
            case .arm(_, .count(let count)): "fault network off \(count) times"
            case .arm(_, .untilDisarmed): "fault network off until cleared"
            case .disarm: "clear network off"
            case .disarmAll: "clear faults"
            case .preset: "preset flaky mobile network"
            case .provider(.revokeSession): "revoke the session"
            case .provider(.revokeAccessToken): "revoke the access token"
            case .provider(.setLifetimes): "lifetimes access=5s refresh=2m"
            case .provider(.setClock): "provider clock 5m ahead"
            case .client(.restart(let atRefresh)): "restart the client\(atRefresh ? " at its refresh" : "")"
            case .client(.startSecond): "start a second client"
            case .client(.spoil(let part, [])): "mend \(part.rawValue)"
            case .client(.spoil(let part, let names)): "spoil \(part.rawValue) \(names.joined(separator: " "))"
            case .client(.rule(let rule)):
                "\(rule.isDemanded ? "require" : "advise") "
                    + rule.places.map { "\($0.specification) \($0.section)" }.joined(separator: ", ")
                    + ": \(rule.text)"
            case .client(.throttle(.delay)): "throttle token requests for 5s"
            case .client(.throttle(.date)): "throttle token requests for 5s as a date"
            case .client(.throttle(.unsaid)): "throttle token requests"
            case .client(.leaveUndecided(let rule)): "leave \(rule) undecided"
            case .client(.moveProvider): "move the provider"
            case .client(.loseReply(let endpoint)): "lose the reply of \(endpoint)"
            case .wait: "wait 5s"
            case .waitUntil(let condition, _): "wait until \(Self.example(condition))"
            case .say: "say x"
            case .pause: "pause 5s"
            case .show: "show lab"
            case .press: "press ?"
            case .expect(let expectations):
                "expect \(expectations.map { Self.example($0) }.joined(separator: ", "))"
            }
        }
        var actions: [StepAction] = [
            .signIn(ScenarioSignIn(user: nil, method: .browser)), .stepUp(ScenarioSignIn(user: nil, method: .browser)),
            .confirmIssuer(ScenarioSignIn(user: "alice", method: .browser)),
            .signOut(isForced: true), .signOut(isForced: false), .call(CallStep(method: "GET", target: "/")),
            .refresh, .fetchUserInfo, .arm(fault: "network off", .own), .arm(fault: "network off", .count(4)),
            .arm(fault: "network off", .untilDisarmed), .disarm(fault: "network off"), .disarmAll,
            .preset("flaky mobile network"), .provider(.revokeSession), .provider(.revokeAccessToken),
            .provider(.setLifetimes(access: .seconds(5), refresh: .seconds(120))),
            .provider(.setClock(ahead: .seconds(300))), .wait(.seconds(5)), .say("x"), .pause(.seconds(5)),
            .show(screen: "lab"), .press(["?"]),
            .client(.restart(atRefresh: true)), .client(.restart(atRefresh: false)), .client(.startSecond),
            .client(.throttle(.delay(.seconds(5)))), .client(.throttle(.date(ahead: .seconds(5)))),
            .client(.throttle(.unsaid)), .client(.loseReply(of: "revocation")), .client(.moveProvider),
            .client(.leaveUndecided("other-issuer-accepted")),
        ]
        for part in SpoiledPart.allCases {
            actions += [.client(.spoil(part, [])), .client(.spoil(part, ["first-flaw", "second-flaw"]))]
        }
        for isDemanded in [true, false] {
            let rule = ClientRequirement(
                places: isDemanded ? [.init("RFC 6749", "6")] : [.init("RFC 6749", "6"), .init("A B", "2.1")],
                text: "a: b", isDemanded: isDemanded)
            actions.append(.client(.rule(rule)))
        }
        var conditions: [Condition] = [
            .refreshed, .authorized, .expired, .forcedLogout, .timeLeft(.seconds(45)), .refreshDue, .event("signed_in"),
        ]
        for state in Expected.State.allCases { conditions.append(.state(state)) }
        for condition in conditions { actions.append(.waitUntil(condition, atMost: .seconds(600))) }
        for action in actions { #expect(try ScenariosTests.action(example(action)) == action) }
        var expectations: [Expected] = [
            .status(404), .noAnswer(nil), .noAnswer("x"), .forcedLogout(because: nil), .forcedLogout(because: "x"),
            .signInFailed(because: nil), .signInFailed(because: "x"), .refreshFailed(because: nil),
            .refreshFailed(because: "x"), .challenge(name: "a", value: "b"), .body(contains: "x"),
            .header(name: "a", value: "b"), .scope(["a"], isGranted: true), .scope(["a"], isGranted: false),
            .user(claim: "a", value: "b"), .clockSkew(.seconds(300)), .event("signed_in"),
            .fault("network off", isArmed: true), .fault("network off", isArmed: false),
        ]
        for outcome in Expected.Outcome.allCases { expectations.append(.line("server metadata", outcome)) }
        for state in Expected.State.allCases { expectations.append(.state(state)) }
        for token in Expected.TokenName.allCases {
            expectations += [.token(token, isNew: true), .token(token, isNew: false)]
        }
        for countable in Countable.allCases {
            expectations += [.count(0, countable), .count(1, countable), .count(12, countable)]
            expectations += [.countAtLeast(2, countable), .countAtMost(3, countable)]
        }
        let step = try played("refresh\n" + example(.expect(expectations))).last?.action
        #expect(step == .expect(expectations))
    }

    @Test func `a resource is the demo with a path, and may be looked at before the first step`() throws {
        var stage = DemoStage()
        (stage.resource, stage.accessTokenLifetime) = ("/orders", .seconds(5))
        let scenario = try Scenario(
            parsing: "resource /orders access=5s\nexpect line resource done", vocabulary: .test)
        #expect(scenario.stage == .demo(stage))
        for text in ["resource\nrefresh", "resource orders\nrefresh", "resource /orders\nprovider\nrefresh"] {
            #expect(throws: ScenarioFlaws.self) { try Scenario(parsing: text, vocabulary: .test) }
        }
        #expect(throws: ScenarioFlaws.self) { try action("confirm issuer") }
    }

    private static func example(_ condition: Condition) -> String {
        switch condition {
        case .refreshed: "refreshed"
        case .authorized: "authorized"
        case .expired: "expired"
        case .forcedLogout: "forced logout"
        case .state(let state): "state \(state.rawValue)"
        case .timeLeft: "45s left"
        case .refreshDue: "refresh due"
        case .event(let name): "event \(name)"
        }
    }

    private static func example(_ expectation: Expected) -> String {
        func because(_ reason: String?) -> String { reason.map { " because \($0)" } ?? "" }
        return switch expectation {
        case .state(let state): "state \(state.rawValue)"
        case .status(let status): "\(status)"
        case .noAnswer(let reason): "no answer\(because(reason))"
        case .count(let count, let countable): "\(count) \(countable.rawValue)"
        case .countAtLeast(let count, let countable): "at least \(count) \(countable.rawValue)"
        case .countAtMost(let count, let countable): "at most \(count) \(countable.rawValue)"
        case .forcedLogout(let reason): "forced logout\(because(reason))"
        case .signInFailed(let reason): "sign-in failed\(because(reason))"
        case .refreshFailed(let reason): "refresh failed\(because(reason))"
        case .challenge(let name, let value): "challenge \(name)=\(value)"
        case .body(let text): "body contains \(text)"
        case .header(let name, let value): "header \(name): \(value)"
        case .scope(let names, let isGranted): "\(isGranted ? "" : "no ")scope \(names.joined(separator: " "))"
        case .token(let token, let isNew): "\(isNew ? "a new" : "the same") \(token.rawValue)"
        case .user(let claim, let value): "user \(claim) \(value)"
        case .clockSkew: "clock 5m ahead"
        case .event(let name): "event \(name)"
        case .line(let name, let outcome): "line \(name) \(outcome.rawValue)"
        case .fault(let name, let isArmed): "fault \(name) \(isArmed ? "" : "not ")armed"
        }
    }
}
