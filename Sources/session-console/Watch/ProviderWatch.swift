import ClientObservation
import DemoProvider
import FoundationEssentials
import HTTPServer
import SessionCore
import Synchronization

/// Finds what the clients of the embedded provider do wrong with their sessions.
///
/// Notes on the server are left out: that is the provider itself, with the faults that somebody arms.
final class ProviderWatch: RequestWitness {
    private let observer = Mutex(Observer())
    private let print: @Sendable (String) -> Void

    /// Each finding is printed once, when it is found first.
    init(print: @escaping @Sendable (String) -> Void = { _ in }) { self.print = print }

    func received(_ id: Int, _ request: ServerRequest, time: Date) {
        guard let observed = ObservedRequest(request, begin: time) else { return }
        change { $0.take(.began(id, observed)) }
    }

    func answered(_ id: Int, _ response: ServerResponse, time: Date) {
        change { $0.take(.ended(id, ObservedOutcome(response), at: time)) }
    }

    /// A fault that the control URL arms has no mark.
    func struck(_ id: Int, by mark: Int) {}

    /// Judges what only the end decides, and prints a summary.
    func close() {
        change { $0.close() }
        print(FindingText.summary(observer.withLock(\.self), from: "clients"))
    }

    /// The findings so far, those of the greatest weight first.
    var findings: [ClientFinding] {
        observer.withLock(\.findings).weightiestFirst.filter { $0.weight != .note }
    }

    private func change(_ body: (inout Observer) -> ObservedChange) {
        let lines = observer.withLock { observer in
            body(&observer).newFindings.filter { $0.weight != .note }
                .flatMap { FindingText.lines($0, observer) }
        }
        for line in lines { print(line) }
    }
}
