package import ClientObservation
package import FoundationEssentials
package import SessionCore
package import SessionHTTP

/// What a watch has seen so far: the messages by the eyes of its only observer, and the notices.
package struct WatchRecord: Sendable {
    /// The notices that are kept; a program may go on failing for hours.
    private static let noticeLimit = 1_000

    /// What was noticed, how often, and when first and last; with the process that was the first.
    package struct CountedNotice: Sendable, Hashable {
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
    package private(set) var notices: [CountedNotice] = []
    /// By the notice without its process.
    private var places: [WatchNotice: Int] = [:]

    /// The faults that were planned before the watch.
    package var planned: [PlannedFault] = []

    /// Creates an empty record; without `apis` it is not known which origins a token may go to.
    package init(apis: Set<Origin> = [], provider: ProviderMetadata? = nil, isOfServer: Bool = false) {
        observer = Observer(apis: apis, provider: provider, isOfServer: isOfServer)
    }

    /// Takes in that a message begins or ends; returns what that has changed.
    @discardableResult
    package mutating func take(_ step: ObservedStep) -> ObservedChange { observer.take(step) }

    /// Takes in what happened to a fault.
    package mutating func take(_ injected: InjectedFault) {
        guard injected.step == .struck, let message = injected.exchange, let fault = ClientFault.named(injected.name)
        else { return }
        observer.take(fault, in: message)
    }

    /// The next step of an archive, which is to be taken in; `nil` at its end.
    package mutating func next(of order: inout ArchiveOrder) -> ObservedStep? { order.next(&observer) }

    /// Judges what only the end of the watch decides; nothing is taken in after it.
    @discardableResult
    package mutating func close() -> ObservedChange { observer.close() }

    /// Takes in a notice; answers whether nothing like it was noticed before.
    @discardableResult
    package mutating func take(_ notice: WatchNotice, at moment: Date) -> Bool {
        // A script starts the same program many times.
        var kind = notice
        kind.caller?.process = nil
        if let place = places[kind] {
            notices[place].again(at: moment)
            return false
        }
        guard notices.count < Self.noticeLimit else { return false }
        places[kind] = notices.count
        notices.append(CountedNotice(notice: notice, first: moment, last: moment))
        return true
    }
}
