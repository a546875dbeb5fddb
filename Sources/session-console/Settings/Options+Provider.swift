import CurlTransport
import JOSE
import Recordings
import SessionCore

/// The options of every command that talks to a provider; each is a key of a profile as well.
extension Option {
    static let provider = ToldSetting.provider.map(\.option)

    /// Which session: its profile, and what overrides that.
    static let whichSession: [Option] = [.profile] + provider

    static let issuer = Option(
        "issuer", .text("URL"), help: "the provider's issuer identifier, exactly as it publishes it")
    static let clientID = Option("client-id", .text("ID"), help: "the client identifier registered with the provider")
    static let clientSecretFile = Option(
        "client-secret-file", .file("FILE").withSecret,
        help: "file with the client secret (or SESSION_CONSOLE_CLIENT_SECRET)")
    static let clientAuth = Option(
        "client-auth", .text("HOW", ClientAuthenticationName.allCases.map(\.rawValue)),
        help: "none, basic, post, private_key_jwt or tls_client_auth (default: none, basic with a secret)")
    static let tokenFile = Option(
        "token-file", .file("FILE").withSecret, help: "file with the token of the flows jwt-bearer and token-exchange")
    static let scope = Option(
        "scope", .words("'A B'"),
        help: "the scope to ask for (default: openid profile email offline_access, for a client none)")
    static let api = Option(
        "api", .text("URL"), repeats: true, help: "an origin the token may go to; the first is the base of bare paths")
    static let redirectURI = Option(
        "redirect-uri", .text("URI"), help: "redirect URI (default: http://127.0.0.1:0/callback; port 0: any)")
    static let prompt = Option(
        "prompt", .text("VALUE", ["login", "consent", "select_account", "none"]),
        help: "what the sign-in page must ask for: login, consent, select_account or none")
    static let authorizationParameter = Option(
        "authorization-parameter", .pair("NAME=VALUE", ["max_age=", "acr_values=", "login_hint=", "ui_locales="]),
        repeats: true, key: "authorization_parameters",
        help: "add a parameter to the authorization request: max_age, acr_values, login_hint …")
    static let tokenParameter = Option(
        "token-parameter", .pair("NAME=VALUE", []), repeats: true, key: "token_parameters",
        help: "add a parameter to the token requests of sign-in and refresh")
    static let endpoint = Option(
        "endpoint", .pair("NAME=URL", ProviderEndpoint.allCases.map { $0.rawValue + "=" }), repeats: true,
        key: "endpoints", help: "use this endpoint, not the metadata's: token_endpoint, jwks_uri …")
    static let idTokenAlg = Option(
        "id-token-alg", .text("ALG", JWSAlgorithm.allCases.map(\.rawValue)), repeats: true, key: "id_token_algorithms",
        help: "a signature algorithm to accept (default: all but HS*, which need the secret)")
    static let trustedAudience = Option(
        "trusted-audience", .text("AUD"), repeats: true, key: "trusted_audiences",
        help: "another audience to accept in ID tokens without azp")
    static let resource = Option(
        "resource", .text("URI"), repeats: true, help: "an API to request tokens for (RFC 8707)")
    static let withinPath = Option(
        "within-path", help: "keep the token to the paths of --api, not to all of their origins")
    static let publicOnly = Option("public-only", help: "connect to no private, loopback or link-local address")
    static let clientMetadataURL = Option(
        "client-metadata-url", .text("URL"),
        help: "the address of this client's metadata document, used as its client_id")
    static let audience = Option(
        "audience", .text("NAME"), help: "an API to request tokens for, at providers without RFC 8707")
    static let par = Option(
        "par", help: "push authorization requests (RFC 9126) even if the provider doesn't require it")
    static let dpopKey = Option(
        "dpop-key", .file("PEM").withSecret, help: "private key to bind tokens to (DPoP, RFC 9449)")
    static let store = Option(
        "store", .text("WHERE", ["memory", "file", "helper:"]), help: "memory, file or helper:NAME (default: file)")
    static let on401 = Option(
        "on-401", .text("POLICY", UnauthorizedPolicy.allCases.map(\.rawValue)),
        help: "how to react to a 401: refresh (logout if that fails), logout or report (default: refresh)")
    static let caFile = Option("ca-file", .file("PEM"), help: "certificates to trust instead of the system's")
    static let cert = Option("cert", .file("PEM"), help: "client certificate for mutual TLS")
    static let key = Option(
        "key", .file("PEM").withSecret, help: "private key of the client certificate, or for private_key_jwt")
    static let pin = Option("pin", .text("sha256//B64"), help: "the only public key to accept from the server")
    static let proxy = Option("proxy", .text("URL"), help: "send all requests except loopback through this proxy")
    static let allowHTTP = Option(
        "allow-http", help: "allow plain http beyond loopback: tokens can then be read on the way")
    static let timeout = Option(
        "timeout", .time, help: "how long a server may stay silent (30s) or a credential helper may run (60s)")
    static let maxTime = Option("max-time", .time, help: "how long a whole exchange may take (no limit)")
}

