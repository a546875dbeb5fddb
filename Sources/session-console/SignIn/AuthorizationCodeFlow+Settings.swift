import SessionCore

extension AuthorizationCodeFlow {
    /// Puts what the profile or the command line adds into the authorization request.
    mutating func add(_ parameters: AuthorizationParameters) {
        prompt = parameters.prompt
        maxAge = parameters.maxAge
        acrValues = parameters.acrValues
        loginHint = parameters.loginHint
        extraParameters = parameters.others
    }
}
