package import SessionCore

/// An event in words: what a row of the events pane, the chain on a card and the headless `events` show.
package struct EventText: Sendable, Hashable {
    package var mark: Mark
    /// What kind of thing happened, in one or two words.
    package var label: String
    /// The facts, in one line; may hold text from outside.
    package var detail: String
    /// The token or generation it is about.
    package var tag: String
    package var tone: Tone
    /// Whether it is a single step of something that another event tells as a whole.
    package var isDetail: Bool

    package init(
        _ mark: Mark, _ label: String, _ detail: String, tag: String = "", tone: Tone = .plain, isDetail: Bool = false
    ) {
        self.mark = mark
        self.label = label
        self.detail = detail
        self.tag = tag
        self.tone = tone
        self.isDetail = isDetail
    }

    package init(_ event: SessionEvent) {
        switch event.kind {
        case .configured, .signInStarted, .signedIn, .signInFailed, .devicePollPending, .strayRedirect,
            .idTokenRejected, .signedOut, .forcedOut,
            .revoked, .revocationPending:
            self = Self.signing(event)
        case .requestStarted, .requestFinished, .requestFailed, .exchange, .unauthorized, .forbidden, .stepUpRequired:
            self = Self.request(event)
        case .refreshStarted, .refreshed, .refreshFailed, .refreshRejected, .adoptedFromStore:
            self = Self.refreshing(event)
        case .userInfoFetched, .verified, .storeFailed, .ignoredLateAnswer, .injected:
            self = Self.other(event)
        }
    }
}
