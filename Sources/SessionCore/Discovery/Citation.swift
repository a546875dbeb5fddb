/// The section of a specification that a step of the discovery, or a finding, follows.
public struct Citation: Sendable, Hashable {
    /// The specification, as it is cited: `RFC 9728`.
    public let document: String
    /// Its section, such as `3.3`.
    public let section: String

    package init(_ document: String, _ section: String) {
        self.document = document
        self.section = section
    }

    package static func rfc(_ number: Int, _ section: String) -> Citation { Citation("RFC \(number)", section) }

    package static func openIDConnectCore(_ section: String) -> Citation {
        Citation("OpenID Connect Core 1.0", section)
    }

    /// The authorization of the Model Context Protocol, in a revision.
    static func mcp(_ revision: String) -> Citation { Citation("MCP \(revision)", "Authorization") }

    /// What a client ID metadata document goes by.
    static func clientMetadataDocument(_ section: String) -> Citation {
        Citation("OAuth Client ID Metadata Document", section)
    }
}

extension Citation: CustomStringConvertible {
    /// As it is cited: `RFC 9728 §3.3`.
    public var description: String { "\(document) §\(section)" }
}
