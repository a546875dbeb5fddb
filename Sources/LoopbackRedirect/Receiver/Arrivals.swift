import Addresses
import FoundationEssentials
import HTTPServer
import SessionCore
import Synchronization

/// The browsers that arrive while the receiver is open once, and their answers.
final class Arrivals: Sendable {
    /// How long the end of a sign-in waits for its page to reach the browser; it takes that long on a busy machine
    /// only.
    private static let deliveryTime = Duration.seconds(10)
    /// How many browsers are held at most: stray ones must leave a connection for the awaited one.
    static let holdingLimit = 8

    /// A browser that is held until the content of its page is known.
    private struct Visitor {
        let url: URL
        let page = Settlement<ResultPage>()
    }

    private struct State {
        var uri: URL?
        var lastVisitor = 0
        var held: [Int: Visitor] = [:]
        /// Pages that have not reached their browser yet.
        var deliveries: [Int: Settlement<Bool>] = [:]
        /// Whether the sign-in succeeded, once it has ended.
        var hasSucceeded: Bool?
    }

    let urls: AsyncStream<URL>
    private let continuation: AsyncStream<URL>.Continuation
    let unreadable: AsyncStream<StrayRedirect>
    private let unreadableContinuation: AsyncStream<StrayRedirect>.Continuation
    private let address: RedirectAddress
    private let patience: Duration
    private let isForSignOut: Bool
    private let state = Mutex(State())

    init(address: RedirectAddress, patience: Duration, isForSignOut: Bool = false) {
        self.address = address
        self.patience = patience
        self.isForSignOut = isForSignOut
        (urls, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
        (unreadable, unreadableContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
    }

    /// The URI with its real port, which is known only once the server runs.
    var uri: URL? {
        get { state.withLock(\.uri) }
        set { state.withLock { $0.uri = newValue } }
    }

    /// Passes a redirect on, and answers it when the sign-in has ended or the redirect was dismissed.
    ///
    /// The caller decides whether it belongs to the sign-in; requests to any other path are answered with 404.
    func answer(_ request: ServerRequest) async -> ServerResponse {
        if request.method == "POST", request.path == address.path {
            unreadableContinuation.yield(StrayRedirect(source: .browser, flaw: .posted, content: .nothing))
            return ResultPage.posted.response()
        }
        guard request.method == "GET", request.path == address.path, let query = request.rawQuery, !query.isEmpty,
            let uri, let url = URL(given: "\(uri.absoluteString)?\(query)")
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

    private func lastPage(_ hasSucceeded: Bool) -> ResultPage {
        switch (isForSignOut, hasSucceeded) {
        case (false, true): .signedIn
        case (false, false): .notSignedIn
        case (true, true): .signedOut
        case (true, false): .undecided
        }
    }

    /// Numbers a browser, and holds it if there is room for one more.
    private func admit(_ url: URL) -> (id: Int, visitor: Visitor?) {
        state.withLock { state in
            state.lastVisitor += 1
            state.deliveries[state.lastVisitor] = Settlement()
            guard state.held.count < Self.holdingLimit else { return (state.lastVisitor, nil) }
            let visitor = Visitor(url: url)
            if let hasSucceeded = state.hasSucceeded { visitor.page.settle(lastPage(hasSucceeded)) }
            state.held[state.lastVisitor] = visitor
            return (state.lastVisitor, visitor)
        }
    }

    /// Answers the browsers that brought this redirect that it belongs to another sign-in.
    func dismiss(_ url: URL) {
        for visitor in state.withLock(\.held).values where visitor.url == url { visitor.page.settle(.otherSignIn) }
    }

    /// Sends the browsers that brought this redirect on to another page; `false` where none is held.
    func forward(_ url: URL, to next: URL) -> Bool {
        let visitors = state.withLock(\.held).values.filter { $0.url == url }
        for visitor in visitors { visitor.page.settle(.elsewhere(next)) }
        return !visitors.isEmpty
    }

    /// Answers all waiting browsers, and returns when they have their pages or have left.
    func end(succeeded: Bool) async {
        continuation.finish()
        unreadableContinuation.finish()
        let (visitors, deliveries) = state.withLock { state in
            state.hasSucceeded = succeeded
            return (Array(state.held.values), Array(state.deliveries.values))
        }
        for visitor in visitors { visitor.page.settle(lastPage(succeeded)) }
        await withTaskGroup(of: Void.self) { group in
            for delivery in deliveries {
                group.addTask { _ = await delivery.value(within: Self.deliveryTime) }
            }
        }
    }
}

/// Exists while a page is on its way: the server releases it when the browser has the page or has left.
final class Delivery: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }
}
