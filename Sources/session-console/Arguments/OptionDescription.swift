import Doctor
import JOSE
import Scenarios
import SessionCore
import TerminalUI

/// How an option is written on the command line and explained in the help.
struct OptionDescription: Sendable {
    var letter: Character?
    /// The name of its argument in the help; `nil` for a switch.
    var argument: String?
    var isRepeatable = false
    /// Whether its argument is `NAME=VALUE`: a member of an object in a profile.
    var isPair = false
    /// The known values, for completions and suggestions; one that ends in `=` or `:` needs a continuation.
    var values: [String] = []
    var summary: String
}

extension OptionName {
    var description: OptionDescription {
        switch self {
        case .profile: .init(argument: "NAME", summary: "the profile to use (default: 'default')")
        case .issuer: .init(argument: "URL", summary: "the provider's issuer identifier, exactly as it publishes it")
        case .clientID: .init(argument: "ID", summary: "the client identifier registered with the provider")
        case .clientSecretFile:
            .init(argument: "FILE", summary: "file with the client secret (or SESSION_CONSOLE_CLIENT_SECRET)")
        case .clientAuth:
            .init(
                argument: "HOW",
                values: ClientAuthenticationName.allCases.map(\.rawValue),
                summary: "none, basic, post, private_key_jwt or tls_client_auth (default: none, basic with a secret)")
        case .tokenFile:
            .init(argument: "FILE", summary: "file with the token of the flows jwt-bearer and token-exchange")
        case .scope:
            .init(
                argument: "'A B'",
                summary: "the scope to ask for (default: openid profile email offline_access, for a client none)")
        case .api:
            .init(
                argument: "URL", isRepeatable: true,
                summary: "an origin the token may go to; the first is the base of bare paths")
        case .redirectURI:
            .init(
                argument: "URI", summary: "redirect URI (default: http://127.0.0.1:0/callback; port 0: any)")
        case .prompt:
            .init(
                argument: "VALUE", values: ["login", "consent", "select_account", "none"],
                summary: "what the sign-in page must ask for: login, consent, select_account or none")
        case .authorizationParameter:
            .init(
                argument: "NAME=VALUE", isRepeatable: true, isPair: true,
                values: ["max_age=", "acr_values=", "login_hint=", "ui_locales="],
                summary: "add a parameter to the authorization request: max_age, acr_values, login_hint …")
        case .endpoint:
            .init(
                argument: "NAME=URL", isRepeatable: true, isPair: true,
                values: ProviderEndpoint.allCases.map { $0.rawValue + "=" },
                summary: "use this endpoint, not the metadata's: token_endpoint, jwks_uri …")
        case .idTokenAlg:
            .init(
                argument: "ALG", isRepeatable: true,
                values: JWSAlgorithm.allCases.map(\.rawValue),
                summary: "a signature algorithm to accept (default: all but HS*, which need the secret)")
        case .trustedAudience:
            .init(
                argument: "AUD", isRepeatable: true,
                summary: "another audience to accept in ID tokens without azp")
        case .resource:
            .init(argument: "URI", isRepeatable: true, summary: "an API to request tokens for (RFC 8707)")
        case .withinPath: .init(summary: "keep the token to the paths of --api, not to all of their origins")
        case .publicOnly: .init(summary: "connect to no private, loopback or link-local address")
        case .clientMetadataURL:
            .init(argument: "URL", summary: "the address of this client's metadata document, used as its client_id")
        case .initialAccessTokenFile:
            .init(argument: "FILE", summary: "file with the token that a server requires to register a client")
        case .from: .init(argument: "URL", summary: "find the settings from the URL of a protected resource")
        case .unregister: .init(summary: "forget the client's registration, and end it at its server (RFC 7592)")
        case .yes: .init(summary: "ask no question; --issuer names the issuer that is expected")
        case .audience: .init(argument: "NAME", summary: "an API to request tokens for, at providers without RFC 8707")
        case .par: .init(summary: "push authorization requests (RFC 9126) even if the provider doesn't require it")
        case .dpopKey: .init(argument: "PEM", summary: "private key to bind tokens to (DPoP, RFC 9449)")
        case .store:
            .init(
                argument: "WHERE", values: ["memory", "file", "helper:"],
                summary: "memory, file or helper:NAME (default: file)")
        case .on401:
            .init(
                argument: "POLICY", values: UnauthorizedPolicy.allCases.map(\.rawValue),
                summary: "how to react to a 401: refresh (logout if that fails), logout or report (default: refresh)")
        case .caFile: .init(argument: "PEM", summary: "certificates to trust instead of the system's")
        case .cert: .init(argument: "PEM", summary: "client certificate for mutual TLS")
        case .key: .init(argument: "PEM", summary: "private key of the client certificate, or for private_key_jwt")
        case .pin: .init(argument: "sha256//B64", summary: "the only public key to accept from the server")
        case .proxy: .init(argument: "URL", summary: "send all requests except loopback through this proxy")
        case .allowHTTP: .init(summary: "allow plain http beyond loopback: tokens can then be read on the way")
        case .timeout:
            .init(
                argument: "TIME",
                summary: "how long a server may stay silent (30s) or a credential helper may run (60s)")
        case .maxTime: .init(argument: "TIME", summary: "how long a whole exchange may take (no limit)")
        case .json: .init(summary: "print JSON")
        case .verbose: .init(letter: "v", summary: "show each exchange on standard error, with secrets masked")
        case .help: .init(letter: "h", summary: "show this help")
        case .version: .init(letter: "V", summary: "show the version")
        case .flow:
            .init(
                argument: "FLOW", values: SignInFlowName.allCases.map(\.rawValue),
                summary: "how to sign in (default: code)")
        case .noBrowser: .init(summary: "print the link, don't open a browser")
        case .username:
            .init(argument: "NAME", summary: "the user to sign in (flow password), or a hint to the provider")
        case .passwordStdin: .init(summary: "read the password from standard input")
        case .verify: .init(summary: "ask the provider whether the session is still valid")
        case .minValid: .init(argument: "TIME", summary: "refresh a token that is valid for less than this")
        case .tokenFormat:
            .init(
                argument: "FORMAT", values: TokenFormat.allCases.map(\.rawValue),
                summary: "the form that another tool reads (default: raw)")
        case .which:
            .init(
                argument: "TOKEN", values: WhichToken.allCases.map(\.rawValue),
                summary: "the access token (default) or the ID token")
        case .write: .init(argument: "FILE", summary: "write the token to FILE, mode 0600, replaced as a whole")
        case .variableName:
            .init(argument: "NAME", summary: "the environment variable of the token (default: ACCESS_TOKEN)")
        case .watch: .init(summary: "keep the session alive and print each new token until the session ends")
        case .exchange:
            .init(summary: "exchange the token for one limited to --audience, --resource or --scope (RFC 8693)")
        case .method:
            .init(
                letter: "X", argument: "METHOD", values: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"],
                summary: "the method (default: GET, POST with -d)")
        case .header: .init(letter: "H", argument: "'Name: value'", isRepeatable: true, summary: "add a header field")
        case .data:
            .init(letter: "d", argument: "DATA|@FILE|@-", summary: "send this, a file or standard input as the body")
        case .include: .init(letter: "i", summary: "print the status line and headers too")
        case .noAuth: .init(summary: "send no token")
        case .fail: .init(letter: "f", summary: "exit with status 22 if the answer is 400 or above")
        case .repeat: .init(argument: "N", summary: "send it N times and print a summary")
        case .parallel: .init(argument: "C", summary: "how many calls at a time (default: 1)")
        case .file:
            .init(argument: "FILE", summary: "the file with @NAME (default: the folder's .http and .rest files)")
        case .name: .init(argument: "NAME", summary: "send the request of that name, title or number (#2)")
        case .env: .init(argument: "NAME", summary: "the environment of http-client.env.json to use")
        case .variable:
            .init(
                argument: "NAME=VALUE", isRepeatable: true, summary: "the value of {{NAME}}, overriding the file")
        case .allowVariable:
            .init(argument: "NAME", isRepeatable: true, summary: "an environment variable that the file may read")
        case .outsideFiles: .init(summary: "let '< FILE' read files outside the request file's folder")
        case .har: .init(argument: "FILE", summary: "write the exchanges to a new FILE (HAR 1.2), without secrets")
        case .record:
            .init(argument: "FILE", summary: "record the session to a new FILE: no secrets, but user info")
        case .recordBodies: .init(summary: "with --record: also the bodies of the API's answers")
        case .force: .init(summary: "end the session here even if the provider can't revoke the tokens")
        case .browser: .init(summary: "also end the provider's own session, on its page in the browser")
        case .follow: .init(summary: "keep running, and print each event or change as it happens")
        case .all: .init(summary: "every profile and stored session, from the stores alone")
        case .short: .init(summary: "one short line for a shell prompt, from the store alone")
        case .flowDiagram: .init(summary: "draw the events as a text sequence diagram")
        case .html: .init(summary: "print HTML, not Markdown")
        case .behaviour: .init(summary: "also sign in, and try what refreshes and revocations do")
        case .demands:
            .init(
                argument: "WHAT", values: Demands.allCases.map(\.rawValue),
                summary: "judge by the demands of MCP or OpenID Connect too: mcp, oidc")
        case .diagnosisFormat:
            .init(
                argument: "FORMAT", values: DiagnosisFormat.allCases.map(\.rawValue),
                summary: "how the findings are printed: text, json, tap, junit or markdown (default: text)")
        case .archive: .init(argument: "FILE", summary: "the HTTP Archive (HAR) to look into")
        case .host: .init(argument: "HOST", isRepeatable: true, summary: "watch this host, on all ports")
        case .tunnel:
            .init(argument: "HOST", isRepeatable: true, summary: "pass this host unopened, whatever else names it")
        case .findingFormat:
            .init(
                argument: "FORMAT", values: FindingFormat.allCases.map(\.rawValue),
                summary: "how the findings are printed: text, tap, junit, json or sarif (default: text)")
        case .failOn:
            .init(
                argument: "WEIGHT", values: FindingThreshold.allCases.map(\.rawValue),
                summary: "exit with status 23 at an error (default), at a warning too, or never")
        case .expect:
            .init(
                argument: "COUNT", isRepeatable: true,
                summary: "what the client must have done, as '1 refresh, no reuses'; else status 23")
        case .jwks: .init(argument: "FILE|URL", summary: "the keys to verify the signature with")
        case .alg:
            .init(
                argument: "ALG", isRepeatable: true, values: JWSAlgorithm.allCases.map(\.rawValue),
                summary: "an algorithm to accept (default: all but HS*)")
        case .introspect: .init(summary: "ask the provider about the token (RFC 7662); works for opaque tokens too")
        case .listen: .init(argument: "PORT", summary: "listen on this loopback port (default: any free one)")
        case .socket: .init(argument: "PATH", summary: "listen on a Unix socket that only its owner can open")
        case .only:
            .init(
                argument: "METHOD[:/PATH]", isRepeatable: true,
                summary: "let nothing else pass: a method, or a path with all below it")
        case .port: .init(argument: "N", summary: "the provider's port (default: any free one)")
        case .apiPort: .init(argument: "N", summary: "the demo API's port (default: any free one)")
        case .tokenLifetime: .init(argument: "TIME", summary: "lifetime of access tokens (default: 60s)")
        case .refreshLifetime: .init(argument: "TIME", summary: "lifetime of refresh tokens (default: 10m)")
        case .grantLifetime:
            .init(argument: "TIME", summary: "how long a sign-in lasts at most; token answers then say so")
        case .logoutURI: .init(argument: "URL", summary: "where the announced clients receive logout tokens")
        case .opaque: .init(summary: "issue opaque access tokens, not JWTs")
        case .tour: .init(summary: "play the story of a session, step by step")
        case .headless: .init(summary: "play without a terminal, as a test")
        case .format:
            .init(
                argument: "FORMAT", values: ResultFormat.allCases.map(\.rawValue),
                summary: "how results are printed: text, tap, junit or json (default: text)")
        case .speed: .init(argument: "X", summary: "the speed, as a multiple of reading speed (default: 1)")
        case .realTime: .init(summary: "wait in real time on the demo too")
        case .list: .init(summary: "list the scenarios that ship with the program")
        case .passwordFile: .init(argument: "FILE", summary: "file with the password of the scenario's user")
        case .watchProvider: .init(summary: "show its sessions, tokens, requests and switches")
        case .theme:
            .init(
                argument: "NAME", values: Theme.Choice.allCases.map(\.rawValue),
                summary: "the console's colours: dark, light, high-contrast, terminal or auto (default)")
        case .requests:
            .init(argument: "DIR", summary: "the folder of the console's .http files (default: the current one)")
        case .history:
            .init(
                argument: "WHAT", values: HistoryPolicy.allCases.map(\.rawValue),
                summary: "what the console keeps of calls: none, calls (default), or also bodies")
        case .notify:
            .init(
                argument: "WAY", isRepeatable: true, values: AlarmWay.allCases.map(\.rawValue),
                summary: "how a forced logout is signalled: bell, desktop or none (default: bell and desktop)")
        case .onForcedLogout:
            .init(argument: "COMMAND", summary: "a program, with arguments, to run when a session is ended by force")
        case .logoutPort:
            .init(argument: "N", summary: "receive the provider's logout tokens on this port of 127.0.0.1")
        case .mouse: .init(summary: "use the mouse to select, press and scroll")
        case .ascii: .init(summary: "draw with ASCII characters only")
        }
    }
}
