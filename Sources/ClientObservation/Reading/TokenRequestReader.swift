import FoundationEssentials
import JOSE
import SessionHTTP

/// Reads the facts of a token request.
struct TokenRequestReader {
    private let parameters: RequestParameters
    private let basic: BasicCredentials?
    private let request: ObservedRequest

    init(_ parameters: RequestParameters, _ basic: BasicCredentials?, of request: ObservedRequest) {
        self.parameters = parameters
        self.basic = basic
        self.request = request
    }

    /// The grant that a request names; `nil` where it is none for a token endpoint.
    ///
    /// `isForTokens` says that a token endpoint is where it goes, as far as its path shows.
    static func statedGrant(_ parameters: RequestParameters, isForTokens: Bool) -> TokenRequestFacts.Grant? {
        guard let name = parameters["grant_type"] else { return nil }
        let grant = TokenRequestFacts.Grant(named: name)
        guard !parameters.has("response_type") || isRedeeming(parameters, grant) else { return nil }
        // In a form it stands for nothing else; JSON and queries of other interfaces have the word, too.
        let isInForm = parameters.encoding == .form && parameters.body["grant_type"] != nil
        return grant != .other || isInForm || isForTokens ? grant : nil
    }

    /// Whether a request that names a response type, as one for authorization does, is one for tokens all the same:
    /// oidc-agent redeems codes so.
    private static func isRedeeming(_ parameters: RequestParameters, _ grant: TokenRequestFacts.Grant) -> Bool {
        switch grant {
        case .other: false
        case .clientCredentials: !parameters.has("redirect_uri")
        default: hasSubject(parameters, of: grant)
        }
    }

    /// The grant of a request that names none, where the endpoint knows only one: GitHub, Slack, Facebook.
    static func impliedGrant(_ parameters: RequestParameters, hasBasic: Bool) -> TokenRequestFacts.Grant? {
        guard parameters.has("client_id") || hasBasic else { return nil }
        if parameters.has("device_code") { return .deviceCode }
        if parameters.has("refresh_token") { return .refreshToken }
        let isRedemption =
            hasBasic || ["client_secret", "code_verifier", "redirect_uri"].contains { parameters.has($0) }
        return parameters.has("code") && isRedemption ? .authorizationCode : nil
    }

    func facts(_ grant: TokenRequestFacts.Grant) -> TokenRequestFacts {
        var facts = TokenRequestFacts(grant: grant)
        facts.client = (parameters["client_id"] ?? basic?.client).map(TextOnPath.cut)
        facts.authentications = authentications
        let shown = request.headers["Authorization"]?.split(separator: " ").last
        // What a page writes where it has none.
        facts.hasOtherCredentials = basic == nil && shown.map { !["null", "undefined", "Bearer"].contains($0) } == true
        facts.isBasicUnencoded = basic?.isUnencoded ?? false
        facts.isNamedByBasic = basic?.hasSecret == false
        facts.isSecretInURL = parameters.query["client_secret"]?.isEmpty == false
        facts.code = SecretID(parameters["code"] ?? parameters["auth_code"] ?? parameters["js_code"])
        facts.refreshToken = SecretID(parameters["refresh_token"])
        facts.deviceCode = SecretID(parameters["device_code"] ?? (grant == .deviceCode ? parameters["code"] : nil))
        // RFC 6749 §3.2: a parameter without a value is none.
        if let verifier = parameters["code_verifier"], !verifier.isEmpty {
            facts.verifier = SecretID(verifier)
            if verifier == ObservedMessage.mask { facts.verifierForm = .emptied }
            if !MaskShape.fits(verifier) {
                facts.challenge = SecretID(Base64URL.encode(Digest.sha256.hash(verifier.utf8)))
                facts.verifierForm = TokenRequestFacts.isVerifier(verifier) ? .right : .wrong
            }
        }
        facts.assertion = AssertionFacts(parameters["client_assertion"])
        facts.redirectURI = SecretID(parameters["redirect_uri"].map(URLPlace.normalized))
        facts.redirectText = parameters["redirect_uri"].map(TextOnPath.cut)
        facts.scope = parameters["scope"].map { RequestReader.words($0) }
        facts.resources = parameters.places(named: "resource")
        facts.audiences = parameters.places(named: "audience")
        if grant == .password {
            let name = SecretID(parameters["username"] ?? parameters["email"] ?? parameters["phone"])
            // Supabase's own interface has the grant's name, and no client.
            let isOfGrant = parameters.has("username") || parameters.has("client_id") || parameters.encoding == .form
            facts.user = name.map { .init(name: $0, isOfGrant: isOfGrant) }
        }
        facts.hasClaims = parameters.has("claims")
        facts.isWhole = Self.hasSubject(parameters, of: grant)
        facts.isStandard =
            request.method == "POST" && parameters.encoding == .form && parameters.body["grant_type"] != nil
        facts.isUnread = grant == .other && parameters.encoding == .unread
        return facts
    }

    private var authentications: Set<TokenRequestFacts.Authentication> {
        var found: Set<TokenRequestFacts.Authentication> = []
        if basic?.hasSecret == true { found.insert(.basic) }
        if parameters.has("client_secret") { found.insert(.post) }
        if parameters["client_assertion"] != nil { found.insert(.assertion) }
        return found
    }

    /// Whether it has what the grant is about.
    private static func hasSubject(_ parameters: RequestParameters, of grant: TokenRequestFacts.Grant) -> Bool {
        switch grant {
        case .authorizationCode: ["code", "auth_code", "js_code"].contains { parameters.has($0) }
        case .refreshToken: parameters.has("refresh_token")
        case .deviceCode: parameters.has("device_code") || parameters.has("code")
        case .password: parameters.has("password")
        case .tokenExchange: parameters.has("subject_token")
        case .jwtBearer: parameters.has("assertion")
        case .clientCredentials, .other: true
        }
    }
}

extension TokenRequestFacts.Grant {
    fileprivate init(named name: String) { self = Self.otherNames[name] ?? .init(rawValue: name) ?? .other }

    /// Supabase's, Entra's of its first version, and Cognito's.
    private static let otherNames: [String: Self] = [
        "pkce": .authorizationCode, "device_code": .deviceCode, "REFRESH_TOKEN_AUTH": .refreshToken,
        "REFRESH_TOKEN": .refreshToken,
    ]
}
