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
    /// When the whole must be over; `nil` where it may take any time.
    let deadline: ContinuousClock.Instant?
    /// Receives the body of a successful answer.
    let receiver: HTTPBodyReceiver?
    let progress: HTTPProgress?
    let endsAtEventStream: Bool
    let request: HTTPRequest

    init(
        _ request: HTTPRequest, form: RequestForm, addresses: Set<AddressKind>? = nil, patience: Duration,
        deadline: ContinuousClock.Instant? = nil
    ) {
        self.form = form
        self.addresses = form.mayBeProxied ? nil : addresses
        self.patience = patience
        self.deadline = deadline
        receiver = request.bodyReceiver
        progress = request.progress
        endsAtEventStream = request.endsAtEventStream
        progress?.update(receivedSize: 0, expectedSize: nil)
        self.request = request
    }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() {
        cancelled.store(true, ordering: .releasing)
    }
}
