extension Model {
    /// Shows the progress of a sign-in.
    mutating func apply(_ message: SignInMessage) -> [Effect] {
        switch message {
        case .signInOffersCame(let offers): scene.signInOffers = offers
        case .signInEnded(.success): shell.card = nil
        case .signInEnded(.failure(let error)) where !(shell.dialog is SignInDialog): report(error, "Sign-in failed")
        case .devicePromptShown, .authorizationURLReady, .redirectRefused, .signInEnded: break
        }
        let now = scene.now
        changeSignIn { $0.apply(message, at: now) }
        // Another password is typed in the dialog that asked for the first.
        if case .signInEnded(let result) = message, (shell.dialog as? SignInDialog)?.hasField != true {
            return applySignIn(result)
        }
        return []
    }

    /// Changes the sign-in dialog while that is open.
    mutating func changeSignIn(_ change: (inout SignInDialog) -> Void) {
        guard var dialog = shell.dialog as? SignInDialog else { return }
        change(&dialog)
        shell.dialog = dialog.isOver ? nil : dialog
    }
}
