import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// How long the messages of a session may take.
@Suite(.timeLimit(.minutes(5))) struct TimeLimitTests {
    @Test func `address 2: redirects share the time for the whole, and each has a silence of its own`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders") { [clock = fixture.clock] request in
            clock.advance(by: .seconds(2))
            return HTTPResponse(status: 302, headers: ["Location": "/moved"], url: request.url)
        }
        fixture.transport.always("/moved", ScriptedTransport.answer(200))
        var request = try fixture.request()
        (request.timeout, request.maximumTime) = (.seconds(1), .seconds(5))
        #expect(try await fixture.session.send(request).response.status == 200)
        let moved = try #require(fixture.transport.requests(to: "/moved").first)
        #expect(moved.timeout == .seconds(1))
        #expect(moved.maximumTime == .seconds(3))
    }

    @Test func `address 2: no redirect is followed after the time for the whole`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders") { [clock = fixture.clock] request in
            clock.advance(by: .seconds(5))
            return HTTPResponse(status: 302, headers: ["Location": "/moved"], url: request.url)
        }
        var request = try fixture.request()
        request.maximumTime = .seconds(5)
        await #expect(throws: SessionError.transport(.timedOut(.waiting), during: .request)) {
            try await fixture.session.send(request)
        }
        #expect(fixture.transport.requests(to: "/moved").isEmpty)
    }

    @Test(arguments: [(Duration.seconds(9), "limit 9 s"), (.seconds(11), "limit 4 s")])
    func `address 2: the limit that ran out is named`(whole: Duration, words: String) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders") { [clock = fixture.clock] _ in
            clock.advance(by: .seconds(10))
            throw TransportError.timedOut(.receiving)
        }
        var request = try fixture.request()
        (request.timeout, request.maximumTime) = (.seconds(4), whole)
        _ = try? await fixture.session.send(request)
        let failures = fixture.events.compactMap { event -> String? in
            if case .exchange(let exchange) = event.kind { exchange.failure } else { nil }
        }
        #expect(failures.last?.contains(words) == true, "\(failures)")
    }
}
