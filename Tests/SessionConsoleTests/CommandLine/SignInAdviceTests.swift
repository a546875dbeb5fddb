import SessionCore
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
}
