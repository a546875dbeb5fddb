/// The demo's provider as a scenario about another program sets it up: what that program's session goes through.
package struct ClientStage: Sendable, Hashable {
    /// How the program signs in.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// By authorization code, for access tokens alone.
        case oauth
        /// By authorization code, with an ID token.
        case oidc
        /// As a client of the Model Context Protocol does, which knows its server's URL alone.
        case mcp
        /// By a device code (RFC 8628).
        case device
        /// As itself, without a user (RFC 6749 §4.4).
        case service

        package var hasBrowser: Bool { self != .device && self != .service }
    }

    /// The kinds of programs that it is about.
    package var kinds: Set<Kind>
    /// Whether it is about servers alone, which the provider can call.
    package var isOfServers: Bool
    /// Whether the URL of the MCP server ends with a slash.
    package var hasSlash: Bool
    package var provider: DemoStage

    package init(kinds: Set<Kind>, isOfServers: Bool = false, hasSlash: Bool = false, provider: DemoStage) {
        (self.kinds, self.isOfServers, self.hasSlash, self.provider) = (kinds, isOfServers, hasSlash, provider)
    }
}

/// What only a scenario about another program does.
package enum ClientStep: Sendable, Hashable {
    /// Ends the program at once, as a power cut does (SIGKILL), and starts it again; `atRefresh` after its next refresh
    /// has had its effect, and before the answer to it.
    case restart(atRefresh: Bool)
    /// Starts it once more beside the one that runs.
    case startSecond
    /// Makes flaws of what the provider says or grants, and mends all others of that part.
    case spoil(SpoiledPart, [String])
    /// Answers the next token request 429.
    case throttle(Patience)
    /// Answers the next request at an endpoint of this name with nothing, once it has had its effect.
    case loseReply(of: String)
    /// The resources trust another authorization server from now on, and the old one is gone.
    case moveProvider
    /// What this rule of the observer finds counts no more than the advice that follows from it.
    case leaveUndecided(String)
    /// What the next expectations ask of the program.
    case rule(ClientRequirement)
}

/// A part of the provider that a scenario can spoil.
package enum SpoiledPart: String, Sendable, Hashable, CaseIterable {
    case grants
    case idTokens = "ID tokens"
    case chain
    case resource
}

/// How a server that refuses for now says for how long (RFC 9110 §10.2.3).
package enum Patience: Sendable, Hashable {
    /// In seconds.
    case delay(Duration)
    /// As a date that is so far ahead, in whole seconds.
    case date(ahead: Duration)
    /// Not at all.
    case unsaid
}

/// What is asked of a program, and where that is written.
package struct ClientRequirement: Sendable, Hashable {
    package struct Place: Sendable, Hashable {
        /// `RFC 6749`.
        package var specification: String
        package var section: String

        package init(_ specification: String, _ section: String) {
            (self.specification, self.section) = (specification, section)
        }
    }

    /// One or more.
    package var places: [Place]
    package var text: String
    /// Whether a program that does otherwise is wrong; if not, it only does not do the best.
    package var isDemanded: Bool

    package init(places: [Place], text: String, isDemanded: Bool) {
        (self.places, self.text, self.isDemanded) = (places, text, isDemanded)
    }
}
