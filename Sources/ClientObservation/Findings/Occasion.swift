/// What a rule must have seen to have an opinion: without it, that nothing was found says nothing.
package enum Occasion: Sendable, Hashable, CaseIterable {
    /// Any message.
    case message
    /// The provider's metadata, read.
    case metadata
    /// The user is sent to sign in, by a browser, on another device, or with a password.
    case signIn
    case authorizationRequest
    /// The provider's answer to one, on its way back with a code.
    case authorizationResponse
    /// A token request with a code.
    case codeRedemption
    case tokenRequest
    /// A device asks whether its user has signed in.
    case devicePoll
    /// A token request with a refresh token.
    case refresh
    /// The answer to one, as far as it says what became of it.
    case refreshAnswer
    /// Tokens that were handed out, read from an answer.
    case tokens
    /// A request to an API or to userinfo, with a token.
    case call
    /// A proof of possession.
    case proof
    /// The client revokes a token, or ends the session at the provider.
    case signOut
    /// The origins that a token may go to are known.
    case knownAPIs
}

extension Occasion {
    /// Whether a message is it; at its beginning, and again at its end.
    func isShown(by message: Sighting) -> Bool {
        switch self {
        case .message: message.link == nil
        case .metadata: message.answer?.isMetadata == true
        case .signIn: message.authorization != nil || message.isDeviceSignIn || message.tokenRequest?.grant == .password
        case .authorizationRequest: message.authorization != nil
        case .authorizationResponse: message.redirect?.code != nil
        case .codeRedemption: message.redemption != nil
        case .tokenRequest: message.tokenRequest != nil
        case .devicePoll: message.tokenRequest?.grant == .deviceCode
        case .refresh: message.refreshToken != nil
        case .refreshAnswer: message.refreshToken != nil && message.answer?.isReadable == true
        case .tokens: message.answer?.tokens != nil
        case .call: message.isOfResource && message.bearer != nil
        case .proof: message.proof != nil
        case .signOut: message.isSignOut
        case .knownAPIs: false
        }
    }
}

extension AnswerFacts {
    /// Whether an answer of the token endpoint says what became of the request.
    fileprivate var isReadable: Bool { tokens != nil || refusal != nil || status >= 500 }
}

extension Sighting {
    fileprivate var isDeviceSignIn: Bool { if case .deviceAuthorization = kind { true } else { false } }

    /// What brings a code back: the request with it, or the redirect before.
    fileprivate var redirect: RedirectFacts? {
        if case .redirect(let facts) = kind { return facts }
        return authorization == nil ? nil : answer?.location?.redirect
    }

    fileprivate var isSignOut: Bool {
        switch kind {
        case .revocation, .endSession: true
        default: false
        }
    }
}

/// Why it can't be said whether a rule was kept.
package enum Doubt: Sendable, Hashable {
    /// None of these was seen.
    case unseen([Occasion])
    /// The rule may have been broken: what would decide it was not watched.
    case unwatched
}
