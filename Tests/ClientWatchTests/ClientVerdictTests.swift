import ClientObservation
import ClientWatch
import CurlTransport
import DemoProvider
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// What the watch says of clients that meet a fault: of the own session, and of one that checks nothing.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ClientVerdictTests {
    private static let idTokens = [
        ("id-token-nonce", "id-token-nonce-wrong"), ("id-token-audience", "id-token-for-other-client"),
        ("id-token-issuer", "id-token-of-other-issuer"), ("id-token-expired", "id-token-expired"),
        ("id-token-signature", "id-token-signature-wrong"),
    ]

    @Test(arguments: idTokens) func `a session refuses a wrong ID token, and signs in again`(fault: String, _: String)
        async throws
    {
        let verdict = try await FaultyLife.verdict(on: fault) { life in
            let session = try await life.session()
            await #expect(throws: SessionError.self) { try await life.signIn(session) }
            try await life.signIn(session)
            try await life.call(session)
        }
        #expect(verdict == .passed(.signedIn))
    }

    @Test(arguments: idTokens) func `a client that takes a wrong ID token breaks a rule`(fault: String, rule: String)
        async throws
    {
        let verdict = try await FaultyLife.verdict(on: fault) { life in
            let tokens = try await life.signInUnchecked()
            #expect(try await life.get("\(life.demo.api)/orders", token: tokens["access"]) == 200)
        }
        #expect(verdict == .broken(rule: rule))
    }

    @Test(arguments: idTokens.prefix(4)) func `what a client makes of it that has the keys from before is undecided`(
        fault: String, _: String
    ) async throws {
        let verdict = try await FaultyLife.verdict(on: fault) { life in
            // No keys pass the watch.
            let session = try await life.session()
            let direct = Session(
                client: session.client, transport: KeysApart(relayed: life.transport), store: MemoryStore())
            try await direct.configure()
            await #expect(throws: SessionError.self) { try await life.signIn(direct) }
            try await life.signIn(direct)
        }
        #expect(verdict == .undecided(.keysFromBefore))
    }

    @Test func `the second ID token is wrong, and the first one is as it came`() async throws {
        let record = try await FaultyLife.record(of: [("id-token-nonce", 2), ("id-token-nonce", 9)]) { life in
            let session = try await life.session()
            try await life.signIn(session)
            await #expect(throws: SessionError.self) { try await life.signIn(try await life.session()) }
        }
        #expect(record.observer.strikes.count == 1)
    }

    @Test func `a session refuses another issuer, and sends the code nowhere`() async throws {
        let verdict = try await FaultyLife.verdict(on: "other-issuer") { life in
            let session = try await life.session()
            await #expect(throws: (any Error).self) { try await life.signIn(session) }
            try await life.signIn(session)
        }
        #expect(verdict == .passed(.leftCode))
    }

    @Test func `a client that redeems the code of another issuer breaks a rule`() async throws {
        let verdict = try await FaultyLife.verdict(on: "other-issuer") { life in _ = try await life.signInUnchecked() }
        #expect(verdict == .broken(rule: "other-issuer-accepted"))
    }

    @Test func `a session refreshes after a 401 of the API`() async throws {
        let verdict = try await FaultyLife.verdict(on: "api-401") { life in
            let session = try await life.session()
            try await life.signIn(session)
            try await life.call(session)
        }
        #expect(verdict == .passed(.usedOtherToken))
    }

    @Test func `a client that sends the refused token again and again breaks a rule`() async throws {
        let record = try await FaultyLife.record(of: [("api-401", 1), ("api-401", 2), ("api-401", 3)]) { life in
            let tokens = try await life.signInUnchecked()
            for _ in 1...3 { #expect(try await life.get("\(life.demo.api)/orders", token: tokens["access"]) == 401) }
        }
        #expect(record.observer.strikes.first?.verdict == .broken(rule: "rejected-token-sent-again"))
    }

    @Test func `a fault after which nothing comes is undecided, and one whose message does not come never strikes`()
        async throws
    {
        let record = try await FaultyLife.record(of: [("api-503", 1), ("token-endpoint-503", 2)]) { life in
            let tokens = try await life.signInUnchecked()
            #expect(try await life.get("\(life.demo.api)/orders", token: tokens["access"]) == 503)
        }
        #expect(record.observer.strikes.map(\.fault.name) == ["api-503"])
        #expect(record.observer.strikes.map(\.verdict) == [.undecided(.nothingCame)])
        // The refusal of an injected answer is not the provider's.
        #expect(record.observer.findings.isEmpty)
    }

    @Test func `a refused client is not found where the refusal was injected`() async throws {
        let record = try await FaultyLife.record(of: [("token-endpoint-401", 1)]) { life in
            let tokens = try await life.signInUnchecked()
            #expect(tokens.isEmpty)
        }
        #expect(record.observer.strikes.count == 1 && record.observer.findings.isEmpty)
    }
}

/// Fetches the provider's keys past the watch.
private struct KeysApart: HTTPTransport {
    let relayed: RelayedTransport

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        request.url.path() == "/jwks"
            ? try await CurlTransport.patient().send(request) : try await relayed.send(request)
    }
}
