/// The section of a specification that a step of the discovery, or a finding, follows.
public struct Citation: Sendable, Hashable {
    /// The specification, as it is cited: `RFC 9728`.
    public let document: String
    /// Its section, such as `3.3`.
    public let section: String
    /// Where it can be read; of an RFC the section itself.
    package let url: String

    package init(_ document: String, _ section: String, url: String) {
        self.document = document
        self.section = section
        self.url = url
    }

    package static func rfc(_ number: Int, _ section: String) -> Citation {
        Citation("RFC \(number)", section, url: "https://www.rfc-editor.org/rfc/rfc\(number)#section-\(section)")
    }

    package static func openIDConnectCore(_ section: String) -> Citation {
        Citation(
            "OpenID Connect Core 1.0", section, url: "https://openid.net/specs/openid-connect-core-1_0.html")
    }

    package static func fetch(_ section: String) -> Citation {
        Citation("Fetch", section, url: "https://fetch.spec.whatwg.org/")
    }

    /// The authorization of the Model Context Protocol, in a revision.
    static func mcp(_ revision: String) -> Citation {
        Citation(
            "MCP \(revision)", "Authorization",
            url: "https://modelcontextprotocol.io/specification/\(revision)/basic/authorization")
    }

    /// What a client ID metadata document goes by.
    static func clientMetadataDocument(_ section: String) -> Citation {
        Citation(
            "OAuth Client ID Metadata Document", section,
            url: "https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/")
    }
}

extension Citation: CustomStringConvertible {
    /// As it is cited: `RFC 9728 §3.3`.
    public var description: String { "\(document) §\(section)" }
}
