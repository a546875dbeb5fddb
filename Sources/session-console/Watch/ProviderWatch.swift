import Addresses
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
        // By the name that the client knows: another name of this machine is another origin.
        guard let host = request.headers["Host"], request.target.hasPrefix("/"),
            let url = URL(given: "http://\(host)\(request.target)")
        else { return }
        let observed = ObservedRequest(
            method: request.method, url: url, headers: HTTPHeaders(request.headers), body: request.body, begin: time)
        change { $0.take(.began(id, observed)) }
    }

    func answered(_ id: Int, _ response: ServerResponse, time: Date) {
        change { $0.take(.ended(id, ObservedOutcome(response), at: time)) }
    }

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
