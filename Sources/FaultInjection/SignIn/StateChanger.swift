package import FoundationEssentials
package import SessionCore
import Synchronization

/// Wraps a redirect receiver and changes the `state` of a response (RFC 6749 §10.12) on demand.
package struct StateChanger: RedirectReceiver {
    private let base: any RedirectReceiver
    private let switches: FaultSwitches
    private let originals = Originals()

    package init(_ base: any RedirectReceiver, switches: FaultSwitches) {
        self.base = base
        self.switches = switches
    }

    package func open() async throws -> URL {
        try await base.open()
    }

    package func responses() -> AsyncStream<URL> {
        let (responses, continuation) = AsyncStream.makeStream(of: URL.self)
        let forwarding = Task { [base, switches, originals] in
            for await url in base.responses() {
                let changed = Self.changed(url, by: switches)
                if changed != url { originals.urls.withLock { $0[changed] = url } }
                continuation.yield(changed)
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in forwarding.cancel() }
        return responses
    }

    package func unreadable() -> AsyncStream<StrayRedirect> { base.unreadable() }

    package var source: StrayRedirect.Source { base.source }

    package func dismiss(_ url: URL) { base.dismiss(originals.take(url)) }

    package func forward(_ url: URL, to next: URL) -> Bool { base.forward(originals.take(url), to: next) }

    package func close(succeeded: Bool) async {
        await base.close(succeeded: succeeded)
    }

    /// The original redirects, by their changed ones: the wrapped receiver knows only the originals.
    private final class Originals: Sendable {
        let urls = Mutex<[URL: URL]>([:])

        func take(_ url: URL) -> URL { urls.withLock { $0.removeValue(forKey: url) } ?? url }
    }

    private static func changed(_ url: URL, by switches: FaultSwitches) -> URL {
        guard var components = URLComponents(url: url, resolvingAgainstBaseURL: false),
            let index = components.queryItems?.firstIndex(where: { $0.name == "state" }),
            let state = components.queryItems?[index].value
        else { return url }
        components.queryItems?[index].value = state.withLastCharacterChanged
        guard let changed = components.url,
            switches.use(.wrongState, "the state of the authorization response was changed")
        else { return url }
        return changed
    }
}
