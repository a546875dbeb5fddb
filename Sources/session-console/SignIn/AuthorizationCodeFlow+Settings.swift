import LoopbackRedirect
import SessionCore

extension AuthorizationCodeFlow {
    /// Adds the parameters of the profile or the command line to the authorization request.
    ///
    /// After a sign-out the provider is asked for another login, unless its browser session is known to have ended.
    mutating func add(_ parameters: AuthorizationParameters, after status: SessionStatus) {
        asksAgain = status.mayBeSignedInAtProvider
        prompt = parameters.prompt
        maxAge = parameters.maxAge
        acrValues = parameters.acrValues
        loginHint = parameters.loginHint
        extraParameters = parameters.others
    }
}

extension ProviderSettings {
    /// What receives the browser that comes back from a sign-out at the provider, where something here can.
    var signOutReceiver: LoopbackRedirect? {
        receivesRedirect ? try? LoopbackRedirect(redirectURI: redirectURI, isForSignOut: true) : nil
    }
}
