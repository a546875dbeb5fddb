import FoundationEssentials
import JOSE
import SessionHTTP
import Testing

@testable import ClientObservation

@Suite(.timeLimit(.minutes(5)))
struct ObserverTests {
    private static let plays = Example.all.flatMap { [$0.breaking, $0.right] + [$0.undecided].compactMap(\.self) }

    @Test func `the messages' own order changes nothing, also where they overlap`() {
        var generator = SystemRandomNumberGenerator()
        for play in Self.plays {
            var script = Example.script(play)
            let inOrder = Self.shape(of: script.observed())
            for _ in 0..<3 {
                script.messages.shuffle(using: &generator)
                #expect(Self.shape(of: script.observed()) == inOrder)
            }
        }
    }

    /// The findings with the beginnings of their messages.
    private static func shape(of observer: Observer) -> Set<String> {
        Set(
            observer.findings.map { finding in
                let moments = finding.first.messages.map { observer.message($0)?.begin.timeIntervalSince(Script.start) }
                return "\(finding.rule) \(finding.count) \(moments)"
            } + observer.undecided.map { "\($0.rule.name) \($0.doubt)" })
    }

    @Test func `no secret is kept, as text or in base64`() {
        for play in Self.plays {
            let text = Self.everything(in: Example.script(play).observed())
            #expect(text.contains("example"))
            #expect(!text.contains(Script.canary))
            #expect(!text.contains(Base64.encode(Array("app:\(Script.canary)".utf8.prefix(9)))))
        }
    }

    @Test func `a known token in a path is masked, whatever it looks like`() throws {
        var script = Script()
        script.tokenRequest(["grant_type": "client_credentials"], at: 0, .json(["access_token": "all-small-letters"]))
        script.call(nil, at: 1, path: "/share/all-small-letters/file")
        let observer = script.observed()
        #expect(observer.names.contains("token-in-url"))
        #expect(!Self.everything(in: observer).contains("all-small"))
    }

    /// All values inside of a value, private ones included.
    private static func everything(in value: Any) -> String {
        var text = "\(value) "
        var rest = Mirror(reflecting: value).children.map(\.value)
        while let next = rest.popLast() {
            let children = Mirror(reflecting: next).children.map(\.value)
            if children.isEmpty { text += "\(next) " } else { rest += children }
        }
        return text
    }

    @Test func `a session has its client, its user, and its refresh tokens in order with who was answered`() throws {
        var script = Script()
        script.signIn(.tokens("A1", "R1", id: "alice"))
        script.refresh("R1", at: 3_500, .tokens("A2", "R2"))
        script.caller = Caller(name: "app", process: 42)
        script.refresh("R2", at: 7_000, .tokens("A3", "R3"))
        script.call("A3", at: 7_001)
        let observer = script.observed()
        let session = try #require(observer.sessions.first)
        #expect(observer.sessions.count == 1)
        #expect(session.client == "app" && session.subject == "alice" && session.leftOut == 0)
        #expect(session.lineage.map(\.token) == ["R1", "R2", "R3"].map { SecretID(of: Script.secret($0)).fingerprint })
        #expect(session.lineage.map(\.presenter) == ["app[41]", "app[42]", nil])
        let expiry = try #require(session.expiry)
        #expect(abs(expiry.timeIntervalSince(Script.start) - 10_600.1) < 0.001)
        #expect(session.senders == ["app[41]", "app[42]"] && session.state == .live)
    }

    @Test func `a finding that repeats itself is one, with its count`() throws {
        var script = Script()
        script.signIn()
        for number in 0..<50 { script.call("A1", at: 10 + Double(number), Script.unauthorized) }
        let observer = script.observed()
        let finding = try #require(observer.findings.first { $0.rule == "rejected-token-sent-again" })
        #expect(observer.findings.count == 1 && finding.count == 48)
        #expect(finding.first.moment < finding.last.moment)
    }

    @Test func `one defect of a session is one finding, whichever of its processes and requests show it`() throws {
        var script = Script()
        script.signIn()
        let processes = [41, 42].map { Caller(name: "app", process: $0) }
        for (second, caller) in zip([10.0, 11.0], processes) {
            script.caller = caller
            script.call("A1", at: second)
        }
        script.refresh("R1", at: 3_500, .tokens("A2", "R2"))
        for second in [3_510.0, 3_511, 3_512] { script.call(nil, at: second, Script.unauthorized) }
        script.authorize(at: 3_520, state: "S2", nonce: "N2", verifier: "V2", code: nil)
        let observer = script.observed()
        let findings = observer.findings.filter { $0.rule == "successor-never-used" }
        let finding = try #require(findings.first)
        #expect(findings.count == 1 && finding.count == 3)
        #expect(finding.session == observer.sessions.first?.id && finding.client == "app")
        #expect(finding.sender == "app[42]")
        #expect(finding.last.messages.last == observer.messageCount)
    }

