import FoundationEssentials

/// The notices that were shown last, oldest first.
struct NoticeLog: Sendable {
    struct Entry: Sendable {
        let notice: Notice
        let time: Date
    }

    static let limit = 50

    private(set) var entries: [Entry] = []
    /// The present notice, until it is known whether it stays.
    private var latest: Notice?

    mutating func append(_ notice: Notice?) { latest = notice }

    /// Keeps the notice that a message has led to.
    mutating func keep(at time: Date) {
        guard let notice = latest else { return }
        latest = nil
        entries.append(Entry(notice: notice, time: time))
        if entries.count > Self.limit { entries.removeFirst() }
    }
}
