import SessionCore

extension EventText {
    /// What is left.
    static func other(_ event: SessionEvent) -> EventText {
        switch event.kind {
        case .userInfoFetched(let info):
            EventText(
                .success, "user info", "\(info.claims.count) claims about \(info["name"] ?? info.subject)", tone: .good)
        case .verified:
            EventText(.success, "verified", "the token was accepted: the session is live", tone: .good, isDetail: true)
        case .storeFailed(let error):
            EventText(.failure, "store", "\(error)", tone: .warning)
        case .storeWarning(let warning):
            EventText(.failure, "store", warning, tone: .warning)
        case .ignoredLateAnswer(let what):
            EventText(.none, "ignored", "\(what) after the session had gone; nothing changed", tone: .muted)
        case .injected(let what):
            EventText(.injected, "injected", what, tone: .warning)
        default:
            EventText(.none, "", "")
        }
    }
}