    @Test func `without a session, a program's processes are counted together, and programs apart`() {
        var script = Script()
        script.signIn()
        for (second, name, process) in [(10.0, "app", 41), (11, "app", 42), (12, "other", 43)] {
            script.caller = Caller(name: name, process: Int32(process))
            script.call(nil, at: second, path: "/items?access_token=\(Script.secret("A1"))")
        }
        let findings = script.observed().findings.filter { $0.rule == "token-in-url" }
        #expect(findings.map(\.count) == [2, 1] && findings.map(\.sender) == ["app[41]", "other[43]"])
    }

    @Test(arguments: [
        // The refresh token in use, and one that had been replaced.
        ([("R1", 10.0, Script.Reply.error(400, "invalid_grant"))], ObservedSession.State.refused),
        ([("R1", 10, .tokens("A2", "R2")), ("R1", 20, .error(400, "invalid_grant"))], .reuseRefused),
        // Both at once, whichever answer comes first.
        ([("R1", 10, .tokens("A2", "R2")), ("R1", 10.05, .error(400, "invalid_grant"))], .reuseRefused),
        ([("R1", 10, .error(400, "invalid_grant")), ("R1", 10.05, .tokens("A2", "R2"))], .reuseRefused),
        // Then the token in use is refused, too.
        (
            [
                ("R1", 10, .tokens("A2", "R2")), ("R1", 20, .error(400, "invalid_grant")),
                ("R2", 30, .error(400, "invalid_grant")),
            ], .refused
        ),
        // This provider leaves the others as they were.
        (
            [
                ("R1", 10, .tokens("A2", "R2")), ("R1", 20, .error(400, "invalid_grant")),
                ("R2", 30, .tokens("A3", "R3")),
            ], .live
        ),
    ])
    func `a session has ended once a token in use is refused`(
        refreshes: [(token: String, second: Double, reply: Script.Reply)], state: ObservedSession.State
    ) {
        var script = Script()
        script.signIn()
        for refresh in refreshes { script.refresh(refresh.token, at: refresh.second, refresh.reply) }
        #expect(script.observed().sessions.map(\.state) == [state])
    }

    @Test func `after a reuse a session has ended once an API refuses the token in use, before its time`() {
        for (token, second, state) in [
            ("A2", 30.0, ObservedSession.State.refused), ("A1", 30, .reuseRefused), ("A2", 3_700, .reuseRefused),
        ] {
            var script = Script()
            script.signIn()
            script.refresh("R1", at: 10, .tokens("A2", "R2"))
            script.refresh("R1", at: 20, .error(400, "invalid_grant"))
            script.call("A2", at: 25)
            script.call(token, at: second, Script.unauthorized)
            #expect(script.observed().sessions.map(\.state) == [state])
        }
    }

    @Test func `a refresh token has who was answered, and who was refused`() {
        var script = Script()
        script.signIn()
        script.refresh("R1", at: 10, lasts: 0.2, .tokens("A2", "R2"))
        script.caller = Caller(name: "app", process: 42)
        script.refresh("R1", at: 10.05, lasts: 0.1, .error(400, "invalid_grant"))
        let link = script.observed().sessions.first?.lineage.first
        #expect(link?.presenter == "app[41]" && link?.refused == ["app[42]"])
    }

