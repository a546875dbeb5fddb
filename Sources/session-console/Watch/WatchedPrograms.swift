import ConsoleFaults
import ClientObservation
import ClientWatch
import ConsoleApp
import FoundationEssentials
import SessionCore

/// The one reader of a watch's news: each message is judged once, and the console is told of it while one is open.
actor WatchedPrograms {
    /// Takes what the screens are told.
    typealias Listener = @Sendable ([Moment]) async -> Void

    /// The command that runs, or what is watched in the place of one.
    nonisolated let name: String
    /// Those that can strike their messages.
    nonisolated let faults: WatchFaults
    /// How the console shows them.
    nonisolated let stage: ConsoleStage
    /// The command's terminal, where it has one of its own.
    nonisolated let terminal: CommandTerminal?
    private let news: NewsFeed
    /// The file of `--record`, where one is written.
    private let archive: WatchArchive?
    /// Prints what comes while no console was opened.
    private let printer: WatchPrinter?
    private var translation: WatchTranslation
    private var listener: Listener?
    private var printedStands: [Int: ServedClient.Stand] = [:]
    private var ration = LineRation()
    private var reading: Task<Void, Never>?
    /// The screens are told of one piece while the next is judged.
    private var telling: Task<Void, Never>?

    /// Follows news in the order of time; `record` is where they are taken in.
    init(
        _ name: String, _ news: NewsFeed, record: WatchRecord = WatchRecord(),
        faults: WatchFaults = WatchFaults { _ in }, terminal: CommandTerminal? = nil, printer: WatchPrinter? = nil,
        archive: WatchArchive? = nil, stage: ConsoleStage = .watch
    ) {
        (self.stage, self.archive) = (stage, archive)
        (self.name, self.news, self.faults, self.terminal, self.printer) = (name, news, faults, terminal, printer)
        translation = WatchTranslation(record)
        translation.record.planned = faults.planned
    }

    nonisolated var context: ConsoleContext {
        var context = ConsoleContext(profile: name, faults: LabFault.ofWatched)
        context.stage = stage
        context.hasCommand = terminal != nil
        return context
    }

    /// Has the screens told of all that comes from now on, the end of the watch last.
    func follow(_ listener: @escaping Listener) async {
        self.listener = listener
        // No news tells of those that the command line has armed.
        if !faults.armings.isEmpty { await listener([faultsArmed(at: Date())]) }
        begin()
    }

    /// Reads on, and tells the screens nothing more.
    func readAlone() {
        listener = nil
        begin()
    }

    /// Returns what was seen, once the watch is over.
    func end() async -> WatchRecord {
        begin()
        await reading?.value
        return translation.record
    }

    /// In a task of its own: the watch goes on when the console is closed.
    private func begin() {
        guard reading == nil else { return }
        reading = Task {
            var last = Date()
            while let items = await news.next() {
                for item in items { last = max(last, item.moment) }
                await take(items)
            }
            await close(at: last)
        }
    }

    private func take(_ items: [WatchNews]) async {
        guard let listener else {
            for item in items { takeUnshown(item) }
            return
        }
        // Of a message that is over already its beginning tells nothing.
        let over = Set(items.compactMap(\.endedMessage))
        for start in stride(from: 0, to: items.count, by: Self.pieceSize) {
            let piece = items[start..<min(start + Self.pieceSize, items.count)]
            let told = piece.flatMap { moments(of: $0, without: over) }
            await telling?.value
            telling = Task { @concurrent in await listener(told) }
        }
    }

    /// How many news the screens are told of at once: keys wait for them.
    private static let pieceSize = 64

    private func takeUnshown(_ item: WatchNews) {
        switch item {
        case .message(let step):
            let change: ObservedChange
            if let archive {
                let moments: [Moment]
                (change, moments) = translation.take(step, isOver: true)
                archive.take(item, moments)
            } else {
                change = translation.record.take(step)
            }
            print(change.newFindings)
            print(change.clients)
        case .notice(let notice, let moment):
            if translation.record.take(notice, at: moment) { printer?.print(notice) }
        case .injected(let fault, let moment):
            let struck = translation.moment(fault, at: moment)
            archive?.take(item, [struck])
        }
    }

    private func close(at moment: Date) async {
        let count = translation.record.observer.findings.count
        let moments = translation.close(at: moment)
        await telling?.value
        print(Array(translation.record.observer.findings.dropFirst(count)))
        ration.end()
        printer?.print(untold: ration.takeUntold())
        await listener?(moments)
    }

    private func print(_ findings: [ClientFinding]) {
        if !findings.isEmpty { printer?.print(findings, of: translation.record.observer) }
    }

    /// The clients of a server that stand otherwise than before.
    private func print(_ clients: [Int]) {
        guard let printer else { return }
        for id in clients {
            guard let client = translation.record.observer.client(id), client.successor == nil,
                printedStands[id] != client.stand
            else { continue }
            if printedStands.count > 2 * SeenClients.servedLimit { printedStands = [:] }
            printedStands[id] = client.stand
            let isTold = ration.admits(at: client.latest)
            printer.print(untold: ration.takeUntold())
            if isTold { printer.print(client) }
        }
    }

    private func moments(of item: WatchNews, without over: Set<Int>) -> [Moment] {
        switch item {
        case .message(let step):
            let moments = translation.moments(step, isOver: over.contains(step.id))
            archive?.take(item, moments)
            return moments
        case .notice(let notice, let moment): return [translation.moment(notice, at: moment)]
        case .injected(let fault, let moment):
            let struck = translation.moment(fault, at: moment)
            archive?.take(item, [struck])
            return [struck, faultsArmed(at: moment)]
        }
    }

    private func faultsArmed(at moment: Date) -> Moment {
        Moment(time: moment, occurrence: .faults(faults.armings))
    }
}

extension WatchNews {
    fileprivate var endedMessage: Int? { if case .message(.ended(let id, _, _)) = self { id } else { nil } }

    fileprivate var moment: Date {
        switch self {
        case .message(.began(_, let request)): request.begin
        case .message(.ended(_, _, let moment)), .notice(_, let moment), .injected(_, let moment): moment
        }
    }
}
