import ConsoleKit
import SessionCore

extension EventText {
    /// The look of a row: mark, tone and tag.
    struct Look {
        let mark: Mark
        let tone: Tone
        var tag = ""
        /// Whether the tag counts sign-ins, and is no token's.
        var tagsSignIn = false
        var isDetail = false

        init(_ mark: Mark, _ tone: Tone = .plain, tag: String = "", isDetail: Bool = false) {
            (self.mark, self.tone, self.tag, self.isDetail) = (mark, tone, tag, isDetail)
        }

        private init(_ mark: Mark, _ tone: Tone = .plain, signIn generation: Int) {
            (self.mark, self.tone, tag, tagsSignIn) = (
                mark, tone, generation > 0 ? "sign-in \(generation)" : "", true
            )
        }

        init(_ event: SessionEvent) {
            let traits = event.kind.traits
            let token = traits.token.map { "\($0)" } ?? ""
            switch event.kind {
            case .configured: self.init(.none, signIn: event.generation)
            case .signInFailed(_, .cancelled): self.init(.none, .muted)
            case .authorizationRequested: self.init(.none, .muted, isDetail: true)
            case .authorizationAnswered(let message):
                self.init(message.error == nil ? .none : .failure, .muted, isDetail: true)
            case .signedIn: self.init(.success, .good, signIn: event.generation)
            case .devicePollPending(_, let slowDown): self.init(.none, .muted, isDetail: !slowDown)
            case .strayRedirect, .storeFailed, .storeWarning, .refreshFailed: self.init(.failure, .warning)
            case .idTokenRejected(let rejected): self.init(.failure, .bad, tag: "\(rejected.fingerprint)")
            case .requestStarted, .exchangeStarted: self.init(.none, .muted, tag: token, isDetail: true)
            case .requestFinished(let facts): self.init(finished: facts, tag: token)
            case .requestFailed(_, .cancelled): self.init(.none, .muted, tag: token)
            case .exchange(let exchange):
                switch exchange.outcome {
                case .answered: self.init(.none, .muted, isDetail: true)
                case .failed: self.init(.failure, .warning, isDetail: true)
                }
            case .forbidden, .stepUpRequired: self.init(.failure, .warning, tag: token)
            case .revocationNotOffered, .revocationRefused, .revocationPending: self.init(.none, .muted, tag: token)
            case .refreshStarted(_, let access, _):
                self.init(.none, .muted, tag: access.map { "\($0)" } ?? "", isDetail: true)
            case .verified: self.init(.success, .good, isDetail: true)
            case .forcedOut, .signedOut, .endedElsewhere:
                self.init(.ended, traits.end == .forced ? .bad : .muted, signIn: event.generation)
            case .revoked: self.init(.none, tag: token)
            case .injected: self.init(.injected)
            default: self.init(traits.outcome, tag: token)
            }
        }

        private init(_ outcome: EventTraits.Outcome, tag: String) {
            switch outcome {
            case .neutral: self.init(.none, .muted, tag: tag)
            case .success: self.init(.success, .good, tag: tag)
            case .failure: self.init(.failure, .bad, tag: tag)
            }
        }

        private init(finished facts: RequestFacts, tag: String) {
            let status = facts.status ?? 0
            // The event of the 403 to its token is the main one.
            let isTold = status == 403 && facts.token != nil
            self.init(
                status >= 400 ? .failure : .none, HTTPStatus.tone(status), tag: tag,
                isDetail: isTold)
        }
    }
}
