package import FoundationEssentials

/// A request of a file with everything filled in.
package struct ResolvedRequest: Sendable {
    package var method: String
    package var url: URL
    package var headers: [(name: String, value: String)] = []
    /// Fields that the transport would add by itself and that are not sent.
    package var omittedFields: [String] = []
    /// `nil` where there is none.
    package var body: [UInt8]?
    /// The file whose bytes are the body as they are, by its path as it is written.
    package var bodyFile: String?
    /// Whether the session's token goes along.
    ///
    /// It does where the file has a bearer's `Authorization` field and the URL is one of the session's; that field is
    /// not in ``headers`` then.
    package var carriesSession = false
    package var followsRedirects = true
    /// The secrets that were filled in: values of variables whose names say so, and of the private environment.
    package var secrets: [String] = []
    /// How long the server may be silent.
    package var timeout: Duration?
    /// The time for the whole exchange.
    package var maximumTime: Duration?

    package init(
        method: String, url: URL, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
        carriesSession: Bool = false, followsRedirects: Bool = true, timeout: Duration? = nil,
        maximumTime: Duration? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.carriesSession = carriesSession
        self.followsRedirects = followsRedirects
        self.timeout = timeout
        self.maximumTime = maximumTime
    }
}
