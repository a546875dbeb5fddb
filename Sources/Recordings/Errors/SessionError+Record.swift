package import JOSE
package import SessionCore

extension SessionError: RecordedAsObject {
    private enum Name: String, RecordedByName {
        case notConfigured = "not_configured"
        case alreadyConfigured = "already_configured"
        case invalidConfiguration = "invalid_configuration"
        case noSession = "no_session"
        case sessionExpired = "session_expired"
        case sessionChanged = "session_changed"
        case transport
        case server
        case backingOff = "backing_off"
        case refused
        case unintelligible
        case untrustworthy
        case unsupported
        case noUser = "no_user"
        case originNotAllowed = "origin_not_allowed"
        case relativeURL = "relative_url"
        case insecureURL = "insecure_url"
        case authorizationResponseMismatch = "authorization_response_mismatch"
        case signInDenied = "sign_in_denied"
        case signInTimedOut = "sign_in_timed_out"
        case store
        case cancelled
    }

    private var name: Name {
        switch self {
        case .notConfigured: .notConfigured
        case .alreadyConfigured: .alreadyConfigured
        case .invalidConfiguration: .invalidConfiguration
        case .noSession: .noSession
        case .sessionExpired: .sessionExpired
        case .sessionChanged: .sessionChanged
        case .transport: .transport
        case .server: .server
        case .backingOff: .backingOff
        case .refused: .refused
        case .unintelligible: .unintelligible
        case .untrustworthy: .untrustworthy
        case .unsupported: .unsupported
        case .noUser: .noUser
        case .originNotAllowed: .originNotAllowed
        case .relativeURL: .relativeURL
        case .insecureURL: .insecureURL
        case .authorizationResponseMismatch: .authorizationResponseMismatch
        case .signInDenied: .signInDenied
        case .signInTimedOut: .signInTimedOut
        case .store: .store
        case .cancelled: .cancelled
        }
    }

    package var record: JSONObject {
        var json: JSONObject = ["kind": name.recorded]
        switch self {
        case .invalidConfiguration(let setting, let reason):
            json.set("setting", setting)
            json.set("reason", reason)
        case .sessionExpired(let end): json.set("end", end)
        case .transport(let error, let purpose):
            json.set("transport", error)
            json.set("during", purpose)
        case .server(let status, let purpose, let delay, let reason):
            json.set("status", status)
            json.set("during", purpose)
            json.set("retry_after", delay)
            json.set("reason", reason)
        case .backingOff(let delay, let error):
            json.set("retry_after", delay)
            json.set("after", error)
        case .refused(let error, let purpose):
            json.set("oauth", error)
            json.set("during", purpose)
        case .unintelligible(let part, let purpose):
            json.set("part", part)
            json.set("during", purpose)
        case .untrustworthy(let check, let purpose):
            json.set("check", check)
            json.set("during", purpose)
        case .unsupported(let what): json.set("what", what)
        case .originNotAllowed(let origin): json.set("origin", origin)
        case .relativeURL(let url), .insecureURL(let url): json.set("url", url)
        case .authorizationResponseMismatch(let part): json.set("part", part)
        case .signInDenied(let error): json.set("oauth", error)
        case .store(let error): json.set("store", error)
        case .notConfigured, .alreadyConfigured, .noSession, .sessionChanged, .noUser, .signInTimedOut, .cancelled:
            break
        }
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("kind", as: Name.self) {
            case .notConfigured: .notConfigured
            case .alreadyConfigured: .alreadyConfigured
            case .invalidConfiguration:
                .invalidConfiguration(setting: try record.value("setting"), reason: try record.value("reason"))
            case .noSession: .noSession
            case .sessionExpired: .sessionExpired(try record.value("end"))
            case .sessionChanged: .sessionChanged
            case .transport: .transport(try record.value("transport"), during: try record.value("during"))
            case .server:
                .server(
                    status: try record.value("status"), during: try record.value("during"),
                    retryAfter: try record.optional("retry_after"), reason: try record.optional("reason"))
            case .backingOff:
                .backingOff(retryAfter: try record.value("retry_after"), after: try record.value("after"))
            case .refused: .refused(try record.value("oauth"), during: try record.value("during"))
            case .unintelligible: .unintelligible(try record.value("part"), during: try record.value("during"))
            case .untrustworthy: .untrustworthy(try record.value("check"), during: try record.value("during"))
            case .unsupported: .unsupported(try record.value("what"))
            case .noUser: .noUser
            case .originNotAllowed: .originNotAllowed(try record.value("origin"))
            case .relativeURL: .relativeURL(try record.value("url"))
            case .insecureURL: .insecureURL(try record.value("url"))
            case .authorizationResponseMismatch: .authorizationResponseMismatch(try record.value("part"))
            case .signInDenied: .signInDenied(try record.value("oauth"))
            case .signInTimedOut: .signInTimedOut
            case .store: .store(try record.value("store"))
            case .cancelled: .cancelled
            }
    }
}

extension SessionError.Purpose: RecordedByName {}
extension LinkSource: RecordedByName {}
