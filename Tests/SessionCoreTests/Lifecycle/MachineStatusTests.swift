import FoundationEssentials
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct MachineStatusTests {
    private func status(_ machine: SessionMachine, after delay: Duration = .zero) -> SessionStatus {
        machine.status(at: .sample(after: delay), verified: .sample())
    }

    @Test func `the status shows what the machine knows`() throws {
        var machine = SessionMachine.signedIn(
            .sample(refreshLifetime: .seconds(600), scope: ["openid"]), subject: "alice")
        machine.adoptUserInfo(UserInfo(subject: "alice", claims: []))
        machine.recordRefreshed(at: .sample(after: .seconds(3)))
        machine.recordUnauthorized()
        let status = status(machine, after: .seconds(5))
        #expect(status.state == .authenticated(.signedIn(flow: "given")))
        #expect(status.generation == 1)
        #expect(status.verifiedAt == .sample())
        #expect(
            status.accessToken
                == TokenStatus(
                    fingerprint: Secret("A1").fingerprint, obtainedAt: .sample(),
                    expiry: .at(.sample(after: .seconds(60)), .expiresIn)))
        #expect(
            status.refreshToken
                == TokenStatus(
                    fingerprint: Secret("R1").fingerprint, obtainedAt: .sample(),
                    expiry: .at(.sample(after: .seconds(600)), .refreshExpiresIn)))
        #expect(status.scope == ["openid"])
        #expect(status.subject == "alice")
        #expect(status.userInfo?.subject == "alice")
        #expect(status.refreshDueAt == .sample(after: .seconds(48)))
        #expect(status.refreshCount == 1)
        #expect(status.lastRefreshAt == .sample(after: .seconds(3)))
        #expect(status.unauthorizedCount == 1)
        #expect(status.refreshWaiters == nil)
    }

    @Test func `invariant 35: the end is shown by the wall clock as it is now, however it was set before`() {
        let machine = SessionMachine.signedIn(.sample(refreshLifetime: .seconds(600)))
        let status = machine.status(
            at: .sample(after: .seconds(10), jump: .seconds(7_200)), verified: .sample(after: .seconds(4)))
        #expect(status.accessToken?.expiry == .at(.sample(after: .seconds(7_260)), .expiresIn))
        #expect(status.refreshToken?.expiry == .at(.sample(after: .seconds(7_800)), .refreshExpiresIn))
        #expect(status.refreshDueAt == .sample(after: .seconds(7_248)))
        // How old it is does not change either.
        #expect(status.accessToken?.obtainedAt == .sample(after: .seconds(7_200)))
        #expect(status.refreshToken?.obtainedAt == .sample(after: .seconds(7_200)))
        #expect(status.verifiedAt == .sample(after: .seconds(7_204)))
    }

    @Test func `what is overdue is due now, and what can't be renewed is never due`() {
        let machine = SessionMachine.signedIn()
        #expect(status(machine, after: .seconds(59)).refreshDueAt == .sample(after: .seconds(59)))
        #expect(status(.signedIn(.sample(refresh: nil))).refreshDueAt == nil)
        #expect(status(.signedIn(.sample(lifetime: nil))).refreshDueAt == nil)
    }

    @Test func `after a refresh that failed the next one is due when it may be tried`() {
        var machine = SessionMachine.signedIn()
        machine.failRefresh(at: signedInAt + .seconds(50), retryAfter: .seconds(600))
        #expect(status(machine, after: .seconds(55)).refreshDueAt == .sample(after: .seconds(650)))
        #expect(status(machine, after: .seconds(700)).refreshDueAt == .sample(after: .seconds(700)))
    }

    @Test(arguments: [(rejectedAfter: 10, shown: 10, TokenExpiry.Source.rejected), (70, 60, .expiresIn)])
    func `a rejected token ended when it was rejected, or when its life was over before`(
        rejectedAfter: Int, shown: Int, source: TokenExpiry.Source
    ) {
        var machine = SessionMachine.signedIn()
        machine.reject(Secret("A1"), at: signedInAt + .seconds(rejectedAfter))
        #expect(
            status(machine, after: .seconds(80)).accessToken?.expiry
                == .at(.sample(after: .seconds(shown)), source))
    }

    @Test func `a token that a person declared expired was not rejected`() {
        var machine = SessionMachine.signedIn()
        machine.reject(Secret("A1"), at: signedInAt + .seconds(10), isDeclared: true)
        #expect(
            status(machine, after: .seconds(80)).accessToken?.expiry == .at(.sample(after: .seconds(10)), .declared))
    }

    @Test func `a token without a life of its own ends unknown, or when it was rejected`() {
        var machine = SessionMachine.signedIn(.sample(lifetime: nil))
        #expect(status(machine).accessToken?.expiry == .unknown)
        #expect(status(machine).refreshToken?.expiry == .unknown)
        machine.reject(Secret("A1"), at: signedInAt + .seconds(10))
        #expect(
            status(machine, after: .seconds(20)).accessToken?.expiry == .at(.sample(after: .seconds(10)), .rejected))
    }

    @Test func `with nobody signed in the counters and the clock's difference stay, and no token is shown`() {
        var machine = SessionMachine.signedIn(subject: "alice")
        machine.recordClockSkew(
            of: .sample(providerDate: .sample(after: .milliseconds(500))), answeredAt: .sample())
        machine.recordRefreshed(at: .sample())
        _ = machine.end(.signedOut)
        let status = status(machine)
        #expect(status.state == .noSession(.signedOut))
        #expect(status.generation == 1)
        #expect(status.clockSkew == .seconds(1))
        #expect(status.refreshCount == 1)
        #expect(status.verifiedAt == nil)
        #expect(status.accessToken == nil)
        #expect(status.refreshToken == nil)
        #expect(status.subject == nil)
        #expect(status.refreshDueAt == nil)
    }

    @Test func `a refresh on its way is shown with the number of its waiters`() {
        var machine = SessionMachine.signedIn()
        _ = machine.startFlight(.expired, cause: nil, at: signedInAt)
        #expect(status(machine).refreshWaiters == 0)
    }
}
