import Addresses
import ConsoleApp
import CurlTransport
import FoundationEssentials
import SessionCore

/// The settings of a provider and its APIs, from the command line, else the environment, the profile or the defaults.
struct ProviderSettings: Sendable {
    /// The profile's name, which is also the name of the session's file.
    var profile: String
    var client: ClientConfiguration
    var transport: CurlTransport.Configuration
    var redirectURI: URL
    var store: StoreChoice
    var authorization: AuthorizationParameters
    /// The file that holds a token to sign in with.
    var tokenFile: String?
    /// What the console keeps of calls.
    var historyPolicy: HistoryPolicy
    /// What a program that stays open does about a forced logout.
    var logoutAlarm: LogoutAlarm
    /// Where the console looks for request files; `nil` for the present folder.
    var requestFolder: String?
    /// How to call the program for the same session.
    let call: ProgramCall

    enum StoreChoice: Sendable, Equatable {
        case memory
        case file
        case helper(CredentialHelper)
    }

    /// Whether this machine receives the redirect; of any other URI the user pastes the address.
    var receivesRedirect: Bool { redirectURI.scheme?.lowercased() == "http" && Origin(redirectURI)?.isLoopback == true }

    /// The credential helper that stores the session, if one does.
    var helper: CredentialHelper? {
        if case .helper(let helper) = store { helper } else { nil }
    }

    static let defaultScope = ["openid", "profile", "email", "offline_access"]
    static let defaultRedirectURI = "http://127.0.0.1:0/callback"

    /// Throws ``CommandFailure`` for an invalid value, naming the option or the profile's key.
    init(invocation: Invocation, profile: Profile, environment: [String: String]) throws(CommandFailure) {
        let values = SettingValues(invocation: invocation, profile: profile)
        guard let issuer = values.text(.issuer) else { throw values.missing(.issuer) }
        guard let clientID = values.text(.clientID) else { throw values.missing(.clientID) }

        self.profile = profile.name
        call = ProgramCall(invocation, profile: profile)
        client = ClientConfiguration(issuer: issuer, clientID: clientID)
        let scope = values.text(.scope).map { $0.split(separator: " ").map(String.init) }
        client.scope = scope ?? Self.defaultScope
        if scope == nil { client.optionalScope = Set(Self.defaultScope) }
        client.clientCredentialsScope = scope ?? []
        client.apis = try values.urls(.api)
        client.allowsPlainHTTP = values.isOn(.allowHTTP)
        client.unauthorizedPolicy = try values.choice(.on401, UnauthorizedPolicy.self) ?? .refreshThenForceLogout
        client.endpoints = try Self.endpoints(values)
        if let names = values.texts(.idTokenAlg) { client.idTokenAlgorithms = Set(names) }
        client.trustedAudiences = Set(values.texts(.trustedAudience) ?? [])
        client.authentication = try Self.authentication(values, environment: environment)
        client.keepsTokenToPaths = values.isOn(.withinPath)
        client.resources = values.texts(.resource) ?? []
        client.audience = values.text(.audience)
        client.tokenParameters = try FormParameters(tokenRequestsBy: values)
        client.pushesAuthorizationRequests = values.isOn(.par)
        if let file = try values.file(.dpopKey) {
            client.proofKey = ProofKey(pem: Secret(try values.contents(of: file, for: .dpopKey)))
        }
        authorization = try AuthorizationParameters(values)
        tokenFile = values.text(.tokenFile)

        transport = try Self.transport(values)
        let redirect = values.text(.redirectURI) ?? Self.defaultRedirectURI
        guard let redirectURI = URL(given: redirect), Self.canBeRedirect(redirectURI) else {
            throw values.bad(
                .redirectURI, redirect,
                expected: "a loopback URL such as \(Self.defaultRedirectURI), or the URI whose page you paste")
        }
        self.redirectURI = redirectURI
        store = try Self.store(values)
        logoutAlarm = try LogoutAlarm(values)
        requestFolder = values.text(.requests)
        historyPolicy = try values.choice(.history, HistoryPolicy.self) ?? .calls
    }

