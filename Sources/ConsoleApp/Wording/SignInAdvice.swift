/// What helps where a sign-in does not come back from the browser.
package enum SignInAdvice {
    /// A clause without a subject.
    package static let compare = "compare client id, redirect URI and scope with those registered at the provider"
}
