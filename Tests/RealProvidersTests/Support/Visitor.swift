import FoundationEssentials

/// Somebody with an account at a provider.
protocol Visitor: Sendable {
    /// Goes through the pages that begin at `url`; returns the redirect to the client.
    func signIn(at url: URL, with browser: WebBrowser, to redirectURI: URL) async throws -> URL
    /// Signs in at the page for device codes and says yes.
    func approve(at url: URL, userCode: String, with browser: WebBrowser) async throws
}

extension URL {
    /// Whether it is the same but for the query.
    func hasSameAddress(as other: URL) -> Bool {
        absoluteString.prefix { $0 != "?" } == other.absoluteString.prefix { $0 != "?" }
    }
}
