import FoundationEssentials
import JOSE
import SessionHTTP
import Testing

@testable import ClientObservation

/// Right clients through their whole life: nothing is found that is wrong with them.
@Suite(.timeLimit(.minutes(5)))
struct CorrectClientTests {
    struct Life: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let play: Example.Play

        init(_ name: String, _ play: @escaping Example.Play) { (testDescription, self.play) = (name, play) }
    }

    static let lives: [Life] = [
        Life("a public client with PKCE, a 401, a 503, a step-up, and its end") { script in
            script.metadata(at: -10, ("authorization_response_iss_parameter_supported", true))
            script.authorize(issuer: "https://id.example")
            script.redeem(.tokens("A1", "R1", id: "alice", scope: "openid read"))
            for second in 10..<20 { script.call("A1", at: Double(second), lasts: 3) }
            script.call("A1", at: 30, Script.unauthorized)
            script.refresh("R1", at: 31, .tokens("A2", "R2"))
            script.call("A2", at: 32)
            script.revoke("R1", at: 33)
            for second in 34..<37 { script.call("A2", at: Double(second), path: "/admin", Script.stepUp) }
            script.refresh("R2", at: 3_560, .status(503, ["Retry-After": "20"]))
            script.refresh("R2", at: 3_590, lasts: 5, .lost)
            script.refresh("R2", at: 3_600, .tokens("A3", "R3"))
            script.call("A3", at: 3_610, Script.insufficient("write"))
            script.authorize(
                at: 3_620, state: "S2", nonce: "N2", verifier: "V2", code: "C2", scope: "openid read write",
                issuer: "https://id.example")
            script.redeem("C2", verifier: "V2", at: 3_630, .tokens("A4", "R4", id: "alice"))
            script.call("A4", at: 3_640)
            script.revoke("R4", at: 3_650)
            script.endSession(at: 3_651, beside: "A4")
        },
        Life("two processes that share a store") { script in
            script.signIn()
            for number in 1...5 {
                script.caller = Caller(name: "app", process: Int32(40 + number % 2))
                let second = Double(number) * 3_500
                script.call("A\(number)", at: second - 10)
                script.refresh("R\(number)", at: second, .tokens("A\(number + 1)", "R\(number + 1)"))
                script.caller = Caller(name: "app", process: Int32(41 - number % 2))
                script.call("A\(number + 1)", at: second + 10)
            }
        },
        Life("a device") { script in
            script.deviceSignIn()
            script.poll(at: 5, .error(400, "authorization_pending"))
            script.poll(at: 10.01, .error(400, "slow_down"))
            script.poll(at: 20.02, .tokens("A1", "R1"))
            script.call("A1", at: 21)
            script.refresh("R1", at: 3_600, .tokens("A2", "R2"))
            script.revoke("R2", at: 3_700)
        },
        Life("a server with a secret and many users") { script in
            script.authentication = .basic
            for user in 1...5 {
                let second = Double(user) * 100
                script.authorize(
                    at: second, state: "S\(user)", nonce: "N\(user)", verifier: "V\(user)", code: "C\(user)")
                script.redeem(
                    "C\(user)", verifier: "V\(user)", at: second + 1,
                    .tokens("A\(user)", "R\(user)", id: "user \(user)"))
                script.call("A\(user)", at: second + 2)
            }
            script.refresh("R2", at: 3_700, .status(503))
            script.authorize(at: 3_710, state: "S9", nonce: "N9", verifier: "V9", code: "C9")
            script.redeem("C9", verifier: "V9", at: 3_711, .tokens("A9", "R9", id: "user 9"))
            script.refresh("R2", at: 3_760, .tokens("A22", "R22"))
        },
        Life("a client with a secret, a nonce and no PKCE, at a provider that rotates nothing") { script in
            script.authentication = .post
            script.authorize(verifier: nil)
            script.redeem(verifier: nil, .tokens("A1", "R1", id: "alice"))
            for number in 1...4 {
                script.call("A\(number)", at: Double(number) * 3_500 - 5)
                script.refresh("R1", at: Double(number) * 3_500, .tokens("A\(number + 1)", nil))
            }
        },
        Life("a service that gets a token by its own credentials whenever one is over") { script in
            script.authentication = .basic
            for number in 0..<5 {
                let second = Double(number) * 3_600
                script.tokenRequest(
                    ["grant_type": "client_credentials", "scope": "read"], at: second, .tokens("A\(number)", nil))
                script.call("A\(number)", at: second + 1)
            }
        },
        Life("proofs of possession, with the nonces of two servers") { script in
            script.signIn()
            script.provenCall("A1", id: "J1", at: 10, Script.nonceDemand)
            script.provenCall("A1", id: "J2", at: 11, nonce: "server nonce")
            script.provenCall("A1", id: "J3", at: 12, nonce: "server nonce")
        },
        Life("a client that was there before the watch began") { script in
            script.call("A7", at: 0, Script.unauthorized)
            script.refresh("R7", at: 1, .tokens("A8", "R8"))
            script.call("A8", at: 2)
            script.refresh("R8", at: 3_500, .error(400, "invalid_grant"))
            script.authorize(at: 3_510)
            script.redeem(at: 3_520)
        },
    ]

    @Test(arguments: lives)
    func `a correct client's whole life has no finding about the client`(life: Life) {
        let observer = Example.script(life.play).observed()
        let found = observer.findings.filter { $0.weight != .note }.map(\.rule)
        #expect(found == [])
    }

    @Test(arguments: lives)
    func `a correct client stays without findings where the watch begins in the middle`(life: Life) {
        let script = Example.script(life.play)
        for count in 1..<script.messages.count {
            var rest = script
            rest.messages.removeFirst(count)
            let observer = rest.observed()
            #expect(observer.findings.filter { $0.weight == .error }.map(\.rule) == [], "without \(count)")
        }
    }
}
