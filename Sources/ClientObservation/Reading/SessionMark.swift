import FoundationEssentials
import SessionCore
import SessionHTTP

// What a single message says by itself, where nothing else of its host is known.

extension ObservedRequest {
    /// Whether it is a message of the protocol, or carries a token.
    package var isAboutSession: Bool {
        var providers = ObservedProviders()
        guard let sighting = RequestReader(self)?.sighting(0, &providers, isKnown: { _ in false }) else { return false }
        if sighting.bearer != nil || sighting.strays.contains(where: \.isNamed) { return true }
        switch sighting.kind {
        // Many documents are well-known: the answer says what this one is.
        case .call, .metadata: return false
        default: return true
        }
    }
}

extension ObservedAnswer {
    /// Whether it has a provider's metadata or tokens, or asks for a token.
    package var isAboutSession: Bool {
        if status == 401, AuthenticationChallenge.token(in: headers) != nil { return true }
        let reader = AnswerReader(self, base: "")
        if reader.metadata != nil { return true }
        let tokens = reader.facts(of: .token(.init(grant: .other)), end: .distantPast).tokens
        return tokens.map { $0.access != nil || $0.refresh != nil || $0.id != nil } ?? false
    }
}
