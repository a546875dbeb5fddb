package import FoundationEssentials
package import SessionCore

/// A redirect receiver around a redirect receiver that changes the `state` of a response (RFC 6749 §10.12) on demand.
package struct StateChanger: RedirectReceiver {
    private let base: any RedirectReceiver
    private let switches: FaultSwitches

    package init(_ base: any RedirectReceiver, switches: FaultSwitches) {
        self.base = base
        self.switches = switches
    }

    package func open() async throws -> URL {
        try await base.open()
    }

    package func responses() -> AsyncStream<URL> {
        let (responses, continuation) = AsyncStream.makeStream(of: URL.self)
        let forwarding = Task { [base, switches] in
            for await url in base.responses() { continuation.yield(Self.changed(url, by: switches)) }
            continuation.finish()
        }
        continuation.onTermination = { _ in forwarding.cancel() }
        return responses
    }

    package func close(succeeded: Bool) async {
        await base.close(succeeded: succeeded)
    }

    private static func changed(_ url: URL, by switches: FaultSwitches) -> URL {
        guard var components = URLComponents(url: url, resolvingAgainstBaseURL: false),
            let index = components.queryItems?.firstIndex(where: { $0.name == "state" }),
            let state = components.queryItems?[index].value
        else { return url }
        components.queryItems?[index].value = state.withLastCharacterChanged
        guard let changed = components.url,
            switches.use(.wrongState, "the authorization response came with another state")
        else { return url }
        return changed
    }
}
