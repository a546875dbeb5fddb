/// Every option of every command; the raw value is the long name, unless two commands have options of one name.
enum OptionName: String, CaseIterable, Sendable {
    case profile
    case issuer
    case clientID = "client-id"
    case clientSecretFile = "client-secret-file"
    case clientAuth = "client-auth"
    case tokenFile = "token-file"
    case scope
    case api
    case redirectURI = "redirect-uri"
    case prompt
    case authorizationParameter = "authorization-parameter"
    case endpoint
    case idTokenAlg = "id-token-alg"
    case trustedAudience = "trusted-audience"
    case resource
    case withinPath = "within-path"
    case publicOnly = "public-only"
    case clientMetadataURL = "client-metadata-url"
    case audience
    case par
    case dpopKey = "dpop-key"
    case store
    case on401 = "on-401"
    case caFile = "ca-file"
    case cert
    case key
    case pin
    case proxy
    case allowHTTP = "allow-http"
    case timeout
    case maxTime = "max-time"

    case initialAccessTokenFile = "initial-access-token-file"
    case from
    case unregister
    case yes
    case json
    case verbose
    case help
    case version

    case flow
    case noBrowser = "no-browser"
    case username
    case passwordStdin = "password-stdin"
    case verify
    case minValid = "min-valid"
    case tokenFormat = "token-format"
    case which
    case write
    case variableName = "as"
    case watch
    case exchange
    case method = "request"
    case header
    case data
    case include
    case noAuth = "no-auth"
    case fail
    case `repeat`
    case parallel
    case file
    case name
    case env
    case variable
    case allowVariable = "allow-variable"
    case outsideFiles = "outside-files"
    case har
    case record
    case recordBodies = "record-bodies"
    case listen
    case socket
    case only
    case force
    case browser
    case follow
    case all
    case short
    case flowDiagram = "flow-diagram"
    case html
    case behaviour
    case demands = "demands-as"
    case diagnosisFormat = "diagnosis-format"
    case archive = "from-archive"
    case host
    case tunnel
    case findingFormat = "finding-format"
    case failOn = "fail-on"
    case expect
    case jwks
    case alg
    case introspect
    case port
    case apiPort = "api-port"
    case tokenLifetime = "token-lifetime"
    case refreshLifetime = "refresh-lifetime"
    case grantLifetime = "grant-lifetime"
    case logoutURI = "backchannel-logout-uri"
    case opaque
    case watchProvider = "watch-provider"
    case tour
    case headless
    case format
    case speed
    case realTime = "real-time"
    case list
    case passwordFile = "password-file"
    case theme
    case requests
    case history
    case notify
    case onForcedLogout = "on-forced-logout"
    case logoutPort = "logout-port"
    case mouse
    case ascii

    /// The name on the command line.
    var longName: String {
        switch self {
        case .flowDiagram: OptionName.flow.rawValue
        case .tokenFormat, .diagnosisFormat, .findingFormat: OptionName.format.rawValue
        case .demands: OptionName.variableName.rawValue
        case .archive: OptionName.from.rawValue
        case .watchProvider: OptionName.watch.rawValue
        default: rawValue
        }
    }

    /// Whether another option, which more commands have, has its name on the command line.
    var isNamesake: Bool { longName != rawValue }

    /// The options of a command line: of those of one name, the one that the command has.
    static func all(for command: Command?) -> [OptionName] {
        func own(_ options: OptionName..., or other: OptionName) -> OptionName {
            options.first { command?.options.contains($0) == true } ?? other
        }
        let chosen = [
            own(.flowDiagram, or: .flow), own(.watchProvider, or: .watch), own(.demands, or: .variableName),
            own(.archive, or: .from), own(.tokenFormat, .diagnosisFormat, .findingFormat, or: .format),
        ]
        return allCases.filter { option in !chosen.contains { $0 != option && $0.longName == option.longName } }
    }

    /// The options of every command that talks to a provider; each is a key of a profile as well.
    static let provider: [OptionName] = [
        .issuer, .clientID, .clientSecretFile, .clientAuth, .tokenFile, .scope, .api, .redirectURI, .prompt,
        .authorizationParameter, .endpoint, .idTokenAlg, .trustedAudience, .resource, .withinPath, .publicOnly,
        .clientMetadataURL, .audience,
        .par, .dpopKey,
        .store, .on401, .caFile, .cert, .key, .pin, .proxy, .allowHTTP, .timeout,
        .maxTime,
    ]

    /// The options that a profile may hold as well.
    static let inProfiles = provider + [.theme, .requests, .history] + alarm

    /// What a program that stays open does when the provider or an API ends the session.
    static let alarm: [OptionName] = [.notify, .onForcedLogout]

    /// The key of a profile: `client_id` for `--client-id`, with a plural for a list or an object.
    var profileKey: String {
        switch self {
        case .authorizationParameter: "authorization_parameters"
        case .endpoint: "endpoints"
        case .idTokenAlg: "id_token_algorithms"
        case .trustedAudience: "trusted_audiences"
        default: String(rawValue.map { $0 == "-" ? "_" : $0 })
        }
    }
}
