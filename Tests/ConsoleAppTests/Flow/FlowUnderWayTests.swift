import FoundationEssentials
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

/// The rows below the newest line: what has no answer yet.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowUnderWayTests {
    @Test func `a device that was told to come again waits for the person, not for an answer`() throws {
        var console = Console.flow()
        let start = console.happen(.signInStarted(flow: "device code"))
        try expectWords(console.paneWords(), "begun")
        func token(_ status: Int, _ body: String) -> HTTPExchange {
            Samples.message(
                .token, "POST", "http://127.0.0.1:1/token", form: "grant_type=x", status: status, body: body)
        }
        let codes = Samples.message(.deviceAuthorization, "POST", "http://127.0.0.1:1/device", status: 200)
        console.happen(.exchange(codes), cause: start)
        console.send(.ticked(console.model.scene.now.addingTimeInterval(12), secondsFromUTC: 0))
        try expectWords(console.paneWords(), "the code is shown")
        console.happen(.exchange(token(400, #"{"error":"authorization_pending"}"#)), cause: start)
        console.happen(.devicePollPending(nextPollAfter: .seconds(5), slowDown: false), cause: start)
        try expectWords(console.paneWords(), "told to come again")
        console.happen(.exchange(token(200, "{}")), cause: start)
        try expectWords(console.paneWords(), "approved")
    }

    @Test func `tokens of the session before do not end the wait for a device's approval`() throws {
        var console = Console.flow()
        let start = console.happen(.signInStarted(flow: "device code"))
        console.happen(
            .exchange(Samples.message(.deviceAuthorization, "POST", "http://127.0.0.1:1/device", status: 200)),
            cause: start)
        console.happen(.exchange(Samples.tokenExchange), cause: nil)
        try expectWords(console.paneWords())
    }

    @Test func `metadata and a revocation without an answer have a row until they have one`() throws {
        var console = Console.flow()
        func begin(_ id: Int, _ purpose: SessionError.Purpose, _ path: String, token: Fingerprint? = nil) {
            console.happen(
                .exchangeStarted(
                    ExchangeStart(
                        id: id, purpose: purpose, method: token == nil ? "GET" : "POST",
                        url: "http://127.0.0.1:1\(path)",
                        token: token)))
        }
        begin(901, .discovery, "/.well-known/openid-configuration")
        console.send(.ticked(console.model.scene.now.addingTimeInterval(12), secondsFromUTC: 0))
        try expectWords(console.paneWords(), "the metadata")
        begin(902, .revocation, "/revoke", token: Samples.refresh)
        try expectWords(console.paneWords(), "both")
        func end(_ id: Int, _ purpose: SessionError.Purpose, _ path: String) {
            console.happen(
                .exchange(Samples.message(purpose, "GET", "http://127.0.0.1:1\(path)", status: 200, id: id)))
        }
        end(901, .discovery, "/.well-known/openid-configuration")
        try expectWords(console.paneWords(), "the revocation")
        end(902, .revocation, "/revoke")
        try expectWords(console.paneWords(), "none")
    }

    @Test(arguments: [72, 80, 90, 100, 120])
    func `the time since a message was sent covers no words of its row`(width: Int) throws {
        var console = Console.flow(size: Size(width: width, height: 24))
        console.happen(
            .exchangeStarted(
                ExchangeStart(
                    id: 901, purpose: .discovery, method: "GET",
                    url: "http://127.0.0.1:1/.well-known/openid-configuration")))
        console.send(.ticked(console.model.scene.now.addingTimeInterval(12), secondsFromUTC: 0))
        try expectWords(console.paneWords(), "\(width) columns")
    }

    @Test func `metadata that a sign-in asks for stands in its place until it is there`() throws {
        var console = Console.flow()
        let start = console.happen(.signInStarted(flow: "code"))
        console.happen(
            .exchangeStarted(
                ExchangeStart(id: 901, purpose: .keys, method: "GET", url: "http://127.0.0.1:1/jwks")), cause: start)
        try expectWords(console.paneWords(), "the keys")
        console.happen(
            .exchange(Samples.message(.keys, "GET", "http://127.0.0.1:1/jwks", status: 200, id: 901)), cause: start)
        try expectWords(console.paneWords(), "the sign-in")
    }

    @Test func `user info without an answer goes to the provider, and is no call`() throws {
        var console = Console.flow()
        var facts = RequestFacts(id: 1, method: "GET", url: "http://127.0.0.1:1/userinfo")
        facts.isUserInfo = true
        let start = console.happen(.requestStarted(facts))
        try expectWords(console.paneWords(), "asked for")
        let message = Samples.message(.userInfo, "GET", "http://127.0.0.1:1/userinfo", request: 1, status: 200)
        console.happen(.exchange(message), cause: start)
        console.happen(.requestFinished(facts), cause: start)
        try expectWords(console.paneWords(), "answered")
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `how long it is without an answer is never cut nor torn apart`(size: Size) throws {
        var console = Console.flow(size: size)
        console.happen(.exchange(Samples.call(1)))
        console.happen(.refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh))
        console.send(.ticked(console.model.scene.now.addingTimeInterval(12), secondsFromUTC: 0))
        try expectWords(console.paneWords(), "\(size.width) columns")
    }

    @Test func `the time before a row is that until it was sent, and stays when the answer comes`() throws {
        var console = Console.flow()
        func happen(_ kind: SessionEvent.Kind, cause: Int? = nil, at time: Double) {
            let sequence = console.model.scene.history.lastSequence + 1
            console.send(.event(Samples.event(sequence, kind, cause: cause, at: time)))
        }
        happen(.signInStarted(flow: "password"), at: 0)
        happen(.requestStarted(Samples.facts(1, status: nil)), at: 1)
        try expectWords(console.paneWords(), "sent")
        happen(.exchange(Samples.call(1)), cause: 2, at: 1.012)
        try expectWords(console.paneWords(), "answered")
        happen(.injected(.sample("a fault")), at: 3.012)
        try expectWords(console.paneWords(), "the next row")
    }
}
