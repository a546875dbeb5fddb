import ConsoleFaults
import ConsoleApp
import DemoProvider
import SessionCore
import TerminalUI

/// Carries out the model's effects, each in a task of its own, and reports the results as messages.
@TerminalActor
final class EffectRunner {
    var receive: @TerminalActor (Message) -> Void = { _ in }
    /// Carries out the effects on the terminal and the program themselves.
    var control: @TerminalActor (TerminalEffect) -> Void = { _ in }

    private let terminal: any ConsoleTerminal
    private let environment: [String: String]
    private let requestFolder: String
    private let work: WorkCount
    /// Whether a browser is opened for the sign-in that begins now.
    private let opensBrowser: @TerminalActor () -> Bool
    private(set) var host: ConsoleHost?
    /// The programs that are watched in the place of a session.
    var watched: WatchedPrograms?
    /// The effects that the session is still awaited for.
    private var waiting: [Effect] = []
    private var followers: [Task<Void, Never>] = []
    private var signIn: SignInRunner?
    /// The way to the session's profile, where a resource's URL was given instead of one.
    private var discovery: DiscoveryRunner?
    private var discoveryFollower: Task<Void, Never>?
    private var statusIsStale = false
    /// The last change of a request at the demo's provider that the model knows.
    private var lastProviderChange = 0
    /// The last event that the model knows, and those who wait for later ones.
    private var lastSequence = 0
    private var isDetached = false
    private var waitingForEvents: [CheckedContinuation<Void, Never>] = []
    private let tools: ToolRunner
    private lazy var requests = RequestFileRunner(
        root: requestFolder, terminal: terminal, environment: environment
    ) { [weak self] in self?.receive(.requests($0)) }
    private lazy var calls = CallRunner(work) { [weak self] in self?.receive($0) }
    private lazy var proxy = ProxyRunner(work) { [weak self] in self?.receive(.proxy($0)) }
    private lazy var sessionWork = SessionEffectRunner(work, tools: tools) { [weak self] in self?.receive($0) }

    /// Request files are read from this folder; the work of effects is counted.
    init(
        terminal: any ConsoleTerminal, environment: [String: String], requestFolder: String, work: WorkCount,
        opensBrowser: @escaping @TerminalActor () -> Bool
    ) {
        (self.work, self.opensBrowser) = (work, opensBrowser)
        self.terminal = terminal
        self.environment = environment
        self.requestFolder = requestFolder
        tools = ToolRunner(terminal: terminal, environment: environment)
        tools.receive = { [weak self] in self?.receive(.tool($0)) }
    }

    /// Begins the way to the session's profile, and follows its messages until the session does.
    func begin(_ way: ResourceWay, open: @escaping @TerminalActor () -> Void) {
        discoveryFollower = Task { for await event in way.journal.events() { self.report(event) } }
        let runner = DiscoveryRunner(way, work, receive: { self.receive(.discovery($0)) }, open: open)
        discovery = runner
        runner.perform(.findServer(choosing: nil))
    }

    /// Tells the model of an event, once.
    private func report(_ event: SessionEvent) {
        guard event.sequence > lastSequence else { return }
        receive(.happened(.event(event)))
        lastSequence = event.sequence
    }

    /// Adopts and follows the session when it is open, and carries out the effects that waited for it.
    func attach(_ host: ConsoleHost) async {
        self.host = host
        discoveryFollower?.cancel()
        receive(.happened(.context(host.context)))
        let session = host.session
        let alarm = LogoutSignal(
            host.demo == nil ? host.settings.logoutAlarm.ways : [], environment: environment)
        followers = [
            Task {
                var ends = ForcedEnds()
                for await event in session.events() {
                    if let end = ends.end(by: event) {
                        self.terminal.signal(alarm.sequence(profile: host.settings.profile, end))
                    }
                    self.report(event)
                    // The provider's own faults report no injection when they are used up.
                    if host.demo != nil, event.kind.endsRefresh {
                        self.receive(.happened(.faults(await FaultCommands.armed(host))))
                    }
                    self.refreshStatus(of: session)
                    self.resumeWaiting()
                }
            },
            Task {
                for await _ in host.injections {
                    self.receive(.happened(.faults(await FaultCommands.armed(host))))
                }
            },
            Task { for await events in host.others { self.receive(.happened(.others(events))) } },
            Task { await self.watchStore(of: session) },
        ]
        receive(.happened(.status(await session.status)))
        let waiting = waiting
        self.waiting = []
        waiting.forEach(perform)
    }

    /// Returns when the model knows all events until now, and the status after them.
    func catchUp() async {
        guard let host else { return }
        let last = host.session.recentEvents.last?.sequence ?? 0
        while lastSequence < last, !isDetached {
            await withCheckedContinuation { waitingForEvents.append($0) }
        }
        receive(.happened(.status(await host.session.status)))
        receive(.happened(.faults(await FaultCommands.armed(host))))
    }

