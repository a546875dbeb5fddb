import SessionCore

extension EventText {
    /// The life of tokens.
    static func refreshing(_ event: SessionEvent) -> EventText {
        switch event.kind {
        case .refreshStarted(let trigger, let access, _):
            EventText(
                .none, "refresh", "started because \(words(for: trigger))", tag: access.map { "\($0)" } ?? "",
                tone: .muted, isDetail: true)
        case .refreshed(let tokens, let replaced, let spent):
            refreshed(tokens, replaced: replaced, spent: spent, at: event)
        case .refreshFailed(let error, let delay):
            EventText(
                .failure, "refresh", "\(error); session kept, next try in \(delay.inWords)", tone: .warning)
        case .refreshRejected(let refusal, let refresh):
            EventText(.failure, "refresh", "rejected: \(refusal)", tag: "\(refresh)", tone: .bad)
        case .suspected(let suspicion, let refresh):
            EventText(
                .failure, "suspect", "\(suspicion); refused again, the session ends with its access token",
                tag: "\(refresh)", tone: .bad)
        case .adoptedFromStore(let tokens):
            EventText(
                .success, "adopted", "another process refreshed\(lifetimes(of: tokens, at: event))",
                tag: "\(tokens.access.fingerprint)", tone: .good)
        default:
            EventText(.none, "", "")
        }
    }

    private static func refreshed(
        _ tokens: SessionTokens, replaced: Fingerprint?, spent: Fingerprint?, at event: SessionEvent
    ) -> EventText {
        let access = (replaced.map { "\($0) → " } ?? "") + "\(tokens.access.fingerprint)"
        let rotation =
            if let spent, let new = tokens.refresh?.fingerprint, new != spent {
                ", refresh token \(spent) → \(new)"
            } else {
                ""
            }
        return EventText(
            .success, "refreshed", "access token \(access)\(rotation)\(lifetimes(of: tokens, at: event))",
            tag: "\(tokens.access.fingerprint)", tone: .good)
    }

    /// Why a refresh was begun, as a rest of a sentence.
    static func words(for trigger: RefreshTrigger) -> String {
        switch trigger {
        case .expired: "the access token had expired"
        case .expiringSoon: "the access token was about to expire"
        case .unauthorized(let token): "\(token) was answered 401"
        case .requestedByUser: "you asked for it"
        case .userInfo: "userinfo was answered 401"
        }
    }
}
