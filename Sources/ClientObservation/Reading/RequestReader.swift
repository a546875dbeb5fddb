import Addresses
import FoundationEssentials
import JOSE
import SessionCore
import SessionHTTP

/// Reads the facts of a request; secrets are known by their hash from here on.
struct RequestReader {
    /// Longer bodies are no message of the protocol.
    static let bodyLimit = 256 << 10

    private let request: ObservedRequest
    private let origin: Origin
    private let rawPath: String
    private let place: SecretID
    private let parameters: RequestParameters

    /// `nil` for what goes to no http or https URL.
    init?(_ request: ObservedRequest) {
        guard let origin = URLPlace.origin(request.url) else { return nil }
        self.request = request
        self.origin = origin
        rawPath = URLPlace.path(request.url)
        place = SecretID(of: "\(origin)\(rawPath)")
        parameters = RequestParameters(request, bodyLimit: Self.bodyLimit)
    }

    /// The facts; an endpoint that is recognised by the shape of the request is noted.
    func sighting(
        _ id: Int, _ providers: inout ObservedProviders, use: (SecretID) -> TokenRecord.Use?
    ) -> Sighting {
        func isKnown(_ secret: SecretID) -> Bool { use(secret) != nil }
        let (kind, endpoint) = kind(providers, isKnown)
        let known = providers.endpoint(at: place)
        var provider = known?.provider
        if provider == nil, let endpoint {
            provider = providers.provider(at: origin)
            if let provider { providers.learn(endpoint, at: place, of: provider) }
        }
        if case .authorization(let facts) = kind, let place = facts.redirectPlace { providers.addRedirect(place) }
        var sighting = Sighting(
            id: id, caller: request.caller, begin: request.begin, method: String(request.method.prefix(32)),
            origin: origin, path: TextOnPath.shown(rawPath, isKnown: isKnown), place: place, kind: kind)
        sighting.provider = provider
        sighting.link = request.link
        let token = token(of: kind, use)
        sighting.bearer = SecretID(token)
        if let token, let bearer = sighting.bearer, !isKnown(bearer) {
            sighting.audiences = (try? JWS.parse(token).payloadObject())?.audiences ?? []
        }
        sighting.strays = Strays.of(query: parameters.query, path: rawPath, kind: kind) + strayRefreshToken(kind)
        sighting.conduct = Conduct(request)
        sighting.proof = request.headers["DPoP"].flatMap { ProofFacts($0, of: request, token: token) }
        return sighting
    }

    // MARK: - What it asks for

    /// A grant makes a token request wherever it goes; else what is published decides, and then the shape.
    private func kind(
        _ providers: ObservedProviders, _ isKnown: (SecretID) -> Bool
    ) -> (Sighting.Kind, ProviderEndpoint?) {
        // Fetch §4.8: a browser asks before it sends, and no parameter goes along.
        if request.method == "OPTIONS" { return (.call, nil) }
        let isForTokens = request.method == "POST" && rawPath.split(separator: "/").last?.contains("token") == true
        if let grant = TokenRequestReader.statedGrant(parameters, isForTokens: isForTokens) {
            return (.token(tokenRequest(grant)), .token)
        }
        if let endpoint = endpointByPath(providers) { return (kind(of: endpoint), endpoint) }
        if let known = providers.endpoint(at: place)?.endpoint { return (kind(of: known), nil) }
        if let kind = kindByShape { return kind }
        if isRedirect(providers, isKnown) { return (.redirect(RedirectFacts(parameters)), nil) }
        let folders = rawPath.utf8.split(separator: UInt8(ascii: "/")).dropLast()
        return (folders.contains { $0.elementsEqual(".well-known".utf8) } ? .metadata : .call, nil)
    }

    private func kind(of endpoint: ProviderEndpoint) -> Sighting.Kind {
        switch endpoint {
        case .authorization: .authorization(AuthorizationFacts(parameters))
        case .pushedAuthorization: .pushedAuthorization(AuthorizationFacts(parameters))
        case .token: .token(tokenRequest(TokenRequestReader.impliedGrant(parameters, hasBasic: basic != nil) ?? .other))
        case .userInfo: .userInfo
        case .keys: .keys
        case .revocation: .revocation(SecretID(parameters["token"]))
        case .introspection: .introspection
        case .deviceAuthorization:
            .deviceAuthorization(client: (parameters["client_id"] ?? basic?.client).map(TextOnPath.cut))
        case .registration: .registration
        case .endSession:
            .endSession(
                idToken: SecretID(parameters["id_token_hint"]), refreshToken: SecretID(parameters["refresh_token"]))
        }
    }

