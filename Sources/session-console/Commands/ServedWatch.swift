import ClientWatch
import ConsoleApp
import Synchronization

/// A watch of a server from its own side, until the console is closed or a signal asks for the end.
struct ServedWatch {
    private let context: CommandContext
    private let terms: WatchTerms
    private let planned: [PlannedFault]
    private let place: ServedPlace

    init(_ context: CommandContext) throws(CommandFailure) {
        self.context = context
        place = try ServedPlace(context)
        terms = try WatchTerms(context)
        planned = try context.plannedFaults()
    }

    func run() async throws -> ExitStatus {
        let news = NewsFeed()
        let archive = try WatchArchive(context)
        let deliver: @Sendable (WatchNews) -> Void = { news.add($0) }
        let faults = WatchFaults(planned, apis: [], deliver: deliver)
        let isShown = context.showsWatch
        // A signal that ended the program meanwhile would leave the record unwritten.
        if !isShown { SignalWatch.shared.hold() }
        defer { if !isShown { SignalWatch.shared.release() } }
        let watch = try start(faults, deliver)
        SignalWatch.shared.beforeEnd { watch.end() }
        let source = WatchSource(server: place.name(port: watch.port))
        let programs = WatchedPrograms(
            source.name, news, record: WatchRecord(isOfServer: true), faults: faults,
            printer: isShown ? nil : WatchPrinter(context.output, printsFindings: terms.format == .text),
            archive: archive, stage: .server)
        let closing: Result<Void, any Error>
        do {
            if isShown {
                try await Console.show(programs, context, theme: try context.theme())
            } else {
                await programs.readAlone()
                context.output.inform("Serving \(source.name) until ctrl-c.")
                await SignalWatch.shared.nextSignal()
            }
            closing = .success(())
        } catch {
            closing = .failure(error)
        }
        await programs.readAlone()
        await watch.stop()
        news.finish()
        let record = await programs.end()
        try archive?.write()
        try closing.get()
        return try terms.finish(record, from: source, isShown: isShown, context.output)
    }

    private func start(
        _ faults: WatchFaults, _ deliver: @escaping @Sendable (WatchNews) -> Void
    ) throws(CommandFailure) -> ServerWatch {
        do {
            return try ServerWatch(
                of: place.routes, at: place.address, base: context.environment, connecting: place.configuration,
                faults: faults.switches, deliver: deliver)
        } catch {
            throw CommandFailure(.failed, "The watch can't start: \(error)")
        }
    }
}
