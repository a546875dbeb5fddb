import Addresses
public import FoundationEssentials

/// Receives the redirect that a person copies from the browser's address bar: over ssh, or on another machine.
public final class PastedRedirect: RedirectReceiver {
    private let redirectURI: URL
    private let stream: AsyncStream<URL>
    private let continuation: AsyncStream<URL>.Continuation

    /// Creates a receiver for one sign-in.
    /// - Parameter redirectURI: Sent to the provider where no receiver before this one names another; nothing needs to
    ///   listen there.
    public init(redirectURI: URL) {
        self.redirectURI = redirectURI
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Receives what was pasted, with or without white space around it.
    ///
    /// Returns `false` where it is not a URL with a query, for an immediate message; a URL of another attempt is ignored.
    @discardableResult
    public func paste(_ text: String) -> Bool {
        let compact = text.filter { !$0.isWhitespace }
        guard let url = URL(given: compact), url.query(percentEncoded: true) != nil else { return false }
        continuation.yield(url)
        return true
    }

    /// Returns the redirect URI; there is nothing to open.
    public func open() async throws -> URL { redirectURI }

    /// The URLs that were pasted.
    public func responses() -> AsyncStream<URL> { stream }

    /// `pasted`.
    public var source: StrayRedirect.Source { .pasted }

    /// Ends the stream of pasted URLs.
    public func close(succeeded: Bool) async { continuation.finish() }
}
