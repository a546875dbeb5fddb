import FoundationEssentials
import HTTPServer
import Synchronization

/// The browsers that arrive at one opening of the receiver, and what they are told.
final class Arrivals: Sendable {
    /// How long the end of a sign-in waits, at most, for its page to reach the browser: moments, but on a busy machine.
    private static let deliveryTime = Duration.seconds(10)
    /// How many browsers are held: strays beyond that must not use up the connections that the awaited one needs.
    private static let holdingLimit = 8

    private struct State {
        var uri: URL?
        var deliveries: [Settlement<Bool>] = []
        var heldCount = 0
    }

    let urls: AsyncStream<URL>
    private let continuation: AsyncStream<URL>.Continuation
    private let address: RedirectAddress
    private let patience: Duration
    private let state = Mutex(State())
    /// Whether the sign-in succeeded, once it has ended.
    private let outcome = Settlement<Bool>()

    init(address: RedirectAddress, patience: Duration) {
        self.address = address
        self.patience = patience
        (urls, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    }

    /// The URI with its real port, which is known only once the server runs.
    var uri: URL? {
        get { state.withLock(\.uri) }
        set { state.withLock { $0.uri = newValue } }
    }

    /// Passes a redirect on and answers it when the sign-in has ended.
    ///
    /// Whether it belongs to the sign-in is not known here; what arrives at any other place is turned away.
    func answer(_ request: ServerRequest) async -> ServerResponse {
        guard request.method == "GET", request.path == address.path, let query = request.rawQuery, !query.isEmpty,
            let uri, let url = URL(string: "\(uri.absoluteString)?\(query)")
        else { return ResultPage.notFound.response() }
        let delivery = Settlement<Bool>()
        let isHeld = state.withLock { state in
            state.deliveries.append(delivery)
            guard state.heldCount < Self.holdingLimit else { return false }
            state.heldCount += 1
            return true
        }
        continuation.yield(url)
        let succeeded = isHeld ? await outcome.value(within: patience) : nil
        if isHeld { state.withLock { $0.heldCount -= 1 } }
        return ResultPage(succeeded: succeeded).response(delivery: Delivery(settling: delivery))
    }

    /// Tells everybody who waits, and returns when they have been told or have left.
    func end(succeeded: Bool) async {
        continuation.finish()
        outcome.settle(succeeded)
        let deliveries = state.withLock(\.deliveries)
        await withTaskGroup(of: Void.self) { group in
            for delivery in deliveries {
                group.addTask { _ = await delivery.value(within: Self.deliveryTime) }
            }
        }
    }
}

/// Lives as long as a page is on its way: the server lets go of it when the browser has the page, or is gone.
final class Delivery: Sendable {
    private let settlement: Settlement<Bool>

    init(settling settlement: Settlement<Bool>) {
        self.settlement = settlement
    }

    deinit {
        settlement.settle(true)
    }
}
