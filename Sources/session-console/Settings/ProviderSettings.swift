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
        let owner = try values.requiredOwner()

        self.profile = profile.name
        call = ProgramCall(invocation, profile: profile)
        client = ClientConfiguration(issuer: owner.issuer, clientID: owner.clientID)
        let scope = values.scope
        client.scope = scope ?? Self.defaultScope
        if scope == nil { client.optionalScope = Set(Self.defaultScope) }
        client.clientCredentialsScope = scope ?? []
        client.apis = try values.urls(.api)
        client.allowsPlainHTTP = values.allowsPlainHTTP
        client.unauthorizedPolicy = try values.choice(.on401, UnauthorizedPolicy.self) ?? .refreshThenForceLogout
        client.endpoints = try Self.endpoints(values)
        if let names = values.texts(.idTokenAlg) { client.idTokenAlgorithms = Set(names) }
        client.trustedAudiences = Set(values.texts(.trustedAudience) ?? [])
        client.authentication = try Self.authentication(values, environment: environment)
        client.keepsTokenToPaths = values.isOn(.withinPath)
        client.resources = values.resources
        client.audience = values.audiences.last
        client.tokenParameters = try FormParameters(tokenRequestsBy: values)
        client.pushesAuthorizationRequests = values.isOn(.par)
        if let file = try values.file(.dpopKey) {
            client.proofKey = ProofKey(pem: Secret(try values.contents(of: file, for: .dpopKey)))
        }
        authorization = try AuthorizationParameters(values)
        tokenFile = values.text(.tokenFile)

        transport = try Self.transport(values)
        redirectURI = try values.redirectURI(default: Self.defaultRedirectURI)
        store = try Self.store(values)
        logoutAlarm = try LogoutAlarm(values)
        requestFolder = values.text(.requests)
        historyPolicy = try values.choice(.history, HistoryPolicy.self) ?? .calls
    }

    /// Whether a client may be registered with that URI: http or https, or a private scheme, which has a dot
    /// (RFC 8252 §7.1).
    fileprivate static func canBeRedirect(_ uri: URL) -> Bool {
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
            guard !helper.isOwn else {
                throw values.bad(
                    .store, text, expected: "memory, file or another helper: this one is session-console itself")
            }
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

// MARK: - Single keys, as those read and write them who don't need them all

extension SettingValues {
    var issuer: String? { text(.issuer) }
    var clientID: String? { text(.clientID) }
    var scope: [String]? { text(.scope)?.split(separator: " ").map(String.init) }
    var apis: [String] { texts(.api) ?? [] }
    var resources: [String] { texts(.resource) ?? [] }
    var audiences: [String] { texts(.audience) ?? [] }
    var allowsPlainHTTP: Bool { isOn(.allowHTTP) }

    var owner: RecordOwner? {
        guard let issuer, let clientID else { return nil }
        return RecordOwner(issuer: issuer, clientID: clientID)
    }

    func requiredIssuer() throws(CommandFailure) -> String {
        guard let issuer else { throw missing(.issuer) }
        return issuer
    }

    func requiredOwner() throws(CommandFailure) -> RecordOwner {
        let issuer = try requiredIssuer()
        guard let clientID else { throw missing(.clientID) }
        return RecordOwner(issuer: issuer, clientID: clientID)
    }

    func redirectURI(default usual: String) throws(CommandFailure) -> URL {
        let text = text(.redirectURI) ?? usual
        guard let uri = URL(given: text), ProviderSettings.canBeRedirect(uri) else {
            throw bad(
                .redirectURI, text,
                expected:
                    "a loopback URL such as \(ProviderSettings.defaultRedirectURI), or the URI whose page you paste")
        }
        return uri
    }
}

extension CommandContext {
    /// The issuer on the command line.
    var namedIssuer: String? {
        get { invocation.value(of: .issuer) }
        set { invocation.values[.issuer] = newValue.map { [$0] } }
    }
}

extension ProviderSettings {
    /// The origins that the token may go to.
    func requiredOrigins(for command: String) throws(CommandFailure) -> [Origin] {
        let origins = client.apis.compactMap { Origin($0) }.unique
        guard !origins.isEmpty else {
            throw CommandFailure(
                .missingOption(.api, why: "it names the origins that the token may go to"), command: command)
        }
        return origins
    }
}

extension ProviderSettings.StoreChoice {
    var name: String {
        switch self {
        case .memory: "memory"
        case .file: "file"
        case .helper(let helper): "helper:\(helper.name)"
        }
    }
}

extension ClientAuthentication {
    var name: ClientAuthenticationName {
        switch self {
        case .none: .none
        case .basic: .basic
        case .post: .post
        case .privateKeyJWT: .privateKeyJWT
        case .mutualTLS: .mutualTLS
        }
    }

    /// The secret that a client shares with its provider.
    var secret: Secret? {
        switch self {
        case .basic(let secret), .post(let secret): secret
        case .none, .privateKeyJWT, .mutualTLS: nil
        }
    }
}

extension Profile {
    /// A profile of which nothing is kept.
    init(name: String, inMemory client: RecordOwner, api: String) {
        self.init(name: name)
        values = [.issuer: [client.issuer], .clientID: [client.clientID], .api: [api], .store: ["memory"]]
    }

    var apis: [String] { values[.api] ?? [] }

    /// Throws a failure with exit status 2 where no client is named.
    func requireOwner() throws(CommandFailure) {
        guard values[.issuer] != nil else {
            throw CommandFailure(.missingOption(.issuer, why: "a profile is for one provider"), command: "profile")
        }
        guard values[.clientID] != nil else {
            throw CommandFailure(
                .missingOption(.clientID, why: "it identifies this program to the provider"), command: "profile")
        }
    }

    /// Takes over a client that was discovered; the token is kept to the paths of its APIs.
    mutating func set(_ client: ClientConfiguration, redirectURI: URL?, isOnInternet: Bool) {
        values[.issuer] = [client.issuer]
        values[.clientID] = [client.clientID]
        values[.scope] = [client.scope.joined(separator: " ")]
        let home = client.apis.map(\.absoluteString)
        values[.api] = home + apis.filter { !home.contains($0) }
        values[.resource] = client.resources.isEmpty ? nil : client.resources
        if let redirectURI { values[.redirectURI] = [redirectURI.absoluteString] }
        values[.withinPath] = [""]
        values[.publicOnly] = isOnInternet ? [""] : nil
    }

    mutating func set(_ authentication: ClientAuthentication, secretFile: String?) {
        values[.clientAuth] = [authentication.name.rawValue]
        values[.clientSecretFile] = secretFile.map { [$0] }
    }
}
