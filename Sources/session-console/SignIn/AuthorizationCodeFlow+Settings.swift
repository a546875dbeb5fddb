import SessionCore

extension AuthorizationCodeFlow {
    /// Adds the parameters of the profile or the command line to the authorization request.
    ///
    /// After a sign-out the provider is asked for another sign-in: its browser session may still be the former user's.
    mutating func add(_ parameters: AuthorizationParameters, after state: SessionState) {
        asksAgain = state == .noSession(.signedOut)
        prompt = parameters.prompt
        maxAge = parameters.maxAge
        acrValues = parameters.acrValues
        loginHint = parameters.loginHint
        extraParameters = parameters.others
    }
}
