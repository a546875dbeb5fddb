package import FoundationEssentials
import SessionCore

/// What is examined.
package enum ExaminedSubject: Sendable, Hashable {
    /// A URL from a person: of a resource, or else an issuer.
    case url(URL)
    /// An issuer that is known as one, with one of its resources.
    case provider(issuer: String, resource: URL?)

    /// What a person named as a resource, or may have.
    package var resource: URL? {
        switch self {
        case .url(let url): url
        case .provider(_, let resource): resource
        }
    }

    /// As it was given: ``Diagnosis/subject``.
    package var text: String {
        switch self {
        case .url(let url): url.absoluteString
        case .provider(let issuer, let resource): resource?.absoluteString ?? issuer
        }
    }
}

/// By whose demands a provider is judged beyond the standards that it names itself.
package enum Demands: String, Sendable, Hashable, CaseIterable {
    /// Those of OpenID Connect.
    case oidc
    /// Those of OAuth 2.1, as far as its draft goes.
    case oauth21
    /// Those of the Model Context Protocol's authorization, by its newest revision.
    case mcp
    case oldMCP = "mcp=2025-11-25"
    case newMCP = "mcp=2026-07-28"
    /// Those of the FAPI 2.0 Security Profile.
    case fapi2

    /// Whether they are of the Model Context Protocol, by whatever revision.
    var areOfMCP: Bool { [.mcp, .oldMCP, .newMCP].contains(self) }
}
