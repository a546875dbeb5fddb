import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5))) struct SignInTests {
    private func dialog(_ console: Console) -> SignInDialog? {
        if case .signIn(let dialog)? = console.model.overlay { dialog } else { nil }
    }

    private func isCancel(_ effect: Effect?) -> Bool {
        if case .cancelSignIn? = effect { true } else { false }
    }

    @Test func `each way in has a letter, and enter takes the chosen one`() {
        for (letter, choice) in [("b", SignInChoice.browser), ("d", .device)] as [(Character, SignInChoice)] {
            var console = Console()
            console.press(.character("l"), .character(letter))
            guard case .signIn(choice)? = console.effects.first else {
                Issue.record("\(letter) did not begin")
                continue
            }
        }
        var console = Console()
        console.press(.character("l"), .down, .enter)
        guard case .signIn(.device)? = console.effects.first else {
            Issue.record("enter did not begin")
            return
        }
    }

    @Test func `only the ways that the provider offers are listed`() {
        var context = Samples.context
        context.flows = [.device]
        var console = Console(context)
        console.press(.character("l"))
        #expect(!console.text.contains("password grant"))
        console.press(.character("p"))
        #expect(console.effects.isEmpty)
    }

    @Test func `the device dialog counts down, and says when it asks next`() {
        var console = Console()
        console.press(.character("l"), .character("d"))
        console.send(.devicePromptShown(Samples.devicePrompt))
        #expect(console.text.contains("WDJB-MJHT"))
        #expect(console.text.contains("next question in 5 s"))
        console.send(.ticked(Samples.now.addingTimeInterval(5), secondsFromUTC: 0))
        #expect(console.text.contains("Valid for 04:26"))
        #expect(console.text.contains("asking now"))
        let event = Samples.event(8, .devicePollPending(nextPollAfter: .seconds(10), slowDown: true), at: 5)
        console.send(.eventHappened(event))
        #expect(console.text.contains("next question in 10 s"))
        #expect(console.text.contains("asked for longer pauses"))
    }

    @Test func `enter copies the link of the browser, or uses what was pasted, however late the browser opens`() {
        let link = "http://127.0.0.1:1/authorize"
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady(link, openedInBrowser: false))
        console.press(.enter)
        guard case .copy(link, name: "the link")? = console.effects.last else {
            Issue.record("the link was not copied")
            return
        }
        console.press(.paste("http://127.0.0.1:2/callback?code=1"))
        console.send(.authorizationURLReady(link, openedInBrowser: true))
        console.press(.enter)
        guard case .submitRedirect("http://127.0.0.1:2/callback?code=1")? = console.effects.last else {
            Issue.record("the pasted URL was not used")
            return
        }
    }

    @Test func `esc cancels a sign-in that is under way, and frees what it holds`() {
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: true))
        console.press(.escape)
        #expect(isCancel(console.effects.first))
        #expect(console.model.overlay == nil)
        console.send(.signInEnded(.failure(.cancelled)))
        #expect(console.model.notice == nil)
    }

    @Test func `a pasted redirect URL is handed on, letters and all`() {
        var console = Console()
        console.press(.character("l"), .character("b"))
        console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: false))
        console.press(.paste("http://127.0.0.1:35127/callback?code=qQx&state=l\n"), .enter)
        guard case .submitRedirect("http://127.0.0.1:35127/callback?code=qQx&state=l")? = console.effects.first else {
            Issue.record("the URL was not handed on")
            return
        }
    }

    @Test func `success closes the dialog`() {
        var console = Console()
        console.press(.character("l"), .character("d"))
        console.send(.devicePromptShown(Samples.devicePrompt))
        console.send(.signInEnded(.success(())))
        #expect(console.model.overlay == nil)
    }

    @Test func `a failure says why, and enter tries again`() {
        var console = Console()
        console.press(.character("l"), .character("p"))
        console.type("alice")
        console.press(.enter)
        #expect(console.effects.isEmpty, "the password is still missing")
        console.type("wrong")
        console.press(.enter)
        let refusal = OAuthError(code: "invalid_grant", detail: "wrong password", status: 400)
        console.send(.signInEnded(.failure(.signInDenied(refusal))))
        #expect(console.text.contains("refused with invalid_grant"))
        console.press(.enter)
        guard case .password? = dialog(console)?.stage else {
            Issue.record("the form is not open again")
            return
        }
    }

    @Test func `a failure that comes when the dialog is gone is told too`() {
        var console = Console()
        console.send(.signInEnded(.failure(.signInTimedOut)))
        #expect(console.text.contains("the sign-in was not finished in time"))
    }
}