extension ToldSetting {
    /// The settings of a provider, in the order of the help.
    static let provider: [ToldSetting] = [
        ToldSetting(.issuer) { $0.client.issuer.recorded },
        ToldSetting(.clientID) { $0.client.clientID.recorded },
        ToldSetting(.clientSecretFile, told: nothing),
        ToldSetting(.clientAuth) { $0.client.authentication.name.rawValue.recorded },
        ToldSetting(.tokenFile, told: nothing),
        ToldSetting(.scope) { $0.client.scope.recorded },
        ToldSetting(.api, isInCalls: false) { $0.client.apis.recorded },
        ToldSetting(.redirectURI) { $0.redirectURI.recorded },
        ToldSetting(.prompt) { $0.authorization.prompt?.recorded },
        ToldSetting(.authorizationParameter, told: nothing),
        ToldSetting(.tokenParameter, told: nothing),
        ToldSetting(.endpoint) { settings in
            let endpoints = settings.client.endpoints.sorted { $0.key.rawValue < $1.key.rawValue }
            guard !endpoints.isEmpty else { return nil }
            return .object(JSONObject(endpoints.map { ($0.key.rawValue, $0.value.recorded) }))
        },
        ToldSetting(.idTokenAlg) { settings in
            let names = settings.client.idTokenAlgorithms
            guard names != ClientConfiguration.asymmetricAlgorithms else { return nil }
            return names.sorted().recorded
        },
        ToldSetting(.trustedAudience) { $0.client.trustedAudiences.sorted().told },
        ToldSetting(.resource) { $0.client.resources.told },
        ToldSetting(.withinPath) { $0.client.keepsTokenToPaths.told },
        ToldSetting(.publicOnly) { ($0.transport.addresses != nil).told },
        ToldSetting(.clientMetadataURL, told: nothing),
        ToldSetting(.audience) { $0.client.audience?.recorded },
        ToldSetting(.par) { $0.client.pushesAuthorizationRequests.told },
        ToldSetting(.dpopKey) { ($0.client.proofKey != nil).told },
        ToldSetting(.store) { $0.store.name.recorded },
        ToldSetting(.on401, isInCalls: false) { $0.client.unauthorizedPolicy.rawValue.recorded },
        ToldSetting(.caFile) { ($0.transport.certificateAuthorityFile != nil).told },
        ToldSetting(.cert) { ($0.transport.clientCertificate != nil).told },
        ToldSetting(.key, told: nothing),
        ToldSetting(.pin) { ($0.transport.pinnedPublicKey != nil).told },
        ToldSetting(.proxy) { ($0.transport.proxy != nil).told },
        ToldSetting(.allowHTTP) { $0.client.allowsPlainHTTP.told },
        ToldSetting(.timeout, isInCalls: false) { $0.transport.timeout.recorded },
        ToldSetting(.maxTime, isInCalls: false) { $0.transport.maximumTime?.recorded },
    ]
}

// `nil` beside a value would be JSON's null.
extension Bool {
    fileprivate var told: JSONValue? {
        guard self else { return nil }
        return true
    }
}

extension [String] {
    fileprivate var told: JSONValue? {
        guard !isEmpty else { return nil }
        return recorded
    }
}
