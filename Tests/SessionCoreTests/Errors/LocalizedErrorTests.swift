import SessionCore
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LocalizedErrorTests {
    @Test func `errors say in a sentence what happened`() {
        #expect(SessionError.noSession.errorDescription == "Signed out.")
        #expect(SessionError.noSession.recoverySuggestion == "Sign in.")
        let failure = SessionError.server(status: 503, during: .token, retryAfter: nil)
        #expect(
            SessionError.backingOff(retryAfter: .seconds(4), after: failure).errorDescription
                == "The last refresh failed (token: the server answered 503); the next may be tried in 4 s.")
        #expect(TransportError.timedOut(.connect).errorDescription == "Timed out while connecting.")
        #expect(StoreError.unwritable("disk full").errorDescription == "The session can't be stored: disk full.")
        #expect(
            OAuthError(code: "access_denied", detail: "Ask again!").errorDescription
                == "The provider refused with access_denied: Ask again!")
        #expect(
            SessionError.invalidConfiguration(setting: .endpoint(.token), reason: "it is no URL").errorDescription
                == "The setting endpoints[token_endpoint]: it is no URL.")
        #expect(
            SessionError.invalidConfiguration(setting: .clientID, reason: "it is empty").errorDescription
                == "The setting clientID: it is empty.")
    }
}
