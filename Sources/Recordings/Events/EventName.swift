package import SessionCore

/// The kinds of events by their names, for scripts.
enum EventName: String, RecordedByName, CaseIterable {
    case configured
    case signInStarted = "sign_in_started"
    case authorizationRequested = "authorization_requested"
    case authorizationAnswered = "authorization_answered"
    case signedIn = "signed_in"
    case signInFailed = "sign_in_failed"
    case devicePollPending = "device_poll_pending"
    case strayRedirect = "stray_redirect"
    case idTokenRejected = "id_token_rejected"
    case requestStarted = "request_started"
    case requestFinished = "request_finished"
    case requestFailed = "request_failed"
    case exchangeStarted = "exchange_started"
    case exchange
    case unauthorized
    case forbidden
    case stepUpRequired = "step_up_required"
    case refreshStarted = "refresh_started"
    case refreshed
    case refreshFailed = "refresh_failed"
    case refreshRejected = "refresh_rejected"
    case suspected
    case adoptedFromStore = "adopted_from_store"
    case userInfoFetched = "userinfo_fetched"
    case verified
    case signedOut = "signed_out"
    case forcedOut = "forced_out"
    case endedElsewhere = "ended_elsewhere"
    case revoked
    case revocationNotOffered = "revocation_not_offered"
    case revocationRefused = "revocation_refused"
    case revocationPending = "revocation_pending"
    case storeFailed = "store_failed"
    case storeWarning = "store_warning"
    case ignoredLateAnswer = "ignored_late_answer"
    case injected
}

extension SessionEvent.Kind {
    /// The names of all kinds.
    package static var names: [String] { EventName.allCases.map(\.rawValue) }

    /// The kind's name, for scripts.
    package var name: String { eventName.rawValue }

    var eventName: EventName {
        switch self {
        case .configured: .configured
        case .signInStarted: .signInStarted
        case .authorizationRequested: .authorizationRequested
        case .authorizationAnswered: .authorizationAnswered
        case .signedIn: .signedIn
        case .signInFailed: .signInFailed
        case .devicePollPending: .devicePollPending
        case .strayRedirect: .strayRedirect
        case .idTokenRejected: .idTokenRejected
        case .requestStarted: .requestStarted
        case .requestFinished: .requestFinished
        case .requestFailed: .requestFailed
        case .exchangeStarted: .exchangeStarted
        case .exchange: .exchange
        case .unauthorized: .unauthorized
        case .forbidden: .forbidden
        case .stepUpRequired: .stepUpRequired
        case .refreshStarted: .refreshStarted
        case .refreshed: .refreshed
        case .refreshFailed: .refreshFailed
        case .refreshRejected: .refreshRejected
        case .suspected: .suspected
        case .adoptedFromStore: .adoptedFromStore
        case .userInfoFetched: .userInfoFetched
        case .verified: .verified
        case .signedOut: .signedOut
        case .forcedOut: .forcedOut
        case .endedElsewhere: .endedElsewhere
        case .revoked: .revoked
        case .revocationNotOffered: .revocationNotOffered
        case .revocationRefused: .revocationRefused
        case .revocationPending: .revocationPending
        case .storeFailed: .storeFailed
        case .storeWarning: .storeWarning
        case .ignoredLateAnswer: .ignoredLateAnswer
        case .injected: .injected
        }
    }
}
