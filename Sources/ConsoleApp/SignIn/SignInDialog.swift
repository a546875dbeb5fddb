import FoundationEssentials
import SessionCore
import TerminalUI

/// The dialog that signs a person in, from the choice of the way to its outcome.
struct SignInDialog: Sendable {
    enum Stage: Sendable {
        case choosing(selected: Int)
        case password(PasswordForm)
        /// The JSON of a token response is being pasted.
        case importing(TextField)
        /// Under way, and nothing to show for it yet.
        case starting(SignInFlowKind)
        case device(DeviceSignIn)
        case browser(url: String, opened: Bool, redirect: TextField)
        case failed(SignInFlowKind, SessionError)
    }

    var stage = Stage.choosing(selected: 0)
    /// The way that was chosen last.
    var flow = SignInFlowKind.browser
    /// What came in and could not be used, until something else happens.
    var note: String?
    /// When the sign-in page is waited for no longer.
    var waitsUntil: Date?

    /// Whether letters are text here.
    var hasField: Bool {
        switch stage {
        case .password, .importing, .browser: true
        case .choosing, .starting, .device, .failed: false
        }
    }

    /// Whether a sign-in runs that closing the dialog must cancel.
    var isUnderWay: Bool {
        switch stage {
        case .starting, .device, .browser: true
        case .choosing, .password, .importing, .failed: false
        }
    }
}

/// Username and password, and which of them is being typed.
struct PasswordForm: Sendable {
    var username = TextField()
    var password = TextField(kind: .secret)
    var isAtPassword = false

    mutating func handle(_ key: Key) {
        switch key {
        case .tab, .backTab, .up, .down: isAtPassword.toggle()
        default: _ = isAtPassword ? password.handle(key) : username.handle(key)
        }
    }
}
