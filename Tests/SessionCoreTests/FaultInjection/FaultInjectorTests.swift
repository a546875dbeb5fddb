import FaultInjection
import FoundationEssentials
import SessionCore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FaultInjectorTests {
    private let transport = ScriptedTransport()
    private let clock = TestClock()
    private let injections = Injections()
    private let switches: FaultSwitches
    private let injector: FaultInjector

    init() {
        switches = FaultSwitches { [injections] in injections.add($0) }
        injector = FaultInjector(transport, switches: switches, clock: clock)
        transport.always("/token", ScriptedTransport.tokens())
        transport.always("/orders", ScriptedTransport.answer(200))
    }

    private func request(_ path: String, bearer: String? = nil, form: String? = nil) throws -> HTTPRequest {
        let url = try #require(URL(string: "https://provider.example" + path))
        guard let form else { return HTTPRequest(url: url, headers: bearer.map { ["Authorization": $0] } ?? [:]) }
        return HTTPRequest(method: "POST", url: url, body: .text(form))
    }

    private func refresh(_ token: String = "R1") throws -> HTTPRequest {
        try request("/token", form: "grant_type=refresh_token&refresh_token=\(token)&client_id=c")
    }

    @Test func `nothing armed changes nothing`() async throws {
        #expect(try await injector.send(request("/orders", bearer: "Bearer abc")).status == 200)
        #expect(try await injector.send(refresh()).status == 200)
        #expect(transport.requests.map(\.url.path) == ["/orders", "/token"])
        #expect(transport.requests.first?.headers["Authorization"] == "Bearer abc")
        #expect(injections.all.isEmpty && switches.armed.isEmpty)
    }

    @Test func `a fault strikes once, a sticky one until it is disarmed`() async throws {
        switches.arm(.networkOff)
        await #expect(throws: TransportError.self) { try await injector.send(request("/orders")) }
        #expect(try await injector.send(request("/orders")).status == 200)

        switches.arm(.networkOff, .untilDisarmed)
        for _ in 0..<3 { await #expect(throws: TransportError.self) { try await injector.send(request("/orders")) } }
        #expect(switches.armed == [.networkOff: .untilDisarmed])
        switches.disarm(.networkOff)
        #expect(try await injector.send(request("/orders")).status == 200)
        #expect(injections.all.map(\.left) == [nil, .untilDisarmed, .untilDisarmed, .untilDisarmed])
        #expect(injections.all.first?.description == "provider.example was made unreachable")
        #expect(transport.requests.count == 2, "what the network swallows reaches nobody")
    }

    @Test func `a fault strikes as often as it is armed for, and says what is left`() async throws {
        switches.arm(.networkOff, .times(3))
        for _ in 0..<3 { await #expect(throws: TransportError.self) { try await injector.send(request("/orders")) } }
        #expect(try await injector.send(request("/orders")).status == 200)
        #expect(injections.all.map(\.left) == [.times(2), .times(1), nil])
    }

    @Test func `one of many requests at once meets a fault that is armed once`() async throws {
        switches.arm(.tokenEndpointBroken)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await injector.send(refresh()).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 500 } == 1)
    }

    @Test(arguments: [
        (InjectableFault.tokenEndpointRefuses, 400), (.tokenEndpointBusy, 429), (.tokenEndpointBroken, 500),
        (.tokenEndpointGarbled, 200),
    ])
    func `the token endpoint's answer is replaced, and nothing else's`(fault: InjectableFault, status: Int) async throws
    {
        switches.arm(fault)
        #expect(try await injector.send(request("/orders", bearer: "Bearer abc")).status == 200)
        #expect(try await injector.send(request("/orders", form: "name=grant_type=1")).status == 200)
        #expect(switches.armed == [fault: .times(1)])
        let answer = try await injector.send(refresh())
        #expect(answer.status == status)
        #expect(transport.requests(to: "/token").isEmpty)
        #expect(try await injector.send(refresh()).status == 200)
    }

    @Test func `a busy token endpoint says how long to wait`() async throws {
        switches.arm(.tokenEndpointBusy)
        #expect(try await injector.send(refresh()).headers["Retry-After"] == "30")
    }

    @Test func `a slow token endpoint answers after five seconds`() async throws {
        switches.arm(.tokenEndpointSlow)
        let task = Task { try await injector.send(refresh()).status }
        try await clock.sleepers(atLeast: 1)
        #expect(transport.requests.isEmpty)
        clock.advance(by: .seconds(5))
        #expect(try await task.value == 200)
    }

    @Test func `a silent token endpoint runs into the request's time-out, or is cancelled`() async throws {
        switches.arm(.tokenEndpointSilent, .untilDisarmed)
        var patient = try refresh()
        patient.timeout = .seconds(7)
        let task = Task { [patient] in try await injector.send(patient) }
        try await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(7))
        await #expect(throws: TransportError.timedOut(.waiting)) { try await task.value }

        let cancelled = Task { try await injector.send(refresh()) }
        try await clock.sleepers(atLeast: 1)
        cancelled.cancel()
        await #expect(throws: TransportError.cancelled) { try await cancelled.value }
        #expect(transport.requests.isEmpty)
    }

    @Test func `a lost reply is one whose request arrived`() async throws {
        switches.arm(.lostTokenReply)
        await #expect(throws: TransportError.brokenOff("the answer was lost")) { try await injector.send(refresh()) }
        #expect(transport.requests(to: "/token").count == 1)
    }

    @Test(arguments: [
        ("Bearer opaque-token", "Bearer opaque-tokeA"), ("Bearer opaque-tokeA", "Bearer opaque-tokeB"),
        ("Bearer aaa.bbb.ccc", "Bearer aaa.bbb.Acc"), ("DPoP aaa.bbb.Acc", "DPoP aaa.bbb.Bcc"),
    ])
    func `a token is tampered with in one character`(before: String, after: String) async throws {
        switches.arm(.tamperedToken)
        _ = try await injector.send(request("/orders"))
        _ = try await injector.send(request("/orders", bearer: "Basic abc"))
        _ = try await injector.send(refresh())
        #expect(switches.armed == [.tamperedToken: .times(1)])
        _ = try await injector.send(request("/orders", bearer: before))
        #expect(transport.requests.last?.headers["Authorization"] == after)
        #expect(switches.armed.isEmpty)
    }

    @Test func `a dropped refresh token is gone, the rest of the answer is not`() async throws {
        transport.once("/token", ScriptedTransport.tokens(more: #""nested":{"a":[1,2.5,"x",true,null]}"#))
        switches.arm(.droppedRefreshToken)
        let response = try await injector.send(refresh())
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(!text.contains("refresh_token") && !text.contains("R2"))
        #expect(text.contains(#""access_token":"A2""#) && text.contains(#""expires_in":60"#))
        #expect(text.contains(#""nested":{"a":[1,2.5,"x",true,null]}"#))
    }

    @Test func `a refusal has no refresh token to drop`() async throws {
        transport.once("/token", ScriptedTransport.json(#"{"error":"invalid_grant"}"#, status: 400))
        switches.arm(.droppedRefreshToken)
        #expect(try await injector.send(refresh()).status == 400)
        #expect(switches.armed == [.droppedRefreshToken: .times(1)])
    }

    @Test func `a spent refresh token is replayed as soon as there is one`() async throws {
        switches.arm(.replayedRefreshToken)
        _ = try await injector.send(refresh("R%2B1"))
        #expect(switches.armed == [.replayedRefreshToken: .times(1)])
        _ = try await injector.send(request("/token", form: "grant_type=password&username=a&password=b"))
        #expect(switches.armed == [.replayedRefreshToken: .times(1)])
        _ = try await injector.send(refresh("R2"))
        #expect(switches.armed.isEmpty)
        let bodies = transport.requests(to: "/token").map(\.bodyText)
        #expect(bodies.first == bodies.last, "the encoding stays as it was")
    }

    @Test func `a spent refresh token of another session is not replayed`() async throws {
        _ = try await injector.send(refresh("R1"))
        switches.arm(.replayedRefreshToken)
        // Another sign-in, or another process, brought a token that was not seen to replace the spent one.
        transport.once("/token", ScriptedTransport.tokens(refresh: "S2"))
        _ = try await injector.send(refresh("S1"))
        #expect(switches.armed == [.replayedRefreshToken: .times(1)])
        _ = try await injector.send(refresh("S2"))
        #expect(switches.armed.isEmpty)
        let sent = transport.requests(to: "/token").compactMap(\.bodyText)
        #expect(sent.map { $0.contains("refresh_token=S1&") } == [false, true, true])
        let words = try #require(injections.all.last?.description)
        #expect(words.contains("\(Secret("S1").fingerprint) instead of \(Secret("S2").fingerprint)"))
    }

    @Test func `a refresh token that was dropped replaces none`() async throws {
        switches.arm(.droppedRefreshToken)
        _ = try await injector.send(refresh("R1"))
        switches.arm(.replayedRefreshToken)
        _ = try await injector.send(refresh("R1"))
        #expect(switches.armed == [.replayedRefreshToken: .times(1)])
    }

    @Test func `a token that was not rotated is not spent`() async throws {
        transport.always("/token", ScriptedTransport.tokens(refresh: "R+1"))
        switches.arm(.replayedRefreshToken)
        _ = try await injector.send(refresh("R%2B1"))
        _ = try await injector.send(refresh("R%2B1"))
        #expect(switches.armed == [.replayedRefreshToken: .times(1)])
    }

    @Test func `reports keep secrets to themselves`() async throws {
        for fault in InjectableFault.allCases { switches.arm(fault, .untilDisarmed) }
        switches.disarm(.networkOff)
        _ = try await injector.send(request("/orders", bearer: "Bearer very-secret"))
        _ = try await injector.send(refresh("very-secret"))
        #expect(!injections.all.isEmpty)
        #expect(injections.all.allSatisfy { !$0.description.contains("secret") })
    }
}

/// What was reported, from whatever thread.
final class Injections: Sendable {
    private let injections = Mutex<[FaultSwitches.Injection]>([])

    var all: [FaultSwitches.Injection] { injections.withLock { $0 } }

    func add(_ injection: FaultSwitches.Injection) {
        injections.withLock { $0.append(injection) }
    }
}
