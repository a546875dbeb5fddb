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
    /// The scopes that the provider lists (`scopes_supported`), where it refused a sign-in's scope.
    public var listedScope: [String] = []

    /// Creates an error as a provider sends it, for flows and transports of your own and for tests.
    public init(code: String, detail: String? = nil, uri: String? = nil, status: Int? = nil) {
        self.code = code
        self.detail = detail
        self.uri = uri
        self.status = status
    }
}

extension OAuthError {
    /// Whether a request without a proof of possession was refused for that (RFC 9449 §5).
    package var asksForProof: Bool {
        let codes = ["invalid_request", "invalid_dpop_proof", "use_dpop_nonce"]
        return codes.contains(code) && (code != "invalid_request" || detail?.lowercased().contains("dpop") == true)
    }
}

extension OAuthError: CustomStringConvertible {
    /// In the form that providers' documentation uses: `invalid_grant: session revoked`.
    public var description: String {
        let clause = detail?.asClause ?? ""
        let words = clause.isEmpty ? code : "\(code): \(clause)"
        return listedScope.isEmpty ? words : "\(words) (it lists \(listedScope.joined(separator: " ")))"
    }
}

extension String {
    /// The text inside a longer sentence: in one line, and without a full stop at its end.
    package var asClause: String {
        let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.hasSuffix(".") && !line.hasSuffix("..") ? String(line.dropLast()) : line
    }
}