    /// Whether a client may be registered with that URI: http or https, or a private scheme, which has a dot
    /// (RFC 8252 §7.1).
    private static func canBeRedirect(_ uri: URL) -> Bool {
        guard uri.user == nil, uri.password == nil, uri.fragment == nil else { return false }
        return Origin(uri) != nil || uri.scheme?.contains(".") == true
    }

    /// The settings of connections, which don't depend on the provider.
    static func transport(_ values: SettingValues) throws(CommandFailure) -> CurlTransport.Configuration {
        var transport = CurlTransport.Configuration(userAgent: "session-console/\(Version.current)")
        transport.bodyLimit = 128 << 20
        if let timeout = try values.duration(.timeout) { transport.timeout = timeout }
        transport.maximumTime = try values.duration(.maxTime)
        transport.certificateAuthorityFile = try values.file(.caFile)
        transport.pinnedPublicKey = try values.publicKeyPin()
        transport.proxy = try values.proxy()
        if values.isOn(.publicOnly) { transport.addresses = [.global] }
        if let certificate = try values.file(.cert) {
            guard let key = try values.file(.key) else { throw values.missing(.key) }
            transport.clientCertificate = .init(certificateFile: certificate, keyFile: key)
        }
        return transport
    }

    /// The endpoints by their names in the metadata, with or without `_endpoint`.
    private static func endpoints(_ values: SettingValues) throws(CommandFailure) -> [ProviderEndpoint: URL] {
        var endpoints: [ProviderEndpoint: URL] = [:]
        for (name, text) in try values.pairs(.endpoint) {
            guard let endpoint = ProviderEndpoint(rawValue: name) ?? ProviderEndpoint(rawValue: "\(name)_endpoint")
            else {
                let known = ProviderEndpoint.allCases.map(\.rawValue).joined(separator: ", ")
                throw values.malformed(.endpoint, "'\(name)' is not an endpoint; known: \(known)")
            }
            guard let url = URL(given: text), Origin(url) != nil else {
                throw values.malformed(.endpoint, "\(name) is '\(text)', but must be an http or https URL")
            }
            endpoints[endpoint] = url
        }
        return endpoints
    }

    static func store(_ values: SettingValues) throws(CommandFailure) -> StoreChoice {
        switch values.text(.store) {
        case nil, "file": return .file
        case "memory": return .memory
        case .some(let text):
            guard text.hasPrefix("helper:"), ProfileFolder.isName(String(text.dropFirst(7))) else {
                throw values.bad(.store, text, expected: "memory, file or helper:NAME")
            }
            var helper = CredentialHelper(name: String(text.dropFirst(7)))
            if let timeout = try values.duration(.timeout) { helper.patience = timeout }
            return .helper(helper)
        }
    }

    static func authentication(
        _ values: SettingValues, environment: [String: String]
    ) throws(CommandFailure) -> ClientAuthentication {
        let secret = try clientSecret(values, environment: environment)
        func needed() throws(CommandFailure) -> Secret {
            guard let secret else { throw values.missing(.clientSecretFile) }
            return secret
        }
        switch try values.choice(.clientAuth, ClientAuthenticationName.self) {
        case nil: return secret.map { .basic($0) } ?? .none
        case .some(.none): return .none
        case .basic: return .basic(try needed())
        case .post: return .post(try needed())
        case .mutualTLS: return .mutualTLS
        case .privateKeyJWT:
            guard let file = try values.file(.key) else { throw values.missing(.key) }
            return .privateKeyJWT(ClientKey(pem: Secret(try values.contents(of: file, for: .key))))
        }
    }

    private static func clientSecret(
        _ values: SettingValues, environment: [String: String]
    ) throws(CommandFailure) -> Secret? {
        if let file = values.given(.clientSecretFile) { return try fileSecret(file, values) }
        if let text = environment[ChildProcess.secretVariable], !text.isEmpty { return Secret(text) }
        return try values.text(.clientSecretFile).map { file throws(CommandFailure) in try fileSecret(file, values) }
    }

    private static func fileSecret(_ file: String, _ values: SettingValues) throws(CommandFailure) -> Secret {
        let text = try values.contents(of: file, for: .clientSecretFile)
        // Editors end a file with a line break, which is not part of the secret.
        return Secret(String(text.reversed().drop { $0.isNewline }.reversed()))
    }
}
