import ClientObservation

extension Doubt {
    /// Why it can't be said: `no refresh was seen`.
    var words: String {
        switch self {
        case .unwatched: "what would decide it was not watched"
        case .unseen(let occasions): occasions.map(\.absence).joined(separator: ", ")
        }
    }
}

extension Occasion {
    /// That it was not seen.
    fileprivate var absence: String {
        switch self {
        case .message: "no message was seen"
        case .metadata: "no metadata of the provider was seen"
        case .signIn: "no sign-in was seen"
        case .authorizationRequest: "no authorization request was seen"
        case .authorizationResponse: "no authorization response was seen"
        case .codeRedemption: "no code was seen on its way to the token endpoint"
        case .tokenRequest: "no token request was seen"
        case .devicePoll: "no device was seen asking for its tokens"
        case .refresh: "no refresh was seen"
        case .refreshAnswer: "no answer to a refresh was seen, or it can't be read"
        case .tokens: "no tokens were seen in an answer"
        case .call: "no request with an access token was seen"
        case .proof: "no DPoP proof was seen"
        case .signOut: "no sign-out was seen"
        case .knownAPIs: "it is not known which origins are the API's"
        }
    }
}
