import ConsoleKit
import FoundationEssentials
import SessionCore

/// The outcome of a call, as the response pane holds it.
struct ResponseRecord: Sendable {
    let call: CallID
    let draft: RequestDraft
    let startedAt: Date
    let result: Result<AuthorizedResponse, SessionError>
    /// `nil` while a large body is being prepared, and where no answer came.
    var body: PreparedBody?
    /// What a command makes of the body, which is shown in its place.
    var piped: PipedBody?

    var shownBody: PreparedBody? { piped?.output ?? body }

    /// Whether an answer came, and none of 400 or above.
    var isGood: Bool { answer.map { $0.response.status < 400 } ?? false }

    var answer: AuthorizedResponse? {
        if case .success(let answer) = result { answer } else { nil }
    }

    /// What came of an answer that did not come whole.
    var partialAnswer: PartialAnswer? {
        if case .failure(let error) = result { error.partialAnswer } else { nil }
    }
}
