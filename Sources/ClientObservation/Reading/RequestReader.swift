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
    private let query: FormParameters
    private let form: FormParameters

    /// `nil` for what goes to no http or https URL.
    init?(_ request: ObservedRequest) {
        guard let origin = Origin(request.url) else { return nil }
        self.request = request
        self.origin = origin
        rawPath = Place.path(request.url)
        place = SecretID(of: "\(origin)\(rawPath)")
        query = request.url.query(percentEncoded: true).map { FormParameters(decoding: $0) } ?? [:]
        let type = request.headers["Content-Type"]?.prefix { $0 != ";" }
        let isForm = type.map { String($0).equalsIgnoringCase("application/x-www-form-urlencoded") } ?? false
        form = isForm && request.body.count <= Self.bodyLimit ? FormParameters(decoding: request.body) : [:]
    }

    /// The facts; an endpoint that is recognised by the shape of the request is noted.
    func sighting(
        _ id: Int, _ providers: inout ObservedProviders, isKnown: (SecretID) -> Bool
    ) -> Sighting {
        let (kind, endpoint) = kind(providers)
        let known = providers.endpoint(at: place)
        var provider = known?.provider
        if provider == nil, let endpoint {
            provider = providers.provider(at: origin)
            if let provider { providers.note(endpoint, at: place, of: provider) }
        }
        var sighting = Sighting(
            id: id, caller: request.caller, begin: request.begin, method: String(request.method.prefix(32)),
            origin: origin, path: TextOnPath.shown(rawPath, isKnown: isKnown), place: place, kind: kind)
        sighting.provider = provider
        let token = token(of: kind)
        sighting.bearer = SecretID(token)
        sighting.strays = Strays.of(query: query, path: rawPath, kind: kind) + strayRefreshToken(kind)
        sighting.proof = request.headers["DPoP"].flatMap { ProofFacts($0, of: request, token: token) }
        return sighting
    }

    // MARK: - What it asks for

    private func kind(_ providers: ObservedProviders) -> (Sighting.Kind, ProviderEndpoint?) {
        if let kind = kindByShape { return kind }
        guard let known = providers.endpoint(at: place)?.endpoint else { return (.call, nil) }
        return (kind(of: known), nil)
    }

    private func kind(of endpoint: ProviderEndpoint) -> Sighting.Kind {
        switch endpoint {
        case .authorization: .authorization(authorization(query))
        case .pushedAuthorization: .pushedAuthorization(authorization(form))
        case .token: .token(tokenRequest)
        case .userInfo: .userInfo
        case .keys: .keys
        case .revocation: .revocation(SecretID(form["token"]))
        case .introspection: .introspection
        case .deviceAuthorization: .deviceAuthorization(client: (form["client_id"] ?? basicClient).map(TextOnPath.cut))
        case .registration: .registration
        case .endSession: .endSession(idToken: SecretID(query["id_token_hint"] ?? form["id_token_hint"]))
        }
    }

    /// What the parameters alone say, or the end of the path where it is the same at all providers.
    private var kindByShape: (Sighting.Kind, ProviderEndpoint?)? {
        let isPost = request.method == "POST"
        if isPost, form["grant_type"] != nil { return (.token(tokenRequest), .token) }
        if let endpoint = endpointByPath {
            return (kind(of: endpoint), endpoint)
        }
        if query["client_id"] != nil, query["response_type"] != nil || query["request_uri"] != nil {
            return (.authorization(authorization(query)), .authorization)
        }
        if isPost, form["client_id"] != nil, form["response_type"] != nil {
            return (.pushedAuthorization(authorization(form)), .pushedAuthorization)
        }
        if query["state"] != nil, query["code"] != nil || query["error"] != nil {
            return (.redirect(RedirectFacts(query)), nil)
        }
        if query["id_token_hint"] != nil || query["post_logout_redirect_uri"] != nil {
            return (kind(of: .endSession), .endSession)
        }
        let folders = rawPath.utf8.split(separator: UInt8(ascii: "/")).dropLast()
        return folders.contains { $0.elementsEqual(".well-known".utf8) } ? (.metadata, nil) : nil
    }

    /// Providers differ in the name, and agree on the word.
    private var endpointByPath: ProviderEndpoint? {
        guard request.method == "POST" else { return nil }
        let name = rawPath.split(separator: "/").last.map { $0.lowercased() } ?? ""
        if form["token"] != nil {
            return name.contains("revo") ? .revocation : name.contains("introspect") ? .introspection : nil
        }
        return form["client_id"] != nil && form["response_type"] == nil && name.contains("device")
            ? .deviceAuthorization : nil
    }

    private func authorization(_ parameters: FormParameters) -> AuthorizationFacts {
        var facts = AuthorizationFacts()
        facts.client = parameters["client_id"].map(TextOnPath.cut)
        facts.responseTypes = Self.words(parameters["response_type"])
        facts.redirectURI = SecretID(parameters["redirect_uri"])
        facts.scope = Self.words(parameters["scope"])
        facts.resources = Set(parameters.items.filter { $0.name == "resource" }.map { TextOnPath.cut($0.value) })
        facts.state = SecretID(parameters["state"])
        facts.nonce = SecretID(parameters["nonce"])
        facts.challenge = SecretID(parameters["code_challenge"])
        facts.isChallengePlain = facts.challenge != nil && parameters["code_challenge_method"] != "S256"
        facts.asksForMore = ["prompt", "max_age", "acr_values", "claims"].contains { parameters[$0] != nil }
        facts.requestURI = SecretID(parameters["request_uri"])
        facts.isOpaque = parameters["request"] != nil
        return facts
    }

    private var tokenRequest: TokenRequestFacts {
        let grant = form["grant_type"].flatMap { TokenRequestFacts.Grant(rawValue: $0) } ?? .other
        var facts = TokenRequestFacts(grant: grant)
        let basic = basicClient
        facts.client = (form["client_id"] ?? (basic == "" ? nil : basic)).map(TextOnPath.cut)
        if basic != nil { facts.authentications.insert(.basic) }
        if form["client_secret"]?.isEmpty == false { facts.authentications.insert(.post) }
        if form["client_assertion"] != nil { facts.authentications.insert(.assertion) }
        facts.code = SecretID(form["code"])
        facts.refreshToken = SecretID(form["refresh_token"])
        facts.deviceCode = SecretID(form["device_code"])
        if let verifier = form["code_verifier"] {
            facts.verifier = SecretID(verifier)
            facts.challenge = SecretID(Base64URL.encode(Digest.sha256.hash(verifier.utf8)))
        }
        facts.redirectURI = SecretID(form["redirect_uri"])
        facts.scope = form["scope"].map { Self.words($0) }
        facts.resources = Set(form.items.filter { $0.name == "resource" }.map { TextOnPath.cut($0.value) })
        return facts
    }

    /// The client of Basic authentication (RFC 6749 §2.3.1); its secret is not kept, not even as a hash.
    private var basicClient: String? {
        guard let credentials = credentials(of: "Basic") else { return nil }
        // Masked credentials still say that there are some.
        guard let pair = try? Base64.decode(credentials) else { return "" }
        return FormParameters.decode(pair.prefix { $0 != UInt8(ascii: ":") })
    }

    static func words(_ text: String?) -> Set<String> {
        Set((text ?? "").split(separator: " ").prefix(32).map { TextOnPath.cut(String($0)) })
    }

    // MARK: - What it presents

    private func token(of kind: Sighting.Kind) -> String? {
        if let token = credentials(of: "Bearer") ?? credentials(of: "DPoP") { return token }
        if case .token = kind { return nil }
        return form["access_token"]
    }

    private func credentials(of scheme: String) -> String? {
        for value in request.headers.values(of: "Authorization") {
            let parts = value.split(separator: " ", maxSplits: 1)
            if parts.count == 2, String(parts[0]).equalsIgnoringCase(scheme) { return String(parts[1]) }
        }
        return nil
    }

    /// A refresh token in the body of a call: by its name, in a form or in JSON.
    private func strayRefreshToken(_ kind: Sighting.Kind) -> [Sighting.Stray] {
        guard case .call = kind, !request.body.isEmpty, request.body.count <= Self.bodyLimit else { return [] }
        var text = form["refresh_token"]
        if text == nil, request.headers["Content-Type"]?.contains("json") == true {
            text = (try? JSONValue(parsing: request.body))?["refresh_token"]?.string
        }
        return SecretID(text).map {
            [Sighting.Stray(secret: $0, isInURL: false, isNamed: true, isNamedRefreshToken: true)]
        } ?? []
    }
}

extension RedirectFacts {
    init(_ query: FormParameters) {
        code = SecretID(query["code"])
        state = SecretID(query["state"])
        issuer = query["iss"].map(TextOnPath.cut)
    }
}
