import SessionCore
import TestSupport
import Testing

/// What a transport does that it should not, and what its session makes of it.
@Suite(.timeLimit(.minutes(5)))
struct OddTransportTests {
    private static func gaveUp(_ purpose: SessionError.Purpose) -> SessionError {
        .transport(.brokenOff("the transport gave the request up"), during: purpose)
    }

    static let cancellations: [@Sendable () -> any Error] = [{ CancellationError() }, { TransportError.cancelled }]

    @Test(arguments: cancellations.indices)
    func `a caller that was not cancelled hears that the transport gave up`(_ index: Int) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders") { _ in throw Self.cancellations[index]() }
        fixture.transport.always("/token") { _ in throw Self.cancellations[index]() }
        let (session, request) = (fixture.session, try fixture.request())
        #expect(await sessionError { _ = try await session.send(request) } == Self.gaveUp(.request))
        #expect(await sessionError { try await session.refresh() } == Self.gaveUp(.token))
        #expect(await session.state.isAuthenticated)
    }

    @Test func `a caller that was cancelled hears that`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.held(by: Gate(), ScriptedTransport.answer(200)))
        let (session, request) = (fixture.session, try fixture.request())
        let call = Task { await sessionError { _ = try await session.send(request) } }
        try await fixture.transport.received(1, at: "/orders")
        call.cancel()
        #expect(await call.value == .cancelled)
    }

    @Test(arguments: [-1, 0, 99, 600, 999])
    func `an answer whose status is none of HTTP is broken`(_ status: Int) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(status))
        fixture.transport.always("/token", ScriptedTransport.answer(status))
        let (session, request) = (fixture.session, try fixture.request())
        let broken = TransportError.brokenOff("\(status) is not a status of HTTP")
        #expect(
            await sessionError { _ = try await session.send(request) } == .transport(broken, during: .request))
        #expect(await sessionError { try await session.refresh() } == .transport(broken, during: .token))
        #expect(await session.state.isAuthenticated)
    }
}
