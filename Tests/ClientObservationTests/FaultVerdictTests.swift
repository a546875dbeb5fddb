import FoundationEssentials
import JOSE
import SessionHTTP
import Testing

@testable import ClientObservation

/// What is said of right and wrong clients after a fault.
@Suite(.timeLimit(.minutes(5)))
struct FaultVerdictTests {
    /// A client's life after its sign-in, whose message at second 10 a fault strikes.
    struct Row: Sendable, CustomTestStringConvertible {
        let fault: String
        let verdict: FaultVerdict
        let play: @Sendable (inout Script) -> Void
        var testDescription: String { "\(fault) \(verdict)" }

        init(_ fault: String, _ verdict: FaultVerdict, _ play: @escaping @Sendable (inout Script) -> Void) {
            (self.fault, self.verdict, self.play) = (fault, verdict, play)
        }
    }

    private static func verdict(_ row: Row) throws -> FaultVerdict? {
        let fault = try #require(ClientFault.named(row.fault))
        var script = Script()
        script.metadata(("jwks_uri", "https://id.example/keys"))
        script.signIn()
        row.play(&script)
        var observer = Observer()
        for (index, message) in script.messages.enumerated() {
            let isStruck = message.request.begin == Script.start + 10
            observer.take(.began(index, message.request))
            if isStruck { observer.take(fault, in: index) }
            var outcome = message.outcome
            if case .answered(var answer) = outcome, isStruck {
                answer.isInjected = true
                outcome = .answered(answer)
            }
            observer.take(.ended(index, outcome, at: message.end))
        }
        observer.close()
        return observer.strikes.first?.verdict
    }

