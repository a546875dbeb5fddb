import SessionCore

extension EventText {
    /// The look of a row: mark, tone and tag.
    struct Look {
        let mark: Mark
        let tone: Tone
        var tag = ""
        var isDetail = false

        init(_ mark: Mark, _ tone: Tone = .plain, tag: String = "", isDetail: Bool = false) {
            (self.mark, self.tone, self.tag, self.isDetail) = (mark, tone, tag, isDetail)
        }

        init(_ event: SessionEvent) {
            let generation = "generation \(event.generation)"
            switch event.kind {
            case .configured: self.init(.none, tag: generation)
            case .signInStarted, .signInFailed(_, .cancelled): self.init(.none, .muted)
            case .authorizationRequested: self.init(.none, .muted, isDetail: true)
            case .authorizationAnswered(let message):
                self.init(message.error == nil ? .none : .failure, .muted, isDetail: true)
            case .signedIn: self.init(.success, .good, tag: generation)
            case .signInFailed: self.init(.failure, .bad)
            case .devicePollPending(_, let slowDown): self.init(.none, .muted, isDetail: !slowDown)
            case .strayRedirect, .storeFailed, .storeWarning: self.init(.failure, .warning)
            case .idTokenRejected(let rejected): self.init(.failure, .bad, tag: "\(rejected.fingerprint)")
            case .requestStarted: self.init(.none, .muted, isDetail: true)
            case .exchangeStarted(let start):
                self.init(.none, .muted, tag: start.token.map { "\($0)" } ?? "", isDetail: true)
            case .requestFinished(let facts): self.init(finished: facts)
            case .requestFailed(let facts, .cancelled): self.init(.none, .muted, tag: Self.tag(facts))
            case .requestFailed(let facts, _), .unauthorized(let facts, _):
                self.init(.failure, .bad, tag: Self.tag(facts))
            case .exchange(let exchange):
                switch exchange.outcome {
                case .answered: self.init(.none, .muted, isDetail: true)
                case .failed: self.init(.failure, .warning, isDetail: true)
                }
            case .forbidden(let facts, _), .stepUpRequired(let facts, _, _):
                self.init(.failure, .warning, tag: Self.tag(facts))
            case .refreshStarted(_, let access, _):
                self.init(.none, .muted, tag: access.map { "\($0)" } ?? "", isDetail: true)
            case .refreshed(let tokens, _, _), .adoptedFromStore(let tokens):
                self.init(.success, .good, tag: "\(tokens.access.fingerprint)")
            case .refreshFailed: self.init(.failure, .warning)
            case .refreshRejected(_, let refresh), .suspected(_, let refresh):
                self.init(.failure, .bad, tag: "\(refresh)")
            case .userInfoFetched: self.init(.success, .good)
            case .verified: self.init(.success, .good, isDetail: true)
            case .forcedOut: self.init(.ended, .bad, tag: generation)
            case .signedOut: self.init(.ended, .warning, tag: generation)
            case .endedElsewhere(let ending):
                self.init(.ended, ending.end.isForced ? .bad : .warning, tag: generation)
            case .revoked(let token): self.init(.none, tag: "\(token)")
            case .revocationNotOffered(let token), .revocationRefused(let token, _), .revocationPending(let token, _):
                self.init(.failure, .warning, tag: "\(token)")
            case .ignoredLateAnswer: self.init(.none, .muted)
            case .injected: self.init(.injected, .warning)
            }
        }

        private init(finished facts: RequestFacts) {
            let status = facts.status ?? 0
            self.init(
                status >= 400 ? .failure : .none, status >= 500 ? .bad : status >= 400 ? .warning : .plain,
                tag: Self.tag(facts))
        }

        private static func tag(_ facts: RequestFacts) -> String { facts.token.map { "\($0)" } ?? "" }
    }
}
