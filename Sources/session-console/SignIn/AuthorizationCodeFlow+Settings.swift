import SessionCore

extension AuthorizationCodeFlow {
    /// Adds the parameters of the profile or the command line to the authorization request.
    mutating func add(_ parameters: AuthorizationParameters) {
        prompt = parameters.prompt
        maxAge = parameters.maxAge
        acrValues = parameters.acrValues
        loginHint = parameters.loginHint
        extraParameters = parameters.others
    }
}
