import FoundationEssentials
import SessionCore
import TerminalUI

extension Model {
    /// How many copies a burst sends unless it is told.
    static let usualBurst = 20
    /// The most copies that one burst sends.
    static let largestBurst = 1000

    /// Sends a draft, once or as a burst.
    mutating func send(_ draft: RequestDraft, count: Int = 1) -> [Effect] {
        do {
            let request = try draft.resolved(against: context.api)
            let ids = calls.begin(draft, count: count, at: now)
            calls.burst = count > 1 ? BurstTally(calls: ids, after: events.lastSequence) : nil
            notice = nil
            // Where there is room for one panel, what was asked for comes into sight.
            if ScreenLayout(self, size: size).frame(of: .response) == nil { focus = .response }
            return [.send(ids, request, draft.authorization)]
        } catch {
            notice = Notice(.bad, "Not sent: \(error.words)", advice: "a edits the field")
            return []
        }
    }

    /// A call got its answer, or will never get one.
    mutating func end(_ call: CallID, with result: Result<AuthorizedResponse, SessionError>) -> [Effect] {
        guard let running = calls.end(call) else { return [] }
        calls.burst?.note(call, result)
        var record = ResponseRecord(
            call: call, draft: running.draft, startedAt: running.startedAt, result: result, body: nil)
        guard isToBeShown(record) else { return [] }
        guard let response = record.answer?.response else {
            self.response.show(record)
            return []
        }
        let contentType = response.headers["Content-Type"]
        if response.body.count <= PreparedBody.smallSize {
            record.body = PreparedBody(response.body, contentType: contentType)
            self.response.show(record)
            return []
        }
        self.response.show(record)
        return [.prepareBody(call, response.body, contentType: contentType)]
    }

    /// Whether an answer takes the place of the one that is shown.
    ///
    /// The answer to an older call does not, and of a burst only the first one does, or the first one that went wrong.
    private func isToBeShown(_ record: ResponseRecord) -> Bool {
        guard let shown = response.record else { return true }
        if let burst = calls.burst, burst.calls.contains(record.call), burst.calls.contains(shown.call) {
            return shown.isGood && !record.isGood
        }
        return record.call > shown.call
    }

    /// A URL for the curl command and for copying, as far as the draft can be resolved.
    func url(of draft: RequestDraft) -> String {
        (try? draft.url(against: context.api))?.absoluteString ?? draft.target
    }
}
