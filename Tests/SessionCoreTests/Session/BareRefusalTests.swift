import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// Refreshes that are refused by a status alone, and how refusals are counted.
@Suite(.timeLimit(.minutes(5)))
struct BareRefusalTests {
    /// A text or nothing with a status that also a proxy or a firewall may send.
    static let bare: [(status: Int, body: String, reason: String?)] =
        [400, 401, 403, 422].map { ($0, "", nil) } + [
            (400, "Gone.", "Gone."), (403, "\"Forbidden\"", nil), (401, "[]", nil), (403, "a < b", "a < b"),
        ]

    /// One refresh that fails, and its error.
    private func refused(_ fixture: SessionFixture) async -> SessionError? {
        let session = fixture.session
        return await sessionError { _ = try await session.accessToken() }
    }

    @Test(arguments: bare.indices)
    func `end 1, invariant 42: text or nothing ends the session at the third refusal, half a minute after the first`(
        index: Int
    ) async throws {
        let (status, body, reason) = Self.bare[index]
        // How long after the one before each refresh begins, and whether the session is over then.
        let courses: [[(seconds: Int, isOver: Bool)]] = [
            [(0, false), (1, false), (3, false), (19, false), (10, true)],
            [(0, false), (28, false), (2, true)],
            [(0, false), (600, false), (2, true)],
        ]
        let refusal = RefreshRefusal.unexplained(status: status, reason: reason)
        for course in courses {
            let fixture = try await SessionFixture().signedIn()
            fixture.transport.always("/token", ScriptedTransport.answer(status, text: body))
            fixture.expireAccessToken()
            for (number, step) in course.enumerated() {
                fixture.clock.advance(by: .seconds(step.seconds))
                let error = await refused(fixture)
                guard step.isOver else {
                    #expect(error == .server(status: status, during: .token, retryAfter: nil, reason: reason))
                    #expect(await fixture.session.status.suspicion?.count == number + 1)
                    continue
                }
                #expect(error == .sessionExpired(.refreshRejected(refusal)))
                #expect(await fixture.session.state == .noSession(.refreshRejected(refusal)))
            }
        }
    }

    @Test func `invariant 42: a refusal in words among bare ones counts with them, and a second one alone is enough`()
        async throws
    {
        let (word, bare) = (ScriptedTransport.json("{}", status: 400), ScriptedTransport.answer(400))
        for (answers, isOver) in [
            ([word, bare], false), ([bare, word], false), ([word, bare, word], true), ([bare, word, bare], false),
        ] {
            let fixture = try await SessionFixture().signedIn()
            for answer in answers { fixture.transport.once("/token", answer) }
            fixture.expireAccessToken()
            for _ in answers {
                _ = await refused(fixture)
                fixture.clock.advance(by: .seconds(8))
            }
            #expect(await fixture.session.state.isAuthenticated == !isOver)
        }
    }

    @Test func `invariant 42: the first bare refusal's time is known to the next process`() async throws {
        let first = try await SessionFixture().signedIn()
        first.transport.always("/token", ScriptedTransport.answer(400))
        first.expireAccessToken()
        _ = await refused(first)
        for (seconds, isOver) in [(15, false), (14, false), (1, true)] {
            first.clock.advance(by: .seconds(seconds))
            let next = SessionFixture(store: first.store, clock: first.clock, transport: first.transport)
            try await next.session.configure()
            _ = await refused(next)
            #expect(await next.session.state.isAuthenticated == !isOver)
        }
    }

    /// What an earlier version stored, and how many refusals like it end the session.
    private static let earlier: [(stored: String, answer: ScriptedTransport.Answer, left: Int)] = [
        (#"{"status":400,"count":2,"last_at":1767225600,"pause":1}"#, ScriptedTransport.answer(400), 2),
        (
            #"{"status":403,"message":"no","count":1,"last_at":1767225600,"pause":1}"#,
            ScriptedTransport.json("{}", status: 403), 2
        ),
        (
            #"{"status":400,"error":"invalid_request","count":1,"last_at":1767225600,"pause":1}"#,
            ScriptedTransport.refusal("invalid_request", status: 400), 1
        ),
    ]

    @Test(arguments: 0..<3)
    func `invariant 42: an earlier version's suspicion is read, and counts as far as it is certain`(
        index: Int
    ) async throws {
        let (stored, answer, left) = Self.earlier[index]
        let first = try await SessionFixture().signedIn()
        first.transport.always("/token", ScriptedTransport.refusal("invalid_request", status: 400))
        first.expireAccessToken()
        _ = await refused(first)
        let bytes = try #require(await first.store.read())
        var record = try #require(JSONValue(parsing: bytes).object)
        var session = try #require(record["session"]?.object)
        session["suspicion"] = try JSONValue(parsing: Array(stored.utf8))
        record["session"] = .object(session)
        let store = MemoryStore(record: Array(JSONValue.object(record).serialized().utf8))
        let next = SessionFixture(store: store, clock: first.clock, transport: ScriptedTransport())
        try await next.session.configure()
        #expect(await next.session.status.suspicion?.count == 1)
        next.transport.always("/token", answer)
        for count in 1...left {
            #expect(await next.session.state.isAuthenticated)
            next.clock.advance(by: .seconds(30 * count))
            _ = await refused(next)
        }
        #expect(await !next.session.state.isAuthenticated)
    }
}
