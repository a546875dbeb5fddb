import FoundationEssentials
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct SessionMachineTests {
    @Test func `nothing is known until it is configured, and then who is signed in and how`() {
        var machine = SessionMachine(margin: .seconds(30), policy: .report)
        #expect(machine.state == .unknown)
        #expect(machine.active == nil)
        #expect(machine.bearer == nil)
        machine.adoptAbsence(.storeLost)
        #expect(machine.state == .noSession(.storeLost))
        _ = machine.begin(.sample("one"))
        #expect(machine.state == .authenticated(.signedIn(flow: "given")))
        _ = machine.end(.signedOut)
        #expect(machine.state == .noSession(.signedOut))
        #expect(machine.bearer == nil)
    }

    @Test func `every session has a generation of its own, which its end keeps`() {
        var machine = SessionMachine.signedOut()
        #expect(machine.generation == 0)
        _ = machine.begin(.sample("one"))
        #expect(machine.generation == 1)
        _ = machine.end(.signedOut)
        #expect(machine.generation == 1)
        _ = machine.begin(.sample("two"))
        #expect(machine.generation == 2)
    }

    @Test(arguments: [(stored: 0, first: 1, second: 2), (1, 1, 2), (7, 7, 8)])
    func `a stored generation is taken over, unless it was used here before`(
        stored: Int, first: Int, second: Int
    ) {
        var machine = SessionMachine.signedOut()
        _ = machine.begin(.sample("one"), generation: stored)
        #expect(machine.generation == first)
        _ = machine.begin(.sample("two"), generation: stored)
        #expect(machine.generation == second)
    }

    @Test func `invariant 9: a generation is current while its session lives, and neither before nor after`() {
        var machine = SessionMachine.signedOut()
        #expect(!machine.isCurrent(0))
        _ = machine.begin(.sample("one"))
        #expect(machine.isCurrent(1))
        #expect(!machine.isCurrent(0))
        #expect(!machine.isCurrent(2))
        _ = machine.end(.signedOut)
        #expect(!machine.isCurrent(1))
        _ = machine.begin(.sample("two"))
        #expect(!machine.isCurrent(1))
        #expect(machine.isCurrent(2))
    }

    @Test func `invariant 12: a new session has nothing of the one before`() {
        var machine = SessionMachine.signedIn(.sample(scope: ["admin"]), subject: "alice")
        machine.adoptUserInfo(UserInfo(subject: "alice", claims: []))
        machine.reject(Secret("A1"), at: signedInAt)
        _ = machine.begin(.sample("two", .sample(access: "B1", lifetime: nil, refresh: nil)))
        let active = machine.active
        #expect(active?.id == "two")
        #expect(active?.credentials == .sample(.sample(access: "B1", lifetime: nil, refresh: nil)))
        #expect(active?.subject == nil)
        #expect(active?.userInfo == nil)
    }

    @Test(arguments: [true, false])
    func `invariant 11: the refresh of a session that ends or is replaced is given back, and its slot is free`(
        isReplaced: Bool
    ) throws {
        var machine = SessionMachine.signedIn()
        let flight = try machine.started(.expired, cause: 7)
        let abandoned = isReplaced ? machine.begin(.sample("two")) : machine.end(.signedOut)
        #expect(abandoned === flight)
        #expect(machine.flight == nil)
        let holdsSlot = machine.endFlight(flight)
        #expect(!holdsSlot)
        let nothing = machine.end(.signedOut)
        #expect(nothing == nil)
    }

    @Test(arguments: [true, false])
    func `invariant 8: the back-off of a session does not hold up the next`(isSignedOutBetween: Bool) {
        var machine = SessionMachine.signedIn()
        machine.failRefresh(at: signedInAt, retryAfter: .seconds(600))
        if isSignedOutBetween { _ = machine.end(.signedOut) }
        _ = machine.begin(.sample("two"))
        #expect(machine.backOff == BackOff())
    }

    @Test func `invariant 8: a success resets the back-off, and a rotated refresh token alone does not`() {
        var machine = SessionMachine.signedIn()
        machine.failRefresh(at: signedInAt, retryAfter: .seconds(600))
        machine.rotate(.sample(.sample(refresh: "R2")))
        #expect(machine.backOff.failures == 1)
        machine.install(.sample(.sample(access: "A2")), subject: nil, refresh: 3)
        #expect(machine.backOff == BackOff())
        machine.failRefresh(at: signedInAt, retryAfter: .seconds(600))
        machine.adopt(.sample(.sample(access: "A3")), subject: nil, revision: 2)
        #expect(machine.backOff == BackOff())
    }

    @Test func `a failure's wait counts from the start of its refresh`() throws {
        var machine = SessionMachine.signedIn()
        let flight = try machine.started(.expired)
        let wait = machine.recordRefreshFailure(
            flight, .transport(.timedOut(.waiting), during: .token), at: signedInAt + .seconds(30))
        #expect(wait == .zero)
    }

    @Test func `invariant 2: only the refresh that holds the slot frees it`() throws {
        var machine = SessionMachine.signedIn()
        let first = try machine.started(.expired, cause: 7)
        #expect(machine.flight === first)
        var hasFreed = machine.endFlight(first)
        #expect(hasFreed)
        #expect(machine.flight == nil)
        hasFreed = machine.endFlight(first)
        #expect(!hasFreed)
        let second = try machine.started(.userInfo)
        hasFreed = machine.endFlight(first)
        #expect(!hasFreed)
        #expect(machine.flight === second)
        #expect(second.id != first.id)
    }

    @Test func `a refresh knows its generation, its token, its reason and its start`() throws {
        var machine = SessionMachine.signedOut()
        let none = machine.startFlight(.expired, cause: nil, at: signedInAt)
        #expect(none == nil)
        _ = machine.begin(.sample("one"), generation: 4)
        let flight = try machine.started(.userInfo, cause: 7)
        #expect(flight.generation == 4)
        #expect(flight.replacing == Secret("A1"))
        #expect(flight.trigger == .userInfo)
        #expect(flight.cause == 7)
        #expect(flight.startedAt == signedInAt)
        #expect(flight.startEvent == nil)
        flight.keepStart(9)
        #expect(flight.startEvent == 9)
        #expect(!flight.isAbandoned)
        flight.abandon()
        #expect(flight.isAbandoned)
    }

    @Test func `a token is rejected once, and only the present one`() {
        var machine = SessionMachine.signedIn()
        machine.reject(Secret("A0"), at: signedInAt + .seconds(1))
        #expect(machine.active?.credentials.accessRejectedAt == nil)
        machine.reject(Secret("A1"), at: signedInAt + .seconds(2))
        machine.reject(Secret("A1"), at: signedInAt + .seconds(3))
        #expect(machine.active?.credentials.accessRejectedAt == signedInAt + .seconds(2))
        #expect(machine.bearer?.isUsable(at: signedInAt + .seconds(2)) == false)
    }

    @Test func `new tokens leave the subject alone unless they bring one, and name the refresh they came by`() {
        var machine = SessionMachine.signedIn(subject: "alice")
        machine.install(.sample(.sample(access: "A2")), subject: nil, refresh: 5)
        #expect(machine.active?.subject == "alice")
        #expect(machine.bearer?.token == Secret("A2"))
        #expect(machine.bearer?.refresh == 5)
        machine.adopt(.sample(.sample(access: "A3")), subject: "alice too", revision: 8)
        #expect(machine.active?.subject == "alice too")
        #expect(machine.bearer?.token == Secret("A3"))
        #expect(machine.bearer?.refresh == nil)
        #expect(machine.active?.revision == 8)
        #expect(machine.active?.wasStored == true)
    }

    @Test func `rotation changes the tokens and neither subject, revision nor the refresh they came by`() {
        var machine = SessionMachine.signedIn(subject: "alice")
        machine.install(.sample(.sample(access: "A2")), subject: nil, refresh: 5)
        machine.recordSaved(revision: 3)
        machine.rotate(.sample(.sample(access: "A2", refresh: "R2")))
        #expect(machine.active?.credentials.refresh == Secret("R2"))
        #expect(machine.active?.subject == "alice")
        #expect(machine.active?.revision == 3)
        #expect(machine.bearer?.refresh == 5)
    }

    @Test func `invariant 26: tokens that could not be written count as unsaved until they are`() {
        var machine = SessionMachine.signedIn()
        #expect(machine.active?.wasStored == false)
        machine.recordUnsaved()
        #expect(machine.active?.isUnsaved == true)
        #expect(machine.active?.wasStored == false)
        machine.recordSaved(revision: 4)
        #expect(machine.active?.isUnsaved == false)
        #expect(machine.active?.wasStored == true)
        #expect(machine.active?.revision == 4)
    }

    @Test func `userinfo tells the subject where nothing else has`() {
        var machine = SessionMachine.signedIn()
        machine.adoptUserInfo(UserInfo(subject: "alice", claims: []))
        #expect(machine.active?.subject == "alice")
        var known = SessionMachine.signedIn(subject: "bob")
        known.adoptUserInfo(UserInfo(subject: "alice", claims: []))
        #expect(known.active?.subject == "bob")
        #expect(known.active?.userInfo?.subject == "alice")
    }

    @Test func `invariant 13: nothing that is noted of a session that is over brings it back`() {
        var machine = SessionMachine.signedIn()
        _ = machine.end(.signedOut)
        machine.install(.sample(), subject: "alice", refresh: 1)
        machine.adopt(.sample(), subject: "alice", revision: 5)
        machine.rotate(.sample())
        machine.recordSaved(revision: 5)
        machine.recordUnsaved()
        machine.adoptUserInfo(UserInfo(subject: "alice", claims: []))
        machine.reject(Secret("A1"), at: signedInAt)
        #expect(machine.state == .noSession(.signedOut))
        #expect(machine.active == nil)
    }

    @Test func `refreshes and 401s are counted`() {
        var machine = SessionMachine.signedIn()
        machine.recordRefreshed(at: .sample())
        machine.recordRefreshed(at: .sample(after: .seconds(9)))
        machine.recordUnauthorized()
        #expect(machine.refreshCount == 2)
        #expect(machine.lastRefreshAt == .sample(after: .seconds(9)))
        #expect(machine.unauthorizedCount == 1)
    }

    @Test func `the provider's clock is compared with the middle of request and answer`() {
        var machine = SessionMachine.signedIn()
        machine.recordClockSkew(of: .sample(), answeredAt: .sample(after: .seconds(4)))
        #expect(machine.clockSkew(at: .sample()) == nil)
        machine.recordClockSkew(
            of: .sample(providerDate: .sample(after: .seconds(100))), answeredAt: .sample(after: .seconds(4)))
        #expect(machine.clockSkew(at: .sample()) == .milliseconds(98_500))
    }

    @Test func `a slow answer changes nothing that is known of the provider's clock, unless it proves otherwise`() {
        var machine = SessionMachine.signedIn()
        let slow = TokenResponse.sample(providerDate: .sample(after: .seconds(3)))
        machine.recordClockSkew(of: slow, answeredAt: .sample(after: .seconds(3)))
        #expect(machine.clockSkew(at: .sample()) == .zero)
        machine.recordClockSkew(of: .sample(providerDate: .sample(after: .seconds(90))), answeredAt: .sample())
        #expect(machine.clockSkew(at: .sample()) == .milliseconds(90_500))
        machine.recordClockSkew(
            of: .sample(providerDate: .sample(after: .seconds(90))), answeredAt: .sample(after: .seconds(30)))
        #expect(machine.clockSkew(at: .sample()) == .milliseconds(90_500))
        machine.recordClockSkew(of: slow, answeredAt: .sample(after: .seconds(3)))
        #expect(machine.clockSkew(at: .sample()) == .zero)
    }

    @Test(arguments: [Duration.seconds(300), .seconds(-300)])
    func `a wall clock that is set changes the difference of the clocks by as much, at once`(jump: Duration) {
        var machine = SessionMachine.signedIn()
        machine.recordClockSkew(
            of: .sample(providerDate: .sample(after: .seconds(90))), answeredAt: .sample())
        let moment = ClockReading.sample(after: .seconds(20), jump: jump)
        #expect(machine.clockSkew(at: .sample(after: .seconds(20))) == .milliseconds(90_500))
        #expect(machine.clockSkew(at: moment) == .milliseconds(90_500) - jump)
        // The provider's next answer says the same.
        machine.recordClockSkew(
            of: .sample(after: .seconds(20), providerDate: .sample(after: .seconds(110))), answeredAt: moment)
        #expect(machine.clockSkew(at: moment) == .milliseconds(90_500) - jump)
    }

    @Test(arguments: [Duration.seconds(300), .seconds(-300)])
    func `a wall clock that is set during a request does not count by half`(jump: Duration) {
        var machine = SessionMachine.signedIn()
        let answered = ClockReading.sample(after: .seconds(2), jump: jump)
        machine.recordClockSkew(
            of: .sample(providerDate: .sample(after: .seconds(1))), answeredAt: answered)
        #expect(machine.clockSkew(at: answered) == .milliseconds(500) - jump)
    }

    @Test func `hole: userinfo vouches for the token that it was shown, and for no other`() throws {
        var machine = SessionMachine.signedIn()
        machine.vouch(for: Secret("A0"), at: signedInAt)
        #expect(machine.active?.credentials.accessVouchedAt == nil)
        machine.vouch(for: Secret("A1"), at: signedInAt)
        #expect(machine.active?.credentials.accessVouchedAt == signedInAt)
    }

    @Test func `hole: an adopted token inherits what userinfo said of it, and not what it said of the one before`()
        throws
    {
        var machine = SessionMachine.signedIn()
        machine.vouch(for: Secret("A1"), at: signedInAt)
        machine.adopt(.sample(), subject: nil, revision: 2)
        #expect(machine.active?.credentials.accessVouchedAt == signedInAt)
        machine.adopt(.sample(.sample(access: "A2", refresh: "R2")), subject: nil, revision: 3)
        #expect(machine.active?.credentials.accessVouchedAt == nil)
        // Another process's bad token is worth a refresh.
        let bearer = try #require(machine.bearer)
        let rejection = Rejection(
            bearer: bearer, attempt: 1, requestBegan: signedInAt, answeredAt: signedInAt, challenge: nil,
            requestName: "GET /orders")
        #expect(machine.judge(rejection) == .refresh)
    }
}
