import FoundationEssentials
import HTTPServer
import Synchronization

/// The browsers that arrive at one opening of the receiver, and their answers.
final class Arrivals: Sendable {
    /// How long the end of a sign-in waits, at most, for its page to reach the browser: moments, but on a busy machine.
    private static let deliveryTime = Duration.seconds(10)
    /// How many browsers are held: strays beyond that must not use up the connections that the awaited one needs.
    static let holdingLimit = 8

    /// A browser that is held until it is known what its page can say.
    private struct Visitor {
        let url: URL
        let page = Settlement<ResultPage>()
    }

    private struct State {
        var uri: URL?
        var lastVisitor = 0
        var held: [Int: Visitor] = [:]
        /// Pages that are not with their browser yet.
        var deliveries: [Int: Settlement<Bool>] = [:]
        /// Whether the sign-in succeeded, once it has ended.
        var hasSucceeded: Bool?
    }

    let urls: AsyncStream<URL>
    private let continuation: AsyncStream<URL>.Continuation
    private let address: RedirectAddress
    private let patience: Duration
    private let state = Mutex(State())

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

    /// Passes a redirect on and answers it when the sign-in has ended, or when it was dismissed.
    ///
    /// Whether it belongs to the sign-in is not known here; what arrives at any other place is turned away.
    func answer(_ request: ServerRequest) async -> ServerResponse {
        guard request.method == "GET", request.path == address.path, let query = request.rawQuery, !query.isEmpty,
            let uri, let url = URL(string: "\(uri.absoluteString)?\(query)")
        else { return ResultPage.notFound.response() }
        let (id, visitor) = admit(url)
        continuation.yield(url)
        let page = await visitor?.page.value(within: patience) ?? .undecided
        state.withLock { _ = $0.held.removeValue(forKey: id) }
        return page.response(
            delivery: Delivery { [weak self] in
                self?.state.withLock { $0.deliveries.removeValue(forKey: id) }?.settle(true)
            })
    }

    /// The number of a browser, and what holds it where there is room to hold one more.
    private func admit(_ url: URL) -> (id: Int, visitor: Visitor?) {
        state.withLock { state in
            state.lastVisitor += 1
            state.deliveries[state.lastVisitor] = Settlement()
            guard state.held.count < Self.holdingLimit else { return (state.lastVisitor, nil) }
            let visitor = Visitor(url: url)
            if let hasSucceeded = state.hasSucceeded { visitor.page.settle(ResultPage(succeeded: hasSucceeded)) }
            state.held[state.lastVisitor] = visitor
            return (state.lastVisitor, visitor)
        }
    }

    /// Tells those who brought this redirect that it belongs to another sign-in.
    func dismiss(_ url: URL) {
        for visitor in state.withLock(\.held).values where visitor.url == url { visitor.page.settle(.otherSignIn) }
    }

    /// Answers all that wait, and returns when they have their answers or have left.
    func end(succeeded: Bool) async {
        continuation.finish()
        let (visitors, deliveries) = state.withLock { state in
            state.hasSucceeded = succeeded
            return (Array(state.held.values), Array(state.deliveries.values))
        }
        for visitor in visitors { visitor.page.settle(ResultPage(succeeded: succeeded)) }
        await withTaskGroup(of: Void.self) { group in
            for delivery in deliveries {
                group.addTask { _ = await delivery.value(within: Self.deliveryTime) }
            }
        }
    }
}

/// Lives as long as a page is on its way: the server lets go of it when the browser has the page, or is gone.
final class Delivery: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }
}
