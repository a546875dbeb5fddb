/// An authorization request, and whether its code was redeemed.
struct SignInAttempt: Sendable, Identifiable {
    let id: Int
    let provider: Int?
    let facts: AuthorizationFacts
    /// The messages that have sent it: pushed, and again when a page is reloaded.
    var messages: [Int]
    /// The message that redeemed its code, or brought it back.
    var completion: Int?
}