    /// What the parameters say.
    private var kindByShape: (Sighting.Kind, ProviderEndpoint?)? {
        if let grant = TokenRequestReader.impliedGrant(parameters, hasBasic: basic != nil), isNamedAfterTokens {
            return (.token(tokenRequest(grant)), .token)
        }
        if request.method == "POST", parameters.encoding == .unread,
            ["token", "access_token"].contains(rawPath.split(separator: "/").last?.lowercased())
        {
            return (kind(of: .token), .token)
        }
        // RFC 7591 §2: nothing else has such a list.
        if request.method == "POST", parameters.encoding == .json, parameters.body["redirect_uris"] != nil {
            return (.registration, .registration)
        }
        let (query, body) = (parameters.query, parameters.body)
        if query["client_id"] != nil, query["response_type"] != nil || query["request_uri"] != nil {
            return (kind(of: .authorization), .authorization)
        }
        if request.method == "POST", body["client_id"] != nil, body["response_type"] != nil {
            return (kind(of: .pushedAuthorization), .pushedAuthorization)
        }
        if query["id_token_hint"] != nil || query["post_logout_redirect_uri"] != nil {
            return (kind(of: .endSession), .endSession)
        }
        return nil
    }

    /// Whether a folder or the file of the path says that it has to do with tokens.
    private var isNamedAfterTokens: Bool {
        let path = rawPath.lowercased()
        return path.contains("token") || path.contains("oauth")
    }

    /// Providers differ in the name, and agree on the word.
    private func endpointByPath(_ providers: ObservedProviders) -> ProviderEndpoint? {
        guard request.method == "POST", providers.endpoint(at: place) == nil else { return nil }
        let names = rawPath.split(separator: "/").suffix(2).map { $0.lowercased() }
        guard let name = names.last else { return nil }
        if parameters.has("token") {
            return name.contains("revo") ? .revocation : name.contains("introspect") ? .introspection : nil
        }
        if name.contains("logout") || name.contains("signout"), providers.has(origin),
            parameters.has("refresh_token") || parameters.has("id_token_hint")
        {
            return .endSession
        }
        let isOfDevice = name.contains("device") || name == "code" && names.first?.contains("device") == true
        return isOfDevice && parameters.has("client_id") && !parameters.has("response_type")
            && !parameters.has("device_code") ? .deviceAuthorization : nil
    }

    /// Whether a browser brings the provider's answer back: by `state`, by where it goes, or by a code that was seen.
    private func isRedirect(_ providers: ObservedProviders, _ isKnown: (SecretID) -> Bool) -> Bool {
        let isFormPost = request.method == "POST" && parameters.encoding == .form
        let answer = isFormPost ? parameters.body : parameters.query
        guard answer["code"] != nil || answer["error"] != nil else { return false }
        return answer["state"] != nil || providers.isRedirect(place) || SecretID(answer["code"]).map(isKnown) == true
    }

    private func tokenRequest(_ grant: TokenRequestFacts.Grant) -> TokenRequestFacts {
        TokenRequestReader(parameters, basic, of: request).facts(grant)
    }

    private var basic: BasicCredentials? { credentials(of: "Basic").map { BasicCredentials($0) } }

    // MARK: - What it presents

    private func token(of kind: Sighting.Kind, _ use: (SecretID) -> TokenRecord.Use?) -> String? {
        if let token = credentials(of: "Bearer") ?? credentials(of: "DPoP") { return token }
        if case .token = kind { return nil }
        if let token = issuedToken(use) { return token }
        // RFC 6750 §2.2 knows a form alone.
        return parameters.encoding == .form ? parameters.body["access_token"] : nil
    }

    /// A token that was handed out, by a scheme or in a field of the API's own: GitHub's `token`, Shopify's
    /// `X-Shopify-Access-Token`.
    ///
    /// Some gateways want an ID token there, by their documents.
    private func issuedToken(_ use: (SecretID) -> TokenRecord.Use?) -> String? {
        let fields = request.headers.fields.filter { field in
            let name = field.name.lowercased()
            return name == "authorization" || name.contains("token")
        }
        return fields.compactMap { $0.value.split(separator: " ").last.map(String.init) }
            .first { text in
                let use = SecretID(text).flatMap(use)
                return use == .access || use == .refresh
            }
    }

    private func credentials(of scheme: String) -> String? {
        for value in request.headers.values(of: "Authorization") {
            let parts = value.split(separator: " ", maxSplits: 1)
            if parts.count == 2, String(parts[0]).equalsIgnoringCase(scheme) {
                return parts[1].drop { $0 == " " }.description
            }
        }
        return nil
    }

    /// A refresh token in the body of a call: by its name, in a form or in JSON.
    private func strayRefreshToken(_ kind: Sighting.Kind) -> [Sighting.Stray] {
        guard case .call = kind else { return [] }
        return SecretID(parameters.body["refresh_token"]).map {
            [Sighting.Stray(secret: $0, isInURL: false, isNamed: true, isNamedRefreshToken: true)]
        } ?? []
    }

    static func words(_ text: String?) -> Set<String> {
        Set((text ?? "").split { $0 == " " || $0 == "," }.prefix(32).map { TextOnPath.cut(String($0)) })
    }
}
