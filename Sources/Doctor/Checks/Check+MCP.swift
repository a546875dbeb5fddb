import Addresses
import FoundationEssentials
import JOSE
import SessionCore

/// A revision of the Model Context Protocol, as far as its authorization is another.
struct MCPRevision: Sendable {
    let name: String
    /// How a client becomes known.
    let registration: Citation
    /// Where the resource's metadata are.
    let metadata: Citation
    /// The scope in the challenge of a 401.
    let scope: Citation
    /// That each request needs a token.
    let requests: Citation
    let origin: Citation
    /// What only this one demands.
    let more: [Check]

    static let newest = revision(
        "2026-07-28", registration: ("Client Registration", "/client-registration"),
        metadataPage: "/authorization-server-discovery", scope: "Scope Selection Strategy",
        origin: ("Security & Endpoint", "/streamable-http"), more: [offlineAccess, issuer])
    static let earlier = revision(
        "2025-11-25", registration: ("Client Registration Approaches", ""), metadataPage: "",
        scope: "Protected Resource Metadata Discovery Requirements", origin: ("Security Warning", ""), more: [])

    private static func revision(
        _ name: String, registration: (section: String, page: String), metadataPage: String, scope: String,
        origin: (section: String, page: String), more: [Check]
    ) -> MCPRevision {
        MCPRevision(
            name: name, registration: citation(name, registration.section, "authorization\(registration.page)"),
            metadata: citation(name, "Authorization Server Location", "authorization\(metadataPage)"),
            scope: citation(name, scope), requests: citation(name, "Token Requirements"),
            origin: citation(name, origin.section, "transports\(origin.page)"), more: more)
    }

    private static func citation(_ name: String, _ section: String, _ page: String = "authorization") -> Citation {
        Citation(
            "MCP \(name)", section, url: "https://modelcontextprotocol.io/specification/\(name)/basic/\(page)")
    }

    private static let offlineAccess = Check(
        "mcp-offline-access", "MCP: offline_access in the resource's scopes", citation("2026-07-28", "Refresh Tokens"),
        "A client asks the authorization server for refresh tokens: the resource has nothing to do with them.",
        mend: "Leave offline_access out of the challenge and of the resource's scopes_supported.",
        of: .resourceServer
    ) { visit in
        guard !visit.scope.isEmpty else { return nil }
        return visit.scope.contains("offline_access") ? .remark("it is asked for") : .sound("not asked for")
    }

    private static let issuer = Check(
        "mcp-issuer", "MCP: the issuer in responses", citation("2026-07-28", "Authorization Response Validation"),
        "A client that is told who answers can't be led to send a code to another server.",
        mend: "Send iss in authorization responses, and announce it."
    ) { visit in
        guard let metadata = await visit.metadata() else { return nil }
        return metadata["authorization_response_iss_parameter_supported"]?.bool == true
            ? .sound("announced") : .remark("not announced")
    }
}

extension Demands {
    /// By which revision a server of the Model Context Protocol is judged; `nil` where that is not demanded.
    var revisionOfMCP: MCPRevision? {
        switch self {
        case .mcp, .newMCP: .newest
        case .oldMCP: .earlier
        case .oidc, .oauth21, .fapi2: nil
        }
    }
}

extension Check {
    /// What the Model Context Protocol demands.
    static func mcp(_ revision: MCPRevision) -> [Check] {
        [metadata(revision), registration(revision), scope(revision), methods(revision)] + revision.more
    }

    private static func metadata(_ revision: MCPRevision) -> Check {
        Check(
            "mcp-resource-metadata", "MCP: the resource's metadata", revision.metadata,
            "A client of the protocol learns there, and only there, where to sign in.",
            mend: "Publish the resource's metadata (RFC 9728), and name their address in the challenge.",
            of: .resourceServer
        ) { visit in
            guard let step = visit.step(.resourceMetadata) else { return nil }
            return switch (step.outcome, step.finding) {
            case (.done, _), (.doubtful, _): .sound("published")
            case (_, .nothingPublished): .fault("there are none")
            case (_, .unavailable), (_, .unreachable), (_, .cancelled): .unknown("\(step.finding)")
            default: .fault("\(step.finding)")
            }
        }
    }

    private static func registration(_ revision: MCPRevision) -> Check {
        Check(
            "mcp-registration", "MCP: how a client becomes known", revision.registration,
            "A client that the server does not know gives the address of its metadata; registration is the older way.",
            mend: "Support client ID metadata documents, and list client_id_metadata_document_supported."
        ) { visit in
            guard let metadata = await visit.metadata() else { return nil }
            if metadata["client_id_metadata_document_supported"]?.bool == true {
                return .sound("by the address of its metadata")
            }
            let registers = metadata[ProviderEndpoint.registration.rawValue]?.string != nil
            guard registers else { return .remark("by hand alone") }
            return .remark(
                visit.demands == .oldMCP ? "by registration alone" : "by registration alone, which is deprecated")
        }
    }

    private static func scope(_ revision: MCPRevision) -> Check {
        Check(
            "mcp-scope", "MCP: the scope in the challenge", revision.scope,
            "A client asks for the scope of the challenge, and else for all that the metadata list.",
            mend: "Name the scope that the request needs in the challenge.",
            of: .resourceServer
        ) { visit in
            guard let answer = await visit.resourceAnswer(),
                let challenge = AuthenticationChallenge.token(in: answer.headers)
            else { return nil }
            return challenge.scope.isEmpty ? .remark("none") : .sound(challenge.scope.joined(separator: " "))
        }
    }

    private static func methods(_ revision: MCPRevision) -> Check {
        Check(
            "mcp-methods", "MCP: the methods that need a token", revision.requests,
            "A client signs in at a 401: where some methods answer without a token, it may never be asked.",
            mend: "Demand a token for each request, whatever its method.",
            of: .resourceServer
        ) { visit in
            guard let question = visit.question, let answer = await visit.resourceAnswer() else { return nil }
            guard question.method == "GET", Origin(answer.url) != nil else {
                return .remark("not GET: a client that begins with it is not asked")
            }
            guard let reply = await visit.ask(Probe(.initialize(at: answer.url))).response else {
                return .unknown("no answer")
            }
            if reply.status == 401 { return .sound("GET and initialize") }
            return reply.isSuccess ? .remark("not initialize") : .unknown("initialize is answered \(reply.status)")
        }
    }
}
