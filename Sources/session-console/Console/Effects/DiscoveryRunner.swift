import ConsoleApp
import SessionCore
import TerminalUI

/// Goes the way from a resource's URL to a client, step by step, as the checklist asks for it.
@TerminalActor
final class DiscoveryRunner {
    private let way: ResourceWay
    private let work: WorkCount
    private let receive: @TerminalActor (DiscoveryMessage) -> Void
    /// Opens the session of the client that was kept.
    private let open: @TerminalActor () -> Void
    private var task: Task<Void, Never>?
    private var found: (server: DiscoveredServer, attempt: ResourceWay.Attempt)?

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
        case .useClient(let id): run { try await self.findClient(id) }
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
        let attempt = try await way.begin(way.journal, issuer)
        let server = try await reportingSteps { try await attempt.discovery.server(reporting: $0) }
        guard let server else { return }
        found = (server, attempt)
        let isConfirmed = issuer != nil || attempt.names(server.issuer)
        receive(.serverFound(issuer: server.issuer, isConfirmed: isConfirmed))
    }

    private func findClient(_ id: String? = nil) async throws {
        guard let (server, attempt) = found else { return }
        var discovery = attempt.discovery
        discovery.options.clientID = id ?? discovery.options.clientID
        let client = try await reportingSteps { [discovery] in
            try await discovery.client(at: server, reporting: $0)
        }
        try await attempt.save(client, server)
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
