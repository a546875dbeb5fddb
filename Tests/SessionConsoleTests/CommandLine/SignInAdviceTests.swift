import SessionCore
import SessionCoreTesting
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5)))
struct SignInAdviceTests {
    private func advice(_ error: SessionError, _ change: (inout Situation) -> Void = { _ in }) -> String {
        var situation = Situation(command: "login")
        change(&situation)
        return CommandFailure(error, in: situation).advice ?? ""
    }

    @Test func `truth 7: a browser sign-in that never came back says what to compare`() {
        let words = advice(.signInTimedOut) { $0.isOfBrowser = true }
        #expect(words.contains("compare client id, redirect URI and scope with those registered at the provider"))
        #expect(!words.contains("try again"))
        #expect(advice(.signInTimedOut).contains("try again"))
    }

    @Test(arguments: [
        OAuthError(code: "invalid_request", detail: "DPoP proof required", status: 400),
        OAuthError(code: "invalid_request", detail: "a dpop header is missing", status: 400),
        OAuthError(code: "use_dpop_nonce", status: 400), OAuthError(code: "invalid_dpop_proof", status: 400),
    ])
    func `truth 7: a provider that wants a proof of possession names the option for its key`(refusal: OAuthError) {
        #expect(advice(.refused(refusal, during: .token)).contains("--dpop-key"))
        #expect(advice(.signInDenied(refusal)).contains("--dpop-key"))
        #expect(!advice(.refused(refusal, during: .token)) { $0.hasProofKey = true }.contains("--dpop-key"))
    }

    @Test func `truth 7: another invalid request does not name it, and a refused scope names its option`() {
        let other = OAuthError(code: "invalid_request", detail: "the code is missing", status: 400)
        #expect(!advice(.refused(other, during: .token)).contains("--dpop-key"))
        #expect(advice(.signInDenied(OAuthError(code: "invalid_scope"))).contains("--scope"))
    }

    private func presenter(_ options: Option...) throws -> LoginPresenter {
        var invocation = Invocation()
        for option in options { invocation.values[option] = [] }
        return LoginPresenter(
            context: CommandContext(
                command: try #require(Command.named("login")), invocation: invocation, operands: [], environment: [:],
                output: Output()))
    }

    @Test func `truth 7: after half a minute without an answer it is said what the page may show, once`() async throws {
        let (clock, said, presenter) = (TestClock(), Notes<String>(), try presenter())
        let reminder = Task { await presenter.remind(by: clock) { said.add($0) } }
        try await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(29))
        #expect(clock.sleeperCount == 1 && said.all.isEmpty)
        clock.advance(by: .seconds(1))
        await reminder.value
        #expect(said.all.count == 1 && said.all[0].contains("a redirect URI that is not registered"))
    }

    @Test func `truth 7: a sign-in that has ended reminds nobody, nor does one for a script`() async throws {
        let (clock, said, presenter) = (TestClock(), Notes<String>(), try presenter())
        let ended = Task { await presenter.remind(by: clock) { said.add($0) } }
        try await clock.sleepers(atLeast: 1)
        ended.cancel()
        await ended.value
        let script = try self.presenter(.json)
        await script.remind(by: clock) { said.add($0) }
        #expect(said.all.isEmpty)
    }
}
