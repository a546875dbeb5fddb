import Synchronization

/// How much of an answer's body has arrived, for a display that reads it from time to time.
///
/// Put one into ``HTTPRequest/progress``. The transport writes it while the answer arrives, and anyone reads it, on any
/// thread. An attempt or a redirect that follows begins at zero. A transport need not write it at all.
public final class HTTPProgress: Sendable {
    private let received = Atomic(0)
    /// Negative where it is not known.
    private let expected = Atomic(-1)

    /// Creates a progress at zero, for one request.
    public init() {}

    /// The bytes of the body that have arrived: before content decoding where ``expectedSize`` is known, else after it.
    public var receivedSize: Int { received.load(ordering: .relaxed) }

    /// How many there will be, by `Content-Length`; `nil` while or where that is not known.
    public var expectedSize: Int? {
        let size = expected.load(ordering: .relaxed)
        return size < 0 ? nil : size
    }

    /// Takes up how much has arrived, for transports.
    public func update(receivedSize: Int, expectedSize: Int?) {
        expected.store(expectedSize ?? -1, ordering: .relaxed)
        received.store(receivedSize, ordering: .relaxed)
    }
}
