import ClientObservation
import ClientWatch
import ConsoleApp
import FoundationEssentials
import SessionCore

/// Programs that are watched while they run, as the console's screens take them.
struct WatchedPrograms: Sendable {
    /// The command that runs, or what is watched in the place of one.
    let name: String
    private let news: NewsFeed
    private let apis: Set<Origin>
    /// Those that can strike their messages.
    let faults: WatchFaults
    /// Says what the watch itself has to say.
    private let words: @Sendable (WatchNotice) -> String

    /// Follows news in the order of time; without `apis` it is not known which origins a token may go to.
    init(
        _ name: String, _ news: NewsFeed, apis: Set<Origin> = [],
        faults: WatchFaults = WatchFaults { _ in },
        words: @escaping @Sendable (WatchNotice) -> String
    ) {
        (self.name, self.news, self.apis, self.faults, self.words) = (name, news, apis, faults, words)
    }

    var context: ConsoleContext {
        var context = ConsoleContext(profile: name, faults: Fault.ofWatched)
        context.isClientWatched = true
        return context
    }

    /// Hands on what the screens are told, the end of the watch last.
    @concurrent
    func follow(_ take: @Sendable ([Message]) async -> Void) async {
        var translation = WatchTranslation(apis: apis, tellsBeginnings: true)
        var last = Date()
        while let items = await news.next() {
            var messages: [Message] = []
            for item in items {
                last = max(last, item.moment)
                messages += moments(of: item, &translation).compactMap(\.occurrence.message)
            }
            await take(messages)
        }
        await take(translation.close(at: last).compactMap(\.occurrence.message))
    }

    private func moments(of item: WatchNews, _ translation: inout WatchTranslation) -> [Moment] {
        switch item {
        case .message(let step): translation.moments(step)
        case .notice(let notice, let moment):
            [Moment(time: moment, occurrence: .clients(SeenChange(remark: words(notice))))]
        case .injected(let fault, let moment):
            [
                translation.moment(fault, at: moment),
                Moment(time: moment, occurrence: .faults(faults.switches.armings)),
            ]
        }
    }
}

extension WatchNews {
    fileprivate var moment: Date {
        switch self {
        case .message(.began(_, let request)): request.begin
        case .message(.ended(_, _, let moment)), .notice(_, let moment), .injected(_, let moment): moment
        }
    }
}
