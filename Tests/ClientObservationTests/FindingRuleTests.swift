import SessionHTTP
import Testing

@testable import ClientObservation

@Suite(.timeLimit(.minutes(5)))
struct FindingRuleTests {
    @Test func `each finding has an example, and each a name of its own`() {
        #expect(Example.all.map(\.rule) == FindingRule.all.map(\.name))
        #expect(Set(FindingRule.all.map(\.name)).count == FindingRule.all.count)
    }

    @Test(arguments: Example.all)
    func `a client that breaks the rule is found, with the messages that show it`(example: Example) throws {
        let observer = Example.script(example.breaking).observed()
        let finding = try #require(observer.findings.first { $0.rule == example.rule }, "\(observer.names)")
        #expect(!finding.first.messages.isEmpty)
        #expect(finding.first.messages.allSatisfy { observer.message($0) != nil })
        #expect(finding.first.messages == finding.first.messages.sorted())
    }

    @Test(arguments: Example.all)
    func `a client that keeps the rule is not found, and not undecided`(example: Example) throws {
        let observer = Example.script(example.right).observed()
        #expect(!observer.names.contains(example.rule))
        #expect(observer.errors.isEmpty)
        #expect(observer.doubt(about: try example.entry) == nil)
    }

    @Test(arguments: [
        (
            "client-authentication-not-registered",
            "token_endpoint_auth_method is client_secret_basic, registered: client_secret_post"
        ),
        (
            "client-authentication-unsupported",
            "token_endpoint_auth_method is client_secret_post, in the metadata: client_secret_basic none"
        ),
        (
            "redirect-uri-not-registered",
            "redirect_uri is http://127.0.0.1:9/cb, registered: http://127.0.0.1/callback"
        ),
        (
            "redirect-uri-differs",
            "redirect_uri is http://localhost:9/cb, in the authorization request: http://127.0.0.1:9/cb"
        ),
        ("grant-refused", "grant_type is client_credentials, in the metadata: authorization_code"),
        ("scope-refused", "scope is admin openid read, granted: openid read"),
        ("verifier-does-not-fit", "code_challenge is 3FF5, in the authorization request: B482"),
    ])
    func `a finding that compares says both values`(rule: String, words: String) throws {
        let example = try #require(Example.all.first { $0.rule == rule })
        let finding = Example.script(example.breaking).observed().findings.first { $0.rule == rule }
        #expect(finding?.contrast?.words == words)
    }

    @Test(arguments: Example.all)
    func `our own masks in the place of all secrets make no error`(example: Example) {
        var script = Example.script(example.right)
        for index in script.messages.indices { script.messages[index].mask() }
        #expect(script.observed().errors.subtracting(["token-traffic-masked"]) == [])
    }

    // Where all token requests were refused, nothing shows that their empty values were not the client's.
    @Test(arguments: Example.all.filter { !["basic-not-form-encoded", "grant-refused"].contains($0.rule) })
    func `secrets whose text was taken out make no error`(example: Example) {
        var script = Example.script(example.right)
        for index in script.messages.indices { script.messages[index].empty() }
        #expect(script.observed().errors == [])
    }

    @Test(arguments: Example.all.filter { $0.undecided != nil })
    func `what was not watched leaves a rule undecided`(example: Example) throws {
        let observer = Example.script(try #require(example.undecided)).observed()
        #expect(observer.doubt(about: try example.entry) != nil)
        #expect(!observer.names.contains(example.rule))
    }

    @Test(arguments: FindingRule.all)
    func `a rule is undecided by itself where nothing was seen of what it needs`(rule: FindingRule) {
        #expect(!rule.needs.isEmpty)
        #expect(Observer().doubt(about: rule) == .unseen(rule.needs))
    }

    @Test(arguments: Example.all)
    func `where the answers have no bodies, what they would say is not taken for kept`(example: Example) throws {
        let rule = try example.entry
        guard !Set(rule.needs).isDisjoint(with: [.metadata, .refreshAnswer, .tokens]) else { return }
        var script = Example.script(example.right)
        for index in script.messages.indices {
            guard case .answered(var answer) = script.messages[index].outcome else { continue }
            answer.body = []
            script.messages[index].outcome = .answered(answer)
        }
        let observer = script.observed()
        #expect(observer.doubt(about: rule) != nil && !observer.errors.contains(rule.name))
    }

    @Test func `a sign-in in a browser that was not watched leaves its rules undecided, and no others`() {
        var script = Script()
        script.metadata()
        script.redeem(at: 1)
        script.call("A1", at: 2)
        script.refresh("R1", at: 3_500, .tokens("A2", "R2"))
        let observer = script.observed()
        let undecided = Dictionary(uniqueKeysWithValues: observer.undecided.map { ($0.rule.name, $0.doubt) })
        for name in [
            "state-used-twice", "nonce-used-twice", "pkce-plain", "implicit-grant", "redirect-uri-differs",
            "scope-lost-at-refresh", "resource-lost-at-refresh", "scope-dropped-at-step-up",
        ] {
            #expect(undecided[name] == .unseen([.authorizationRequest]), "\(name)")
        }
        #expect(undecided["other-issuer-accepted"] == .unseen([.authorizationResponse]))
        #expect(undecided["credentials-dropped-after-failure"] == .unseen([.signIn]))
        for name in ["code-without-pkce", "spent-refresh-token-sent", "rejected-token-sent-again", "token-in-url"] {
            #expect(undecided[name] == nil, "\(name)")
        }
    }

    @Test func `a token request for a code without one redeems none`() {
        var script = Script()
        for second in 0..<3 {
            script.tokenRequest(
                ["grant_type": "authorization_code"], at: Double(second), .error(400, "invalid_request"))
        }
        let observer = script.observed()
        #expect(observer.names == ["grant-without-its-parameter", "refused-request-repeated"])
        #expect(observer.undecided.contains { $0.rule.name == "code-without-pkce" })
    }

    @Test(arguments: FindingRule.all)
    func `each rule says what was seen, what is right, and where that is written`(rule: FindingRule) {
        #expect(!rule.sections.isEmpty)
        #expect(rule.advice.hasSuffix(".") && !rule.summary.hasSuffix("."))
        #expect(rule.name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) })
    }
}
