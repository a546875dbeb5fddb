import ClientObservation
import ClientWatch
import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore
import Synchronization

/// What a watch sees as an HTTP Archive for other tools, without secrets; it is written to the file of `--record`.
final class WatchArchive: Sendable {
    fileprivate struct State {
        var events: [SessionEvent] = []
        /// Who sent each exchange, where that is a server's client.
        var clients: [Int: Caller] = [:]
        var leftOut = 0
    }

    private let file: ArchiveFile
    private let state = Mutex(State())

    /// The most messages that are kept, the latest.
    fileprivate static let limit = 10_000

    /// `nil` without `--record`; throws if its file can't be written, before anything is watched.
    init?(_ context: CommandContext) throws(CommandFailure) {
        guard let path = context.recordingPath else { return nil }
        file = try ArchiveFile(path, of: .record)
    }

    /// Takes what a live watch tells, with what is made of it.
    func take(_ news: WatchNews, _ moments: [Moment]) {
        state.withLock { state in
            if case .message(.began(let id, let request)) = news { state.keep(request.caller, of: id) }
            state.keep(moments)
        }
    }

    /// Takes the messages of an archive.
    func take(_ traffic: ClientTraffic) {
        state.withLock { state in
            // They are numbered as they begin.
            let order = traffic.messages.enumerated().sorted {
                ($0.element.request.begin, $0.offset) < ($1.element.request.begin, $1.offset)
            }
            for (index, message) in order.enumerated() { state.keep(message.element.request.caller, of: index + 1) }
            for moments in traffic.moments { state.keep(moments) }
        }
    }

    /// Writes what was taken.
    func write() throws(CommandFailure) {
        let archive = state.withLock { state in
            state.dropOldest(keeping: Self.limit)
            let comment = state.leftOut > 0 ? "\(state.leftOut) earlier messages are left out" : nil
            return HTTPArchive(state.events, clients: state.clients, comment: comment)
        }
        try file.write(Array((archive.json.serialized() + "\n").utf8))
    }
}

extension WatchArchive.State {
    fileprivate mutating func keep(_ moments: [Moment]) {
        for moment in moments {
            guard case .event(let event) = moment.occurrence else { continue }
            switch event.kind {
            case .exchange, .injected: events.append(event)
            default: break
            }
        }
        // Half of them at once, so that the others are seldom moved.
        if events.count >= 2 * WatchArchive.limit { dropOldest(keeping: WatchArchive.limit) }
    }

    fileprivate mutating func keep(_ caller: Caller?, of exchange: Int) {
        if let caller, caller.address != nil { clients[exchange] = caller }
    }

    fileprivate mutating func dropOldest(keeping limit: Int) {
        let count = events.count - limit
        guard count > 0 else { return }
        leftOut += count
        events.removeFirst(count)
        guard !clients.isEmpty else { return }
        let kept = Set(events.compactMap { if case .exchange(let exchange) = $0.kind { exchange.id } else { nil } })
        clients = clients.filter { kept.contains($0.key) }
    }
}