    @Test func `a new sign-in is right once the session has ended by reuse`() {
        var script = Script()
        script.signIn(.tokens("A1", "R1", id: "alice"))
        script.refresh("R1", at: 3_500, .tokens("A2", "R2"))
        script.call("A2", at: 3_501)
        script.refresh("R1", at: 3_510, .error(400, "invalid_grant"))
        script.authorize(at: 3_520, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
        script.redeem("C2", verifier: "V2", at: 3_530, .tokens("A3", "R3", id: "alice"))
        #expect(script.observed().names == ["spent-refresh-token-sent"])
    }

    @Test func `what passes is bounded, and a finding keeps its messages`() throws {
        var observer = Observer()
        var script = Script()
        script.signIn()
        // The finding comes before the answer.
        script.call("A1", at: 10, api: "http://api.example")
        script.refresh("R1", at: 3_500, .tokens("A2", "R2"))
        script.refresh("R1", at: 3_600, .tokens("A3", "R3"))
        observer.observe(script.messages)
        script.messages = []
        for number in 0..<4_200 {
            script.call("X\(number)", at: 4_000 + Double(number), path: "/items/\(number)")
        }
        observer.observe(script.messages)
        #expect(observer.messageCount == 4_205)
        let kept = (1...4_205).count { observer.message($0) != nil }
        #expect((2_048...4_100).contains(kept))
        for rule in ["spent-refresh-token-sent", "token-over-plain-http"] {
            let finding = try #require(observer.findings.first { $0.rule == rule })
            #expect(finding.first.messages.allSatisfy { observer.message($0)?.answer != nil }, "\(rule)")
        }
    }

    @Test func `more than a thousand findings are counted, and not kept`() {
        var script = Script()
        for number in 0..<1_010 {
            let query: FormParameters = [
                "grant_type": "client_credentials", "client_id": "c\(number)", "client_secret": Script.secret("client"),
            ]
            script.send(
                "POST", "\(script.provider)/token?\(query.query)", at: Double(number), .error(400, "invalid_client"))
        }
        let observer = script.observed()
        #expect(observer.findings.count == 1_000 && observer.messageCount == 1_010)
    }

    @Test func `messages that are over end in the order of time`() {
        var script = Script()
        for (number, lasts) in [30.0, 5, 12, 1, 20].enumerated() {
            script.call(nil, at: Double(number), lasts: lasts, path: "/\(number)")
        }
        var observer = Observer()
        let ends = observer.observe(script.messages).compactMap { step -> Int? in
            if case .ended(let id, _, _) = step { id } else { nil }
        }
        #expect(ends == [4, 2, 3, 5, 1])
    }

    @Test func `a session that its client has given up is not refused`() {
        var script = Script()
        script.signIn()
        script.revoke("R1", at: 10)
        script.refresh("R1", at: 20, .error(400, "invalid_grant"))
        #expect(script.observed().sessions.map(\.state) == [.revoked])
    }

    @Test func `an answer has come before what it brought is sent, though an archive's rounded times overlap`() {
        var script = Script()
        script.authorize()
        script.redeem(at: 1.5, lasts: 2)
        script.refresh("R1", at: 3, lasts: 2, .tokens("A2", "R2"))
        script.call("A2", at: 4.5)
        let observer = script.observed()
        #expect(observer.names == [] && !observer.undecided.contains { $0.doubt == .unwatched })
        #expect(observer.sessions.count == 1 && observer.sessions.first?.lineage.count == 2)
    }

    @Test func `an injected answer says something of the client, and nothing of the server`() {
        var script = Script()
        script.signIn()
        script.refresh("R1", at: 3_500, .tokens("A2", nil))
        func names(isInjected: Bool) -> Set<String> {
            var script = script
            if case .answered(var answer) = script.messages[script.messages.count - 1].outcome {
                answer.isInjected = isInjected
                script.messages[script.messages.count - 1].outcome = .answered(answer)
            }
            return script.observed().names
        }
        #expect(names(isInjected: false).contains("refresh-token-not-rotated"))
        #expect(!names(isInjected: true).contains("refresh-token-not-rotated"))
    }

    @Test func `two refreshes at once stay so where the provider answers both with the token that was sent`() {
        var script = Script()
        script.signIn()
        script.refresh("R1", at: 3_500, .tokens("A2", "R1"))
        script.refresh("R1", at: 3_500.05, .tokens("A3", "R1"))
        #expect(script.observed().names.contains("parallel-refreshes"))
    }

    @Test func `what a client did is counted`() {
        var script = Script()
        script.signIn()
        script.call("A1", at: 10)
        script.call("A1", at: 11, Script.unauthorized)
        script.refresh("R1", at: 12, .tokens("A2", "R2"))
        script.refresh("R1", at: 12.05, .error(400, "invalid_grant"))
        script.refresh("R1", at: 20, .error(400, "invalid_grant"))
        script.call("A2", at: 21)
        let observer = script.observed()
        let counts = ClientCount.allCases.map { "\($0.rawValue) \(observer.number(of: $0))" }
        #expect(
            counts == [
                "requests \(script.messages.count)", "calls 3", "token requests 4", "sign-ins 1", "refreshes 1",
                "reuses 2",
                "401s 1", "findings 4", "errors 3", "warnings 1", "notes 0",
            ])
        #expect(ClientCount.allCases.map(\.singular).prefix(7).suffix(4) == ["sign-in", "refresh", "reuse", "401"])
    }

    @Test func `the oldest entries are dropped, half of them at once`() {
        var numbers = Bounded<Int, Int>(limit: 10)
        for number in 0..<21 { numbers[number] = number }
        #expect(numbers.values.sorted() == Array(11..<21) && numbers.total == 21)
        for number in 21..<31 { numbers[number] = number }
        numbers.change(11) { $0 = 100 }
        numbers[31] = 31
        #expect(numbers[11] == 100 && numbers[22] == nil && numbers[23] == 23 && numbers.total == 32)
    }

    @Test func `two issuers at one origin are two providers, each with its own metadata`() {
        var script = Script()
        for issuer in ["/a", "/b"] {
            script.provider = "https://id.example\(issuer)"
            script.metadata()
        }
        let issuers = script.observed().providers.compactMap(\.issuer)
        #expect(issuers.sorted() == ["https://id.example/a", "https://id.example/b"])
    }

    @Test func `what was seen of a provider before its metadata is the same provider's`() {
        var script = Script()
        script.tokenRequest(["grant_type": "client_credentials"], at: 0, .tokens("A1", nil))
        script.metadata(at: 10)
        #expect(script.observed().providers.map(\.issuer) == ["https://id.example"])
    }
}
