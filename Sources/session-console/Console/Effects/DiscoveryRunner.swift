import ConsoleApp
import SessionCore
import TerminalCurses

/// Goes the way from a resource's URL to a profile, step by step, as the checklist asks for it.
@TerminalActor
final class DiscoveryRunner {
    private let way: ResourceWay
    private let work: WorkCount
    private let receive: @TerminalActor (DiscoveryMessage) -> Void
    /// Opens the session of the profile that was written.
    private let open: @TerminalActor () -> Void
    private var task: Task<Void, Never>?
    private var found: (server: DiscoveredServer, discovery: ResourceDiscovery, before: Profile?)?

    init(
        _ way: ResourceWay, _ work: WorkCount, receive: @escaping @TerminalActor (DiscoveryMessage) -> Void,
        open: @escaping @TerminalActor () -> Void
    ) {
        (self.way, self.work, self.receive, self.open) = (way, work, receive, open)
    }

    func perform(_ effect: DiscoveryEffect) {
        switch effect {
        case .findServer(let issuer): run { try await self.findServer(choosing: issuer) }
        case .findClient: run { try await self.findClient() }
        case .cancel: cancel()
        }
    }

    func cancel() { task?.cancel() }

    private func run(_ step: @escaping @TerminalActor () async throws -> Void) {
        cancel()
        task = work.run {
            do {
                try await step()
            } catch let failure as DiscoveryFailure {
                // A task that is cancelled gets no more steps.
                self.receive(.stepEnded(failure.step))
            } catch {
                let failure = CommandFailure(describing: error)
                self.receive(.refused(reason: failure.message, advice: failure.advice))
            }
        }
    }

    private func findServer(choosing issuer: String?) async throws {
        found = nil
        let before = try way.resource.previous(true)
        let discovery = try await way.resource.discovery(before, way.journal, choosing: issuer)
        let server = try await reportingSteps { try await discovery.server(reporting: $0) }
        guard let server else { return }
        found = (server, discovery, before)
        let isConfirmed = issuer != nil || way.resource.names(server.issuer, before)
        receive(.serverFound(issuer: server.issuer, isConfirmed: isConfirmed))
    }

    private func findClient() async throws {
        guard let (server, discovery, before) = found else { return }
        let client = try await reportingSteps { try await discovery.client(at: server, reporting: $0) }
        try await way.resource.save(client, of: server, in: before)
        receive(.clientFound)
        open()
    }

    /// Does work away from the terminal's actor, and receives its steps in order, before its result.
    private func reportingSteps<Value: Sendable>(
        _ work: @escaping @Sendable (@Sendable (DiscoveryStep) -> Void) async throws -> Value
    ) async throws -> Value {
        let (steps, reports) = AsyncStream.makeStream(of: DiscoveryStep.self)
        async let value = Self.finishing(reports) { try await work { reports.yield($0) } }
        for await step in steps { receive(.stepEnded(step)) }
        return try await value
    }

    @concurrent
    private static func finishing<Value: Sendable>(
        _ reports: AsyncStream<DiscoveryStep>.Continuation, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        defer { reports.finish() }
        return try await work()
    }
}
