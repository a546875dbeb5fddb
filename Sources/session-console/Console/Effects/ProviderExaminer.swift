import Addresses
import ConsoleApp
import CurlTransport
import Doctor
import FoundationEssentials
import SessionCore
import TerminalUI

/// Looks at a session's provider from outside; no message is one of the session's.
enum ProviderExaminer {
    /// A fact with the messages that show it.
    private struct Report: Sendable {
        let finding: Finding
        let messages: [HTTPExchange]
    }

    @TerminalActor
    static func examine(
        _ host: ConsoleHost, _ work: WorkCount, receive: @escaping @TerminalActor (SessionMessage) -> Void
    ) {
        receive(.examinationBegan)
        let (reports, continuation) = AsyncStream.makeStream(of: Report.self)
        work.run {
            async let diagnosis = diagnosis(host, continuation)
            for await report in reports { receive(.factFound(report.finding, report.messages)) }
            receive(.examinationEnded(page: Markdown.text(of: await diagnosis.page())))
        }
    }

    @concurrent
    private static func diagnosis(
        _ host: ConsoleHost, _ reports: AsyncStream<Report>.Continuation
    ) async -> Diagnosis {
        defer { reports.finish() }
        let client = host.settings.client
        let resource = client.resources.first ?? host.context.resource
        let journal = EventJournal(clock: SystemClock())
        var doctor = Doctor(
            of: .provider(issuer: client.issuer, resource: resource.flatMap { URL(given: $0) }),
            channel: Channel(
                transport: CurlTransport(host.settings.transport), clock: SystemClock(),
                randomness: SystemRandomness(), scope: EventScope(journal: journal, generation: 0)))
        doctor.allowsPlainHTTP = client.allowsPlainHTTP
        return await doctor.examine { finding in
            let numbers = Set(finding.attempts.compactMap(\.exchange))
            let messages = journal.kept.compactMap { event -> HTTPExchange? in
                guard case .exchange(let exchange) = event.kind, numbers.contains(exchange.id) else { return nil }
                return exchange
            }
            reports.yield(Report(finding: finding, messages: messages))
        }
    }
}
