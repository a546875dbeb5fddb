package import ClientObservation
package import FoundationEssentials
package import SessionHTTP

/// What a watch has told so far: the messages by an observer's eyes, and the notices.
package struct WatchRecord: Sendable {
    /// The notices that are kept; a program may go on failing for hours.
    private static let noticeLimit = 1_000

    /// What was noticed, how often, and when first and last; with the process that was the first.
    package struct Notice: Sendable, Hashable {
        package let notice: WatchNotice
        package private(set) var count = 1
        package let first: Date
        package private(set) var last: Date

        fileprivate mutating func again(at moment: Date) {
            count += 1
            last = moment
        }
    }

    package private(set) var observer: Observer
    /// In the order in which they came first.
    package private(set) var notices: [Notice] = []
    /// By the notice without its process.
    private var places: [WatchNotice: Int] = [:]
    /// The observer's numbers of the messages under way, by the watch's.
    private var underWay: [Int: Int] = [:]

    /// Creates an empty record; without `apis` it is not known which origins a token may go to.
    package init(apis: Set<Origin> = []) { observer = Observer(apis: apis) }

    package mutating func take(_ news: WatchNews) {
        switch news {
        case .message(.began(let id, let request)): underWay[id] = observer.begin(request)
        case .message(.ended(let id, let outcome, let moment)):
            if let message = underWay.removeValue(forKey: id) { observer.end(message, outcome, at: moment) }
        case .notice(let notice, let moment): take(notice, at: moment)
        case .injected: break
        }
    }

    /// Judges what only the end of the watch decides; nothing is taken in after it.
    package mutating func close() { observer.close() }

    private mutating func take(_ notice: WatchNotice, at moment: Date) {
        // A script starts the same program many times.
        var kind = notice
        kind.caller?.process = nil
        if let place = places[kind] { return notices[place].again(at: moment) }
        guard notices.count < Self.noticeLimit else { return }
        places[kind] = notices.count
        notices.append(Notice(notice: notice, first: moment, last: moment))
    }
}
