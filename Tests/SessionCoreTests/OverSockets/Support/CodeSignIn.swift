import CurlTransport
import DemoProvider
import FoundationEssentials
import LoopbackRedirect
import SessionCore
import Synchronization
import TestSupport
import Testing

/// A sign-in by authorization code, with the provider's real pages, a small browser and a receiver on loopback.
struct CodeSignIn: Sendable {
    let live: LiveSession
    let browser = Browser(CurlTransport.patient())
    var username = "alice"
    var password = "wonderland"

    init(_ live: LiveSession) {
        self.live = live
    }

    /// A receiver on any free port.
    static func receiver() throws -> LoopbackRedirect {
        try LoopbackRedirect(redirectURI: try #require(URL(string: LoopbackRedirect.defaultURI)))
    }

    /// Signs in and returns the page that the browser is shown in the end.
    @discardableResult
    func run(_ change: (inout AuthorizationCodeFlow) -> Void = { _ in }) async throws -> HTTPResponse {
        try await run(change) { url in
            let redirect = try await browser.signIn(at: url, username: username, password: password)
            return try await browser.open(redirect)
        }
    }

    /// Signs in while `visit` does at the authorization URL what a person with a browser would do.
    func run<Page: Sendable>(
        _ change: (inout AuthorizationCodeFlow) -> Void = { _ in },
        visit: @escaping @Sendable (URL) async throws -> Page
    ) async throws -> Page {
        let (urls, continuation) = AsyncStream.makeStream(of: URL.self)
        var flow = AuthorizationCodeFlow(receivers: [try Self.receiver()]) { continuation.yield($0) }
        change(&flow)
        let visitor = Task {
            for await url in urls { return try await visit(url) }
            throw CancellationError()
        }
        do {
            try await live.session.signIn(flow)
        } catch {
            // A visitor that failed is the reason, where it did.
            _ = try await visitor.value
            throw error
        }
        return try await visitor.value
    }
}

/// A receiver that lets a test know how many redirects have arrived.
final class ObservedReceiver: RedirectReceiver {
    private let base: any RedirectReceiver
    private let count = Mutex(0)

    init(_ base: any RedirectReceiver) {
        self.base = base
    }

    var arrivals: Int { count.withLock { $0 } }

    func open() async throws -> URL { try await base.open() }

    func dismiss(_ url: URL) { base.dismiss(url) }

    func responses() -> AsyncStream<URL> {
        let urls = base.responses()
        return AsyncStream { continuation in
            let forwarding = Task {
                for await url in urls {
                    continuation.yield(url)
                    count.withLock { $0 += 1 }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in forwarding.cancel() }
        }
    }

    func close(succeeded: Bool) async { await base.close(succeeded: succeeded) }
}
