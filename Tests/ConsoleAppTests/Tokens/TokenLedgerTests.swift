import FoundationEssentials
import SessionCore
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TokenLedgerTests {
    private var ledger = TokenLedger()
    private var sequence = 0

    /// The tokens of a response: `a1`, `r1`, `i1`.
    private static func tokens(_ access: String, _ refresh: String?, _ identity: String?) -> SessionTokens {
        func status(_ text: String, _ seconds: Double) -> TokenStatus {
            TokenStatus(
                fingerprint: Secret(text).fingerprint, obtainedAt: Samples.now,
                expiry: .at(Samples.now.addingTimeInterval(seconds), .expiresIn))
        }
        return SessionTokens(
            access: status(access, 60), refresh: refresh.map { status($0, 600) },
            idToken: identity.map {
                IDTokenStatus(
                    fingerprint: Secret($0).fingerprint, expiresAt: Samples.now.addingTimeInterval(60),
                    trust: .verified(algorithm: "ES256", keyID: "k"))
            }, scope: nil)
    }

    private func name(_ text: String) -> Fingerprint { Secret(text).fingerprint }

    private mutating func happen(_ kind: SessionEvent.Kind, at offset: TimeInterval = 0) {
        sequence += 1
        ledger.observe(Samples.event(sequence, kind, at: offset))
    }

    private mutating func signIn() { happen(.signedIn(flow: "browser", Self.tokens("a1", "r1", "i1"))) }

    private mutating func refresh(_ access: String, _ refresh: String?, _ identity: String? = nil) {
        happen(.refreshed(Self.tokens(access, refresh, identity), replacedAccess: nil, replacedRefresh: nil), at: 50)
    }

    private func words(_ token: String) -> [String] { ledger.life(of: name(token))?.steps.map(\.kind.words) ?? [] }

    @Test mutating func `a refresh makes the tokens before it ancestors`() {
        signIn()
        refresh("a2", "r2", "i2")
        refresh("a3", "r3", "i2")
        #expect(ledger.present == [.access: name("a3"), .refresh: name("r3"), .identity: name("i2")])
        #expect(ledger.family(.access).map(\.fingerprint) == [name("a3"), name("a2"), name("a1")])
        #expect(ledger.ancestors(of: name("r3")) == [name("r2"), name("r1")])
        #expect(ledger.ancestors(of: name("i2")) == [name("i1")])
        #expect(words("a1") == ["issued: signed in with browser", "replaced by \(name("a2"))"])
        #expect(words("a3") == ["issued by a refresh"])
        #expect(ledger.life(of: name("a1"))?.successor == name("a2"))
        #expect(ledger.life(of: name("i2"))?.trust == .verified(algorithm: "ES256", keyID: "k"))
    }

    @Test mutating func `a refresh token that is kept of an unusable answer replaces the one before`() {
        signIn()
        var status = SessionStatus()
        let tokens = Self.tokens("a1", "r2", "i1")
        (status.accessToken, status.refreshToken, status.idToken) = (tokens.access, tokens.refresh, tokens.idToken)
        ledger.observe(
            TokenReading(access: Secret("a1"), refresh: Secret("r2"), idToken: Secret("i1"), status: status),
            at: Samples.now)
        #expect(ledger.present[.refresh] == name("r2"))
        #expect(ledger.ancestors(of: name("r2")) == [name("r1")])
        #expect(words("r2") == ["kept from a refresh whose answer was otherwise unusable"])
        #expect(words("r1").last == "replaced by \(name("r2"))")
    }

    @Test mutating func `a refresh token that is not rotated goes on living`() {
        signIn()
        refresh("a2", "r1", "i1")
        refresh("a3", nil)
        #expect(words("r1") == ["issued: signed in with browser"])
        #expect(ledger.life(of: name("r1"))?.isPast == false)
        #expect(ledger.present[.refresh] == name("r1"))
    }

    @Test mutating func `rejections and the end of the session are told of the tokens that they hit`() throws {
        signIn()
        var facts = Samples.facts(1, status: 401)
        facts.token = name("a1")
        happen(.unauthorized(facts, Samples.challenge), at: 10)
        happen(.refreshRejected(.named(Samples.rejection), refresh: name("r1")), at: 11)
        happen(.forcedOut(.refreshRejected(.named(Samples.rejection))), at: 12)
        happen(.revoked(name("r1")), at: 13)
        #expect(words("a1")[1] == "rejected: GET /orders, invalid_token: session revoked")
        try expectWords(words("a1").joined(separator: "\n"), "the access token")
        #expect(words("r1").dropFirst().map { $0.prefix(7) } == ["rejecte", "dropped", "revoked"])
        #expect(ledger.present.isEmpty)
        #expect(ledger.life(of: name("a1"))?.isPast == true)
    }

    @Test mutating func `a token that is revoked while the session goes on is past`() {
        signIn()
        happen(.revoked(name("r1")), at: 10)
        #expect(ledger.life(of: name("r1"))?.isPast == true)
        #expect(ledger.life(of: name("a1"))?.isPast == false)
    }

    @Test mutating func `a rejection names the fault that struck the message`() throws {
        signIn()
        var facts = Samples.facts(1, status: 401)
        facts.token = name("a1")
        let call = Samples.call(1, status: 401)
        happen(
            .exchange(
                HTTPExchange(
                    id: 1, purpose: .request, request: 1, method: call.method, url: call.url, requestHeaders: [:],
                    requestBody: nil, sentAt: call.sentAt, duration: call.duration, outcome: call.outcome,
                    faults: [LabFault.tamperedToken.name])))
        happen(.unauthorized(facts, nil))
        try expectWords(words("a1")[1], "a fault")
        happen(.exchange(Samples.call(1, status: 401)))
        happen(.unauthorized(facts, nil))
        try expectWords(words("a1")[2], "no fault")
    }

    @Test mutating func `the next user's tokens have no ancestors among this one's`() {
        signIn()
        happen(.signedIn(flow: "device", Self.tokens("b1", "s1", nil)), at: 5)
        #expect(ledger.ancestors(of: name("b1")) == [])
        #expect(words("i1").last == "dropped: another sign-in replaced its session")
        #expect(ledger.present[.identity] == nil)
    }

    @Test mutating func `calls are counted by the token that they carried`() {
        signIn()
        var facts = Samples.facts(1)
        facts.token = name("a1")
        happen(.requestFinished(facts))
        happen(.requestFinished(facts))
        happen(.requestFinished(Samples.facts(2)))
        #expect(ledger.life(of: name("a1"))?.answers.total == 2)
    }

    @Test mutating func `the line of a life is in the order of time, with what lies ahead`() {
        signIn()
        let now = Samples.now.addingTimeInterval(20)
        let line = ledger.life(of: name("a1"))?.line(refreshDueAt: Samples.now.addingTimeInterval(54), now: now) ?? []
        #expect(
            line.map { $0.text + $0.detail } == [
                "issued: signed in with browser", "refresh due", "expires, by expires_in",
            ])
        #expect(line.map(\.isAhead) == [false, true, true])
        let late = ledger.life(of: name("a1"))?.line(refreshDueAt: nil, now: Samples.now.addingTimeInterval(61)) ?? []
        #expect(late.map { $0.text + $0.detail } == ["issued: signed in with browser", "expired, by expires_in"])
    }

    @Test mutating func `of a restored session the tokens are known once they are read`() {
        happen(.configured(.authenticated(.restored)))
        let reading = TokenReading(
            access: Secret("a1"), refresh: Secret("r1"), idToken: nil, status: SessionStatus())
        ledger.observe(reading, at: Samples.now)
        #expect(words("a1") == ["in use when the console started"])
        #expect(ledger.contents[name("a1")]?.form == .opaque)
        refresh("a2", "r2")
        #expect(ledger.ancestors(of: name("a2")) == [name("a1")])
        #expect(ledger.contents[name("a1")] != nil)
    }

    @Test mutating func `the memory of many refreshes is bounded, and keeps what the session holds`() {
        signIn()
        for index in 2...500 {
            refresh("a\(index)", "r1")
            ledger.observe(
                TokenReading(
                    access: Secret("a\(index)"), refresh: Secret("r1"), idToken: nil, status: SessionStatus()),
                at: Samples.now)
        }
        #expect(ledger.lives.count == TokenLedger.capacity)
        #expect(ledger.contents.count <= TokenLedger.capacity)
        #expect(ledger.life(of: name("r1")) != nil)
        #expect(ledger.life(of: name("a500")) != nil)
        #expect(ledger.life(of: name("a1")) == nil)
    }

    @Test mutating func `the steps of one token are bounded, and its beginning stays`() {
        signIn()
        for call in 0..<100 {
            var facts = RequestFacts(id: call, method: "GET", url: "http://127.0.0.1:41874/orders/\(call)")
            facts.token = name("a1")
            happen(.unauthorized(facts, nil))
        }
        #expect(words("a1").count == TokenLife.capacity)
        #expect(words("a1").first == "issued: signed in with browser")
        #expect(ledger.life(of: name("a1"))?.omitted == 101 - TokenLife.capacity)
    }
}
