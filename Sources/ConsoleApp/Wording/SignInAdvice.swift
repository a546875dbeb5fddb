/// What helps where a sign-in does not come back from the browser.
package enum SignInAdvice {
    /// A clause without a subject.
    package static let compare = "compare client id, redirect URI and scope with those registered at the provider"
    /// How long a person is left alone with the provider's page.
    package static let silence = Duration.seconds(30)

    /// What the page may say where no answer has come for that long, and what helps then.
    package static func afterSilence(stoppingBy key: String) -> String {
        "No answer has come back from the browser for half a minute. Its page may show an error of the provider, such "
            + "as invalid_request, invalid_scope or a redirect URI that is not registered: then none will come. Press "
            + "\(key), and \(compare). Where it is about a login, prompt or consent, try --prompt login, or --prompt "
            + "'' for none."
    }
}
