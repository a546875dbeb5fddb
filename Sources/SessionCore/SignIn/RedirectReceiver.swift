public import FoundationEssentials

/// Receives the authorization response (RFC 6749 §4.1.2): on a loopback port, or from wherever a person pastes it.
public protocol RedirectReceiver: Sendable {
    /// Makes the receiver ready and returns the redirect URI for the authorization request.
    ///
    /// Throws ``SessionError`` where the port of a fixed URI is taken; it names the port.
    func open() async throws -> URL
    /// The redirect URLs that arrive, in order. The flow takes the first that carries its `state`; strays are ignored.
    func responses() -> AsyncStream<URL>
    /// Where its redirects come from.
    var source: StrayRedirect.Source { get }
    /// Tells the browser that brought this redirect, at once, that it belongs to another sign-in.
    func dismiss(_ url: URL)
    /// Tells the browser whose redirect was taken how the sign-in went, then frees the port. May be called at any time.
    func close(succeeded: Bool) async
}

extension RedirectReceiver {
    public var source: StrayRedirect.Source { .browser }
    public func dismiss(_ url: URL) {}
}
