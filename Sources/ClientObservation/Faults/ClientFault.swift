package import SessionCore
package import SessionHTTP

/// A fault of servers that is injected into a client's messages, with all that is known of it.
///
/// A new fault is a new element of one of the lists in this folder.
package final class ClientFault: Sendable {
    /// The messages that a fault waits for.
    package enum Target: Sendable, Hashable, CaseIterable {
        /// Any message.
        case message
        case tokenRequest
        /// A request to an API with an access token.
        case call
        /// An answer of the token endpoint with a refresh token.
        case refreshToken
        /// An answer of the token endpoint with an ID token that has what the fault changes.
        case idToken
        /// A redirect with a code and the provider's issuer (RFC 9207 §2).
        case authorizationResponse
    }

    /// What is done to the message.
    package enum Blow: Sendable {
        /// The connection is closed, and nothing is sent.
        case refusedConnection
        /// The message is answered in the server's place, and not sent.
        case answer(Int, HTTPHeaders, body: String)
        /// The message is not sent, and no answer comes.
        case silence
        /// The message is sent so much later.
        case delay(Duration)
        /// The access token goes out with one character changed.
        case tamperedToken
        /// The server has answered, and the connection is closed in place of the answer.
        case lostAnswer
        case droppedRefreshToken
        case wrongIDToken(IDTokenPart)
        case otherIssuer
    }

    /// What is wrong with an ID token (OpenID Connect Core §3.1.3.7).
    package enum IDTokenPart: Sendable { case nonce, audience, issuer, expiry, signature }

    /// The stable name, as the command line and exports have it.
    package let name: String
    package let target: Target
    package let effect: Blow
    /// What happens to the message.
    package let summary: String
    /// What a correct client does then.
    package let expectation: String
    package let sections: [Citation]
    /// The rules that a wrong client breaks.
    let rules: Set<String>
    /// What shows a correct client, as soon as it is seen; `nil` while nothing is.
    let conduct: @Sendable (FaultInquiry) -> FaultVerdict.Reaction?
    /// Whether it is enough that the client goes on with other messages until the end.
    let endsWithSilence: Bool

    init(
        _ name: String, at target: Target, _ effect: Blow, _ summary: String, expecting expectation: String,
        _ sections: Citation..., breaking rules: Set<String>, endsWithSilence: Bool = false,
        shownBy conduct: @escaping @Sendable (FaultInquiry) -> FaultVerdict.Reaction?
    ) {
        self.name = name
        self.target = target
        self.effect = effect
        self.summary = summary
        self.expectation = expectation
        self.sections = sections
        self.rules = rules
        self.endsWithSilence = endsWithSilence
        self.conduct = conduct
    }

    /// The table.
    package static let all: [ClientFault] = ofAPI + ofTokenEndpoint + ofIdentity

    /// The fault of a stable name.
    package static func named(_ name: String) -> ClientFault? { all.first { $0.name == name } }
}

extension ClientFault.Blow {
    /// Whether it is done to the server's answer, and not to the request.
    package var isOnAnswer: Bool {
        switch self {
        case .lostAnswer, .droppedRefreshToken, .wrongIDToken, .otherIssuer: true
        case .refusedConnection, .answer, .silence, .delay, .tamperedToken: false
        }
    }

    /// Whether a key of the provider's must seem to have signed what is changed.
    package var needsKey: Bool {
        if case .wrongIDToken(let flaw) = self { flaw != .signature } else { false }
    }
}

extension ObservedRequest {
    /// What it is by itself, for faults that wait for such a message or for its answer.
    package var faultTargets: Set<ClientFault.Target> {
        var providers = ObservedProviders()
        guard let sighting = RequestReader(self)?.sighting(0, &providers, use: { _ in nil }) else {
            return [.message]
        }
        switch sighting.kind {
        case .token: return [.message, .tokenRequest, .refreshToken, .idToken]
        case .call, .userInfo: return sighting.bearer == nil ? [.message, .authorizationResponse] : [.message, .call]
        default: return [.message, .authorizationResponse]
        }
    }
}