    private static let ofAPI = [
        Row("api-401", .passed(.usedOtherToken)) {
            $0.call("A1", at: 10, Script.unauthorized)
            $0.refresh("R1", at: 11, .tokens("A2", "R2"))
            $0.call("A2", at: 12)
        },
        Row("api-401", .passed(.signedIn)) {
            $0.call("A1", at: 10, Script.unauthorized)
            $0.authorize(at: 11, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
        },
        Row("api-401", .broken(rule: "sign-in-although-refreshable")) {
            $0.refresh("R1", at: 5, .tokens("A2", "R2", id: "alice"))
            $0.call("A2", at: 7)
            $0.call("A2", at: 10, Script.unauthorized)
            $0.authorize(at: 11, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            $0.redeem("C2", verifier: "V2", at: 12, .tokens("A3", "R3", id: "alice"))
        },
        Row("api-401", .broken(rule: "rejected-token-sent-again")) {
            for second in [10, 11, 12.0] { $0.call("A1", at: second, Script.unauthorized) }
        },
        Row("api-401", .undecided(.unclear)) {
            $0.call("A1", at: 10, Script.unauthorized)
            $0.call("A1", at: 11)
        },
        Row("api-401", .undecided(.nothingCame)) {
            $0.call("A1", at: 10, Script.unauthorized)
            // It was under way.
            $0.call("A1", at: 10.12)
        },
        Row("api-403", .passed(.keptSession)) {
            $0.call("A1", at: 10, Script.insufficient("more"))
            $0.call("A1", at: 11)
        },
        Row("api-403", .broken(rule: "step-up-answered-by-refresh")) {
            $0.call("A1", at: 10, Script.insufficient("more"))
            $0.refresh("R1", at: 11, .tokens("A2", "R2"))
        },
        Row("api-429", .passed(.waited)) {
            $0.call("A1", at: 10, .status(429, ["Retry-After": "3"]))
            $0.call("A1", at: 14)
        },
        Row("api-429", .passed(.didNotRepeat)) {
            $0.call("A1", at: 10, .status(429, ["Retry-After": "3"]))
            $0.call("A1", at: 11, path: "/other")
        },
        Row("api-429", .broken(rule: "retry-after-ignored")) {
            $0.call("A1", at: 10, .status(429, ["Retry-After": "3"]))
            $0.call("A1", at: 11)
        },
        Row("api-429", .undecided(.unclear)) {
            $0.call("A1", at: 10, lasts: 0.01, .status(429, ["Retry-After": "3"]))
            $0.call("A1", at: 10.012)
            $0.call("A1", at: 14)
        },
        Row("api-429", .broken(rule: "sign-in-although-refreshable")) {
            $0.refresh("R1", at: 5, .tokens("A2", "R2", id: "alice"))
            $0.call("A2", at: 10, .status(429, ["Retry-After": "3"]))
            $0.authorize(at: 11, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
            $0.redeem("C2", verifier: "V2", at: 12, .tokens("A3", "R3", id: "alice"))
        },
        Row("api-503", .passed(.keptSession)) {
            $0.call("A1", at: 10, .status(503))
            $0.call("A1", at: 11)
        },
        Row("api-503", .undecided(.unclear)) {
            $0.call("A1", at: 10, lasts: 0.01, .status(503))
            $0.refresh("R1", at: 10.012, .tokens("A2", "R2"))
            $0.call("A2", at: 11)
        },
        Row("api-reply-lost", .passed(.keptSession)) {
            $0.call("A1", at: 10, .lost)
            $0.call("A1", at: 11)
        },
        Row("api-reply-lost", .broken(rule: "unsafe-request-repeated")) { script in
            for second in [10, 11.0] {
                script.sendJSON("https://api.example/orders", ["n": 1], at: second, .lost)
                let last = script.messages.count - 1
                script.messages[last].request.headers["Authorization"] = "Bearer \(Script.secret("A1"))"
            }
        },
        Row("api-silent", .undecided(.nothingCame)) { $0.call("A1", at: 10, lasts: 30, .lost) },
    ]

    private static let ofTokenEndpoint = [
        Row("token-endpoint-400", .passed(.signedIn)) {
            $0.refresh("R1", at: 10, .error(400, "invalid_grant"))
            $0.authorize(at: 11, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
        },
        Row("token-endpoint-400", .broken(rule: "refused-refresh-token-sent-again")) {
            $0.refresh("R1", at: 10, .error(400, "invalid_grant"))
            $0.refresh("R1", at: 11, .error(400, "invalid_grant"))
        },
        Row("token-endpoint-401", .passed(.keptSession)) {
            $0.refresh("R1", at: 10, .error(401, "invalid_client"))
            $0.call("A1", at: 11)
        },
        Row("token-endpoint-429", .passed(.waited)) {
            $0.refresh("R1", at: 10, .status(429, ["Retry-After": "30"]))
            $0.refresh("R1", at: 41, .tokens("A2", "R2"))
        },
        Row("token-endpoint-429", .broken(rule: "retry-after-ignored")) {
            $0.refresh("R1", at: 10, .status(429, ["Retry-After": "30"]))
            $0.refresh("R1", at: 11, .tokens("A2", "R2"))
        },
        Row("token-endpoint-429", .broken(rule: "retry-after-ignored")) {
            $0.refresh("R1", at: 10, lasts: 0.01, .status(429, ["Retry-After": "30"]))
            $0.refresh("R1", at: 10.012, .tokens("A2", "R2"))
            $0.call("A2", at: 12)
        },
        Row("token-endpoint-503", .passed(.sentAgain)) {
            $0.refresh("R1", at: 10, .status(503))
            $0.refresh("R1", at: 15, .tokens("A2", "R2"))
        },
        Row("token-endpoint-503", .broken(rule: "credentials-dropped-after-failure")) {
            $0.refresh("R1", at: 10, .status(503))
            $0.authorize(at: 11, state: "S2", nonce: "N2", verifier: "V2", code: "C2")
        },
        Row("token-reply-lost", .passed(.sentAgain)) {
            $0.refresh("R1", at: 10, .lost)
            $0.refresh("R1", at: 11, .tokens("A2", "R2"))
        },
        Row("token-endpoint-silent", .passed(.keptSession)) {
            $0.refresh("R1", at: 10, lasts: 20, .lost)
            $0.call("A1", at: 31)
        },
    ]

    @Test(arguments: ofAPI + ofTokenEndpoint) func `the verdict is what was seen`(row: Row) throws {
        #expect(try Self.verdict(row) == row.verdict)
    }

    @Test func `a fault is known by one name, and asks for rules of the table`() {
        let rules = Set(FindingRule.all.map(\.name))
        #expect(Set(ClientFault.all.map(\.name)).count == ClientFault.all.count)
        for fault in ClientFault.all {
            #expect(ClientFault.named(fault.name) === fault && !fault.sections.isEmpty)
            #expect(fault.rules.isSubset(of: rules), "\(fault.name)")
        }
    }

    @Test func `many faults at once are not all asked for ever`() throws {
        let fault = try #require(ClientFault.named("network-off"))
        var observer = Observer()
        for number in 1...40 { observer.take(fault, in: number) }
        #expect(observer.strikes.count { $0.verdict == .undecided(.tooMany) } == 24)
    }
}
