package import FoundationEssentials

/// What is examined.
package enum ExaminedSubject: Sendable, Hashable {
    /// A URL from a person: of a resource, or else an issuer.
    case url(URL)
    /// An issuer that is known as one, with one of its resources.
    case provider(issuer: String, resource: URL?)
}

/// By whose demands a provider is judged beyond the standards that it names itself.
package enum Demands: String, Sendable, Hashable, CaseIterable {
    /// Those of the Model Context Protocol's authorization.
    case mcp
    /// Those of OpenID Connect.
    case oidc
}
