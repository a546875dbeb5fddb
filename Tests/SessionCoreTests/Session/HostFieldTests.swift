import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// A `Host` field of the caller's own leads to another server behind the same address.
@Suite(.timeLimit(.minutes(5))) struct HostFieldTests {
    private func fixture() async throws -> SessionFixture {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        return fixture
    }

    private func request(_ fixture: SessionFixture, host: String) throws -> HTTPRequest {
        var request = try fixture.request()
        request.headers["Host"] = host
        return request
    }

    @Test func `address 5: a call with another host's name is not sent with the token`() async throws {
        let fixture = try await fixture()
        let request = try request(fixture, host: "evil.example")
        await #expect(throws: SessionError.originNotAllowed("evil.example")) {
            try await fixture.session.send(request)
        }
        #expect(fixture.transport.requests(to: "/orders").isEmpty)
        _ = try await fixture.session.send(request, authorization: .optional)
        #expect(fixture.transport.requests(to: "/orders").map { $0.headers["Authorization"] } == [nil])
    }

    @Test func `address 5: nor does a client of its own get it for one`() async throws {
        let fixture = try await fixture()
        let request = try request(fixture, host: "evil.example")
        await #expect(throws: SessionError.originNotAllowed("evil.example")) {
            try await fixture.session.authorize(request)
        }
        await #expect(throws: SessionError.originNotAllowed("evil.example")) {
            try await fixture.session.authorization(for: request.url, addedTo: ["host": "evil.example"])
        }
    }

    @Test func `address 5: the URL's own name is no other`() async throws {
        let fixture = try await fixture()
        let answer = try await fixture.session.send(try request(fixture, host: "API.example:443"))
        #expect(answer.verdict == .accepted)
    }
}
