public import FoundationEssentials

/// Receives the authorization response (RFC 6749 §4.1.2): on a loopback port, or from wherever a person pastes it.
public protocol RedirectReceiver: Sendable {
    /// Makes the receiver ready and returns the redirect URI for the authorization request.
    ///
    /// Throws ``SessionError`` where the port of a fixed URI is in use; it names the port.
    func open() async throws -> URL
    /// The redirect URLs that arrive, in order. The flow uses the first that carries its `state`; strays are ignored.
    func responses() -> AsyncStream<URL>
    /// What arrives instead of redirect URLs and can't be read; it becomes events.
    func unreadable() -> AsyncStream<StrayRedirect>
    /// Where its redirects come from.
    var source: StrayRedirect.Source { get }
    /// Answers the browser at once that this redirect belongs to another sign-in.
    func dismiss(_ url: URL)
    /// Sends the browser that brought this redirect on to another page of the provider; `false` where it holds none.
    func forward(_ url: URL, to next: URL) -> Bool
    /// Answers the browser of the accepted redirect how the sign-in went, then frees the port. May be called at any
    /// time.
    func close(succeeded: Bool) async
}

extension RedirectReceiver {
    /// `browser`, the usual source.
    public var source: StrayRedirect.Source { .browser }
    /// Ends at once: whatever arrives is a URL.
    public func unreadable() -> AsyncStream<StrayRedirect> { AsyncStream { $0.finish() } }
    /// Does nothing.
    public func dismiss(_ url: URL) {}
    /// `false`: the flow presents the page.
    public func forward(_ url: URL, to next: URL) -> Bool { false }
}
