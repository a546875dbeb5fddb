import Recordings
import SessionCore

/// A message of a step or of a check.
struct AttemptReport: RecordedByMembers {
    let method: String
    let url: String
    let status: Int?
    /// Why there is no answer.
    let error: String?

    static let members = Members(
        Self.init(method:url:status:error:), .needed("method", \.method), .needed("url", \.url),
        .optional("status", \.status), .optional("error", \.error))
}

extension AttemptReport {
    init(_ attempt: DiscoveryStep.Attempt) {
        switch attempt.result {
        case .answered(let status):
            self.init(method: attempt.method, url: attempt.url, status: status, error: nil)
        case .failed(let error):
            self.init(method: attempt.method, url: attempt.url, status: nil, error: error.description)
        }
    }
}
