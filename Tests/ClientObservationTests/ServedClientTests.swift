import FoundationEssentials
import JOSE
import SessionCore
import SessionHTTP
import Testing

@testable import ClientObservation

/// What is said of the clients of a server that is watched from its own side.
@Suite(.timeLimit(.minutes(5)))
struct ServedClientTests {
    /// A caller's life, and how it stands ten minutes later.
    struct Life: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let play: @Sendable (inout Script) -> Void
        let stand: ServedClient.Stand
        let side: FindingRule.Side?

        init(
            _ name: String, _ stand: ServedClient.Stand, _ side: FindingRule.Side? = nil,
            _ play: @escaping @Sendable (inout Script) -> Void
        ) {
            (testDescription, self.stand, self.side, self.play) = (name, stand, side, play)
        }
    }

    static let lives = [
        Life("one that does all", .calls) {
            $0.challenged(at: 0)
            $0.describe("https://api.example/mcp", under: "/mcp", at: 1)
            $0.metadata(at: 2)
            $0.register("app", at: 3)
            $0.byBrowser { $0.authorize(at: 4) }
            $0.redeem(at: 5)
            $0.call("A1", at: 6)
            $0.refresh("R1", at: 3_500, .tokens("A2", "R2"))
            $0.call("A2", at: 3_501)
        },
        Life("one whose tokens were delivered, and never used", .neverCalled, .client) {
            $0.metadata(at: 1)
            $0.byBrowser { $0.authorize(at: 4) }
            $0.redeem(at: 5)
        },
        Life("one that was told to sign in", .neverReturned) { $0.challenged(at: 0) },
        Life("one that has read the metadata", .neverRegistered) { $0.metadata(at: 1) },
        Life("one that has registered", .neverAuthorized) {
            $0.metadata(at: 1)
            $0.register("app", at: 3)
        },
        Life("one whose registration failed by the server's fault", .registrationFailed, .authorizationServer) {
            $0.register(nil, at: 3)
        },
        Life("one whose code was sent back, and never redeemed", .neverRedeemed, .client) {
            $0.byBrowser { $0.authorize(at: 4) }
        },
        Life("one whose user stays at the page", .neverRedeemed) {
            $0.byBrowser { $0.authorize(at: 4, code: nil) }
        },
        Life("one whose code was refused", .redemptionFailed) {
            $0.byBrowser { $0.authorize(at: 4) }
            $0.redeem(at: 5, .error(400, "invalid_grant"))
        },
        Life("one whose calls are refused", .callFailed) { $0.call("A1", at: 6, Script.unauthorized) },
        Life("one whose calls meet a broken server", .callFailed, .resourceServer) {
            $0.call("A1", at: 6, .status(502))
        },
        Life("one whose refresh was refused", .refreshFailed) {
            $0.redeem(at: 5)
            $0.call("A1", at: 6)
            $0.refresh("R1", at: 3_500, .error(400, "invalid_grant"))
        },
        Life("one that waits for a user with a device", .neverRedeemed) {
            $0.send("POST", "\($0.provider)/device_authorization", form: ["client_id": "app"], at: 1)
            $0.tokenRequest(
                ["grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": Script.secret("D")],
                at: 6, .error(400, "authorization_pending"))
        },
    ]

    @Test(arguments: lives)
    func `a client stands where it has come to, and one client is one row`(life: Life) throws {
        let clients = Self.observed(life.play).clients
        let client = try #require(clients.first)
        #expect(clients.count == 1)
        #expect(client.stand == life.stand)
        #expect(client.side == life.side)
        #expect(client.isStuck(at: Script.start + 10_000) == (life.stand != .calls))
    }

    @Test func `two clients of one name are told apart by their client IDs and tokens`() throws {
        let clients = Self.observed { script in
            for (index, name) in ["one", "two"].enumerated() {
                let second = Double(index * 10)
                script.client = name
                script.register(name, at: second + 3)
                script.byBrowser { $0.authorize(at: second + 4, state: name, code: "C\(name)") }
                script.redeem("C\(name)", at: second + 5, .tokens("A\(name)", "R\(name)"))
            }
            script.call("Aone", at: 30)
        }.clients
        #expect(clients.map(\.clientID) == ["one", "two"])
        #expect(clients.map(\.stand) == [.calls, .neverCalled])
    }

    @Test func `what a client did before it named itself is its own`() throws {
        let client = try #require(
            Self.observed {
                $0.metadata(at: 1)
                $0.byBrowser { $0.authorize(at: 4) }
                $0.redeem(at: 5)
            }.clients.first)
        #expect(client[.metadata]?.outcome == .passed)
        #expect(client.first == Script.start + 1)
    }

    @Test func `a client is called as it calls itself, and never as the browser of its user`() throws {
        let signedIn = Self.observed { $0.byBrowser { $0.authorize(at: 4) } }.clients
        #expect(signedIn.map(\.title) == ["client app"])
        let redeemed = Self.observed {
            $0.byBrowser { $0.authorize(at: 4) }
            $0.redeem(at: 5)
        }.clients
        #expect(redeemed.map(\.title) == ["app"])
    }

    @Test func `a token from elsewhere says that the sign-in was not seen`() throws {
        let client = try #require(Self.observed { $0.call("A1", at: 6) }.clients.first)
        #expect(client.signsInElsewhere && client.stand == .calls && client[.redemption] == nil)
    }

    @Test func `who asks for pages is no client`() {
        let observer = Self.observed {
            $0.send("GET", "\($0.api)/favicon.ico", at: 1, .status(404))
            $0.send("GET", "\($0.api)/", at: 2)
            $0.send("OPTIONS", "\($0.api)/mcp", ["Authorization": "Bearer x"], at: 3, .status(401))
        }
        #expect(observer.clients.isEmpty)
    }

    @Test func `a fault of a server weighs more for its author`() throws {
        var script = Script()
        script.initialize(at: 1, Script.unauthorized)
        #expect(script.observed().findings.map(\.weight) == [.note])
        #expect(Self.observed { $0.initialize(at: 1, Script.unauthorized) }.findings.map(\.weight) == [.warning])
    }

    @Test func `of any number of clients so many are remembered, the latest`() {
        var clients = ServedClients()
        for number in 0..<25_000 {
            var message = Sighting(
                id: number, caller: Caller(name: "c\(number)"), begin: Script.start, method: "GET",
                origin: Origin(scheme: "https", host: "api.example", port: 443), path: "/.well-known/x",
                place: SecretID(of: "x"), kind: .metadata)
            message.end = Script.start
            message.answer = AnswerFacts(status: 200)
            clients.end(message)
        }
        let kept = clients.all.values.map(\.id)
        #expect((ServedClients.limit...2 * ServedClients.limit).contains(kept.count))
        #expect(kept.max() == 25_000)
    }

    private static func observed(_ play: (inout Script) -> Void) -> Observer {
        var script = Script()
        play(&script)
        var observer = Observer(isOfServer: true)
        observer.observe(script.messages)
        observer.close()
        return observer
    }
}

extension Script {
    fileprivate mutating func challenged(at second: Double) { initialize(at: second, Self.namingMetadata) }

    fileprivate mutating func register(_ client: String?, at second: Double) {
        let body: JSONValue = ["redirect_uris": ["http://127.0.0.1:9/cb"]]
        let answer = client.map { Reply.json(["client_id": .string($0)]) } ?? .status(500)
        sendJSON("\(provider)/register", body, at: second, answer)
    }

    /// What is sent by the user's browser.
    fileprivate mutating func byBrowser(_ play: (inout Script) -> Void) {
        let app = caller
        caller = Caller(name: "Mozilla/5.0")
        play(&self)
        caller = app
    }
}
