/// What a provider says when it refuses (RFC 6749 §5.2 and §4.1.2.1), kept as received.
public struct OAuthError: Error, Sendable, Hashable {
    /// The `error` member, such as `invalid_grant`.
    public let code: String
    /// The `error_description` member.
    public let detail: String?
    /// The `error_uri` member.
    public let uri: String?
    /// The status it came with; `nil` where it came in a redirect.
    public let status: Int?

    /// Creates an error as a provider sends it, for flows and transports of your own and for tests.
    public init(code: String, detail: String? = nil, uri: String? = nil, status: Int? = nil) {
        self.code = code
        self.detail = detail
        self.uri = uri
        self.status = status
    }
}

extension OAuthError: CustomStringConvertible {
    /// As providers' documentation is searched for: `invalid_grant: session revoked`.
    public var description: String {
        let clause = detail?.asClause ?? ""
        return clause.isEmpty ? code : "\(code): \(clause)"
    }
}

extension String {
    /// The text inside a longer sentence: in one line, and without a full stop at its end.
    package var asClause: String {
        let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.hasSuffix(".") && !line.hasSuffix("..") ? String(line.dropLast()) : line
    }
}
