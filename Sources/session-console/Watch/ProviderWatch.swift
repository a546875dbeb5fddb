import Addresses
import ClientObservation
import ConsoleApp
import DemoProvider
import FoundationEssentials
import HTTPServer
import SessionCore
import Synchronization

/// Finds what the clients of the embedded provider do wrong with their sessions.
///
/// Notes on the server are left out: that is the provider itself, with the faults that somebody arms.
final class ProviderWatch: RequestWitness {
    private struct State {
        var observer = Observer()
        /// The observer's numbers of the messages under way, by those of the provider.
        var underWay: [Int: Int] = [:]
        var printed = 0
    }

    private let state = Mutex(State())
    private let print: @Sendable (String) -> Void

    /// Each finding is printed once, when it is found first.
    init(print: @escaping @Sendable (String) -> Void = { _ in }) { self.print = print }

    func received(_ id: Int, _ request: ServerRequest, time: Date) {
        // By the name that the client knows: another name of this machine is another origin.
        guard let host = request.headers["Host"], request.target.hasPrefix("/"),
            let url = URL(given: "http://\(host)\(request.target)")
        else { return }
        let observed = ObservedRequest(
            method: request.method, url: url, headers: HTTPHeaders(request.headers), body: request.body, begin: time)
        change { state in state.underWay[id] = state.observer.begin(observed) }
    }

    func answered(_ id: Int, _ response: ServerResponse, time: Date) {
        change { state in
            guard let message = state.underWay.removeValue(forKey: id) else { return }
            state.observer.end(message, ObservedOutcome(response), at: time)
        }
    }

    /// Judges what only the end decides, and prints a summary.
    func close() {
        change { $0.observer.close() }
        print(FindingText.summary(state.withLock(\.observer), from: "clients"))
    }

    /// The findings so far, those of the greatest weight first.
    var findings: [ProviderState.Finding] {
        state.withLock(\.observer.weightiestFirst).filter { $0.rule.weight != .note }.map(ProviderState.Finding.init)
    }

    private func change(_ body: (inout State) -> Void) {
        let lines = state.withLock { state in
            body(&state)
            let new = state.observer.findings.dropFirst(state.printed).filter { $0.rule.weight != .note }
            state.printed = state.observer.findings.count
            return new.flatMap { FindingText.lines($0, state.observer) }
        }
        for line in lines { print(line) }
    }
}

extension HTTPHeaders {
    fileprivate init(_ headers: ServerHeaders) {
        self.init(headers.fields.map { Field(name: $0.name, value: $0.value) })
    }
}

extension ObservedOutcome {
    /// Of a body in chunks the content is not known.
    fileprivate init(_ response: ServerResponse) {
        let body: [UInt8]
        switch response.body {
        case .hang, .drop:
            self = .failed
            return
        case .bytes(let bytes): body = bytes
        case .chunks: body = []
        }
        self = .answered(
            ObservedAnswer(status: response.status, headers: HTTPHeaders(response.headers), body: body))
    }
}

extension ProviderState.Finding {
    fileprivate init(_ finding: ClientFinding) {
        self.init(
            name: finding.rule.name, isError: finding.rule.weight == .error, summary: finding.rule.summary,
            clientID: finding.client, count: finding.count)
    }
}