    private func resumeWaiting() {
        let waiting = waitingForEvents
        waitingForEvents = []
        for continuation in waiting { continuation.resume() }
    }

    /// The session whose work must not be lost, if it is kept in a store.
    var keptSession: Session? { host.flatMap { $0.isKept ? $0.session : nil } }

    /// Cancels what is under way; the session itself stays as it is.
    func detach() {
        isDetached = true
        signIn?.cancel()
        sessionWork.stopWaiting()
        discovery?.cancel()
        discoveryFollower?.cancel()
        for task in followers { task.cancel() }
        resumeWaiting()
        calls.cancelAll()
    }

    /// Ends the proxy that gives other programs the session's token.
    func stopProxy() async { await proxy.stop() }

    func perform(_ effect: Effect) {
        switch effect {
        case .session(.examineProvider):
            onHost(effect) { ProviderExaminer.examine($0, work) { self.receive(.session($0)) } }
        case .session(let work): onHost(effect) { sessionWork.perform(work, $0) }
        case .signIn(let work): onHost(effect) { perform(work, $0) }
        case .discovery(let work): discovery?.perform(work)
        case .call(let work): onHost(effect) { calls.perform(work, $0) }
        case .requests(.readHistory):
            onHost(effect) { host in
                Task { self.receive(.requests(.historyRead(await Self.calls(host.history)))) }
            }
        case .requests(.saveArchive(let events, let isCut, let path)):
            onHost(effect) { tools.save(events, isCut: isCut, path: path, $0.session) }
        case .requests(let work): requests.perform(work)
        case .fault(let command):
            guard let faults = watched?.faults else { return onHost(effect) { perform(command, $0) } }
            faults.perform(command)
        case .provider(let work): onHost(effect) { perform(work, $0) }
        case .tool(let work): tools.perform(work)
        case .proxy(let work): onHost(effect) { proxy.perform(work, $0) }
        case .terminal(let work): control(work)
        case .command(.type(let key)): watched?.terminal?.type(key)
        case .command(.resize(let size)): watched?.terminal?.resize(size)
        }
    }

    @concurrent
    private static func calls(_ history: CallHistory) async -> [SentCall] { history.calls() }

    /// Runs the closure now, or keeps the effect until the session is open.
    private func onHost(_ effect: Effect, _ work: (ConsoleHost) -> Void) {
        if let host { work(host) } else { waiting.append(effect) }
    }

    private func perform(_ effect: SignInEffect, _ host: ConsoleHost) {
        switch effect {
        case .askOffers:
            work.run { self.receive(.signIn(.signInOffersCame(await SignInOffers.ask(host.session)))) }
        case .start(let choice, let stepUp):
            sessionWork.stopWaiting()
            let runner = SignInRunner(host: host, environment: opensBrowser() ? environment : nil, work: work) {
                self.receive(.signIn($0))
            }
            signIn = runner
            runner.start(choice, asking: stepUp)
        case .addDevice(let stepUp): signIn?.addDevice(asking: stepUp)
        case .cancel: signIn?.cancel()
        case .submitRedirect(let text): signIn?.submit(text)
        }
    }

    private func perform(_ effect: ProviderEffect, _ host: ConsoleHost) {
        guard let demo = host.demo else { return }
        work.run {
            var (state, revocation) = await ProviderCommands.perform(
                effect, demo, for: host.session, requestsAfter: self.lastProviderChange,
                namesControl: !host.context.stage.hasOwnSession)
            state.findings = host.watch?.findings ?? []
            self.lastProviderChange = max(self.lastProviderChange, state.requests.map(\.change).max() ?? 0)
            self.receive(.happened(.provider(state)))
            if let revocation { self.receive(.provider(.revoked(revocation))) }
            // A refresh of another program may have used up a fault.
            self.receive(.happened(.faults(await FaultCommands.armed(host))))
        }
    }

    private func perform(_ command: FaultCommand, _ host: ConsoleHost) {
        work.run {
            let outcome = await FaultCommands.perform(command, host)
            if case .failure(let failure) = outcome {
                self.receive(.fault(.faultFailed(command.fault, reason: failure.reason)))
            }
            self.receive(.happened(.faults(await FaultCommands.armed(host))))
        }
    }

    /// Reads the status once, however many events have happened meanwhile.
    private func refreshStatus(of session: Session) {
        guard !statusIsStale else { return }
        statusIsStale = true
        work.run {
            self.statusIsStale = false
            self.receive(.happened(.status(await session.status)))
        }
    }

    /// Checks every two seconds whether another process has changed the shared store.
    private func watchStore(of session: Session) async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(2))
            await session.checkStore()
            // A refresh that waits for the store's lock has told no event yet.
            if await session.status.refreshWaiters != nil { refreshStatus(of: session) }
        }
    }
}

extension SessionEvent.Kind {
    /// Whether the provider has answered a refresh.
    fileprivate var endsRefresh: Bool {
        switch self {
        case .refreshed, .refreshRejected: true
        default: false
        }
    }
}
