import Testing

/// Clients that others wrote, and this program, each by a script of the folder `Clients` that keeps the rules.
enum RightClient: String, Sendable, CaseIterable {
    case authlib
    case requestsOAuth2Client = "requests_oauth2client"
    /// The client of the `mcp` package, in fastmcp's form.
    case mcp
    case oidcAgent = "oidc_agent"
    case modAuthOpenIDC = "mod_auth_openidc"
    case gitCredentialOAuth = "git_credential_oauth"
    case sessionConsole = "session_console"
    case curl

    /// Whether its script is one of Python.
    var isPython: Bool { self == .authlib || self == .requestsOAuth2Client || self == .mcp }

    var script: String { ClientSet.path(of: "\(rawValue)_client\(isPython ? ".py" : "")") }
}

/// Where a client is watched: a provider, with an API that takes its tokens.
enum WatchedPlace: String, Sendable, CaseIterable {
    case demo
    case canaille
    /// django-oauth-toolkit: with rotation, behind TLS; and with neither.
    case djangoRotating = "django-rotating"
    case djangoSteady = "django-steady"
    case oidcProviderMock = "oidc-provider-mock"
    /// An API that says where its tokens come from: canaille, where clients may register.
    case notes
    /// Servers of MCP with authorization servers of their own.
    case fastmcp, mcp

    /// Of the fleet.
    var provider: KnownProvider? { KnownProvider(rawValue: rawValue) }
}

/// What a client does at a place in its whole life, or why it can't be there.
struct WatchedLife: Sendable, CustomTestStringConvertible {
    let client: RightClient
    let place: WatchedPlace
    /// What is counted of it.
    let counts: String
    /// How many errors it makes: the other ones are right clients.
    let errors: String

    var testDescription: String { "\(client.rawValue) at \(place.rawValue)" }

    init(_ client: RightClient, _ place: WatchedPlace, _ counts: String, errors: String = "no errors") {
        (self.client, self.place, self.counts, self.errors) = (client, place, counts, errors)
    }

    static let all: [WatchedLife] = [
        // At the demo a 401 and a step-up, too.
        WatchedLife(.authlib, .demo, "2 sign-ins, 4 refreshes, 2 401s"),
        WatchedLife(.authlib, .canaille, "1 sign-in, 3 refreshes, no 401s"),
        WatchedLife(.authlib, .djangoRotating, "1 sign-in, 3 refreshes, no 401s"),
        WatchedLife(.authlib, .oidcProviderMock, "1 sign-in, 3 refreshes, no 401s"),
        WatchedLife(.requestsOAuth2Client, .demo, "2 sign-ins, 3 refreshes, 2 401s"),
        WatchedLife(.requestsOAuth2Client, .canaille, "1 sign-in, 2 refreshes, no 401s"),
        WatchedLife(.requestsOAuth2Client, .djangoRotating, "1 sign-in, 2 refreshes, no 401s"),
        // A refresh that returns no refresh token leaves it without one (RFC 6749 §6 lets it keep the old one).
        WatchedLife(.requestsOAuth2Client, .oidcProviderMock, "1 sign-in, 1 refresh, no 401s"),
        // It answers each 401 with a sign-in. This server of MCP forgets at a refresh which resource a token is for.
        WatchedLife(.mcp, .demo, "2 sign-ins, 2 refreshes, 2 401s"),
        WatchedLife(.mcp, .notes, "1 sign-in, 2 refreshes, 1 401"),
        WatchedLife(.mcp, .fastmcp, "1 sign-in, 2 refreshes, 1 401"),
        WatchedLife(.mcp, .mcp, "3 sign-ins, 2 refreshes, 3 401s"),
        WatchedLife(.oidcAgent, .demo, "1 sign-in, 2 refreshes, no 401s"),
        // Its tokens of one second are equal, so that a refresh may return the one that it has just revoked.
        WatchedLife(.oidcAgent, .canaille, "1 sign-in, 2 refreshes, at most 1 401"),
        WatchedLife(.oidcAgent, .djangoRotating, "1 sign-in, 2 refreshes, no 401s"),
        WatchedLife(.oidcAgent, .djangoSteady, "1 sign-in, 2 refreshes, no 401s"),
        WatchedLife(.modAuthOpenIDC, .demo, "1 sign-in, at least 2 refreshes, no 401s"),
        WatchedLife(.modAuthOpenIDC, .canaille, "1 sign-in, at least 2 refreshes, no 401s"),
        WatchedLife(.modAuthOpenIDC, .djangoRotating, "1 sign-in, at least 2 refreshes, no 401s"),
        WatchedLife(.modAuthOpenIDC, .oidcProviderMock, "1 sign-in, at least 2 refreshes, no 401s"),
        // git-credential-oauth 0.4.2 sends a code_verifier with characters that RFC 7636 §4.1 rules out.
        WatchedLife(.gitCredentialOAuth, .djangoSteady, "2 sign-ins, no refreshes, no 401s", errors: "1 error"),
        WatchedLife(.gitCredentialOAuth, .oidcProviderMock, "2 sign-ins, no refreshes, no 401s", errors: "1 error"),
        WatchedLife(.sessionConsole, .djangoRotating, "1 sign-in, 1 refresh, no 401s"),
        WatchedLife(.curl, .demo, "2 sign-ins, 2 refreshes, 2 401s"),
        WatchedLife(.curl, .canaille, "1 sign-in, 1 refresh, no 401s"),
        WatchedLife(.curl, .djangoRotating, "1 sign-in, 1 refresh, no 401s"),
        WatchedLife(.curl, .oidcProviderMock, "1 sign-in, 1 refresh, no 401s"),
    ]

    /// Why a client can't be at a place, where it would be the fourth.
    static let impossible: [(client: RightClient, place: WatchedPlace, why: String)] = [
        (
            .mcp, .djangoRotating,
            "the API must publish where its tokens come from (RFC 9728), and clients must be able to register (RFC "
                + "7591)"
        ),
        (
            .oidcAgent, .oidcProviderMock,
            "oidc-agent 4.2.6 asks for offline_access whatever it is told; the provider grants a sign-in without "
                + "it, and "
                + "refuses the refresh that asks for it again (RFC 6749 §6)"
        ),
        (
            .gitCredentialOAuth, .demo,
            "git-credential-oauth 0.4.2 sends a code_verifier with characters that RFC 7636 §4.1 rules out, and the "
                + "demo "
                + "says so"
        ),
        (
            .gitCredentialOAuth, .canaille,
            "the same: Authlib, of which canaille is made, refuses that verifier by its form"
        ),
        (
            .sessionConsole, .demo,
            "it passes every proxy by on loopback; the provider's own eyes watch it there "
                + "(`RealClientsAndFindings`), and a "
                + "session's transport everywhere (SessionCore at each provider)"
        ),
        (.sessionConsole, .canaille, "the same, and beyond loopback it speaks to no provider without TLS"),
        (.sessionConsole, .oidcProviderMock, "the same"),
    ]
}
