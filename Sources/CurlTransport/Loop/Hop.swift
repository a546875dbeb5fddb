import SessionHTTP
import Synchronization

/// One hop of a request, shared by the task that waits for it and the transfer thread.
final class Hop: Sendable {
    typealias Answer = Result<Reception, TransportError>
    /// Resumed once, by the thread that dequeues the command to start the hop.
    typealias Continuation = UnsafeContinuation<Answer, Never>

    // The fields that the thread reads come first, so that they share a cache line.
    private let cancelled = Atomic(false)
    let form: RequestForm
    /// The kinds of address that it may go to; `nil` means all, and so does a proxy.
    let addresses: Set<AddressKind>?
    /// How long the server may be silent.
    let patience: Duration
    /// How long the whole may take once it is handed to libcurl; `nil` where it may take any time.
    let timeLeft: Duration?
    /// Receives the body of a successful answer.
    let receiver: HTTPBodyReceiver?
    let progress: HTTPProgress?
    let endsAtEventStream: Bool
    let request: HTTPRequest

    init(
        _ request: HTTPRequest, form: RequestForm, addresses: Set<AddressKind>? = nil, patience: Duration,
        timeLeft: Duration? = nil
    ) {
        self.form = form
        self.addresses = form.mayBeProxied ? nil : addresses
        self.patience = patience
        self.timeLeft = timeLeft
        receiver = request.bodyReceiver
        progress = request.progress
        endsAtEventStream = request.endsAtEventStream
        progress?.update(receivedSize: 0, expectedSize: nil)
        self.request = request
    }

    /// The lane that it belongs to.
    var lane: HostLane.Name { HostLane.Name(host: form.host, isOfProtocol: request.isOfProtocol) }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() {
        cancelled.store(true, ordering: .releasing)
    }
}
