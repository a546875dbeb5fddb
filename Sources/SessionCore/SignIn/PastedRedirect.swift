import Addresses
public import FoundationEssentials
import Synchronization

/// Receives the redirect that a person copies from the browser's address bar: over ssh, or on another machine.
public final class PastedRedirect: RedirectReceiver {
    /// Quotation marks and brackets that chats and mails put around an address; no URL holds them raw.
    private static let wrapping: Set<Character> = ["\"", "'", "`", "<", ">", "“", "”", "‘", "’", "«", "»"]
    /// A longer text is no address, and is not kept for its continuation.
    private static let limit = 64 << 10

    private let redirectURI: URL
    private let stream: AsyncStream<URL>
    private let continuation: AsyncStream<URL>.Continuation
    /// What was pasted so far of an address that a line break has cut.
    private let beginning = Mutex("")

    /// Creates a receiver for one sign-in.
    /// - Parameter redirectURI: Sent to the provider where no receiver before this one names another; nothing needs to
    ///   listen there.
    public init(redirectURI: URL) {
        self.redirectURI = redirectURI
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Receives what was pasted, without the white space, quotation marks and backslashes that copying adds.
    ///
    /// A text that does not begin an address continues the one before. Returns `false` where that is not a URL with a
    /// query, for an immediate message; a URL of another attempt is ignored.
    @discardableResult
    public func paste(_ text: String) -> Bool {
        let part = Self.compact(text)
        let compact = beginning.withLock { beginning in
            beginning = Self.beginsAddress(part) ? part : beginning + part
            if beginning.utf8.count > Self.limit { beginning = "" }
            return beginning
        }
        guard let url = URL(given: compact), url.scheme != nil, url.query(percentEncoded: true) != nil else {
            return false
        }
        continuation.yield(url)
        return true
    }

    private static func compact(_ text: String) -> String {
        text.filter { !$0.isWhitespace && $0 != "\\" && !wrapping.contains($0) }
    }

    /// Whether a pasted line is the beginning of an address, and no continuation of one.
    package static func beginsAddress(_ line: String) -> Bool {
        let text = compact(line)
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix(":/") else { return false }
        let scheme = text[..<colon]
        return scheme.first?.isLetter == true
            && scheme.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
                default: false
                }
            }
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
