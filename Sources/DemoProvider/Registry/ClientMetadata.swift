import JOSE

/// What a client says of itself when it registers, checked (RFC 7591 §2).
///
/// Members that are unknown here are ignored, as §2 demands.
struct ClientMetadata: Sendable {
    /// Texts that mean nothing to the provider, and come back as they were sent.
    private static let texts = ["client_name", "client_uri", "software_id", "software_version"]
    private static let longestText = 200

    let redirectURIs: [String]
    let authentication: Client.Authentication
    let grantTypes: [GrantType]
    /// `nil` if none was sent: then the client is granted what it asks for.
    let scope: Scope?
    /// Where a browser may go on to from a sign-out (OpenID Connect RP-Initiated Logout 1.0 §3.1).
    let postLogoutRedirectURIs: [String]
    /// Where it receives logout tokens; on this machine only, because the provider requests it.
    let logoutURI: String?
    private let applicationType: RegisteredRedirectURI.ApplicationType
    private let texts: [(name: String, value: String)]

    var name: String? { texts.first { $0.name == "client_name" }?.value }

    init(_ object: JSONObject) throws(ErrorAnswer) {
        let members = Members(object: object)
        authentication = try Self.authentication(members)
        grantTypes = try Self.grantTypes(members)
        guard authentication != .none || !grantTypes.contains(.clientCredentials) else {
            throw .invalidMetadata("the grant type client_credentials needs a client that authenticates")
        }
        try Self.checkResponseTypes(members, grantTypes)
        redirectURIs = try members.strings("redirect_uris") ?? []
        guard !redirectURIs.isEmpty || !grantTypes.contains(.authorizationCode) else {
            throw ErrorAnswer(.invalidRedirectURI, "redirect_uris is missing")
        }
        applicationType = try RegisteredRedirectURI.check(redirectURIs, of: members.string("application_type"))
        postLogoutRedirectURIs = try members.strings("post_logout_redirect_uris") ?? []
        _ = try RegisteredRedirectURI.check(postLogoutRedirectURIs, of: members.string("application_type"))
        scope = try Self.scope(members)
        logoutURI = try members.string("backchannel_logout_uri")
        guard logoutURI.map(RegisteredRedirectURI.isLoopback) != false else {
            throw .invalidMetadata("backchannel_logout_uri must be http to a loopback address")
        }
        var texts: [(name: String, value: String)] = []
        for name in Self.texts {
            guard let value = try members.string(name) else { continue }
            guard value.utf8.count <= Self.longestText else {
                throw .invalidMetadata("\(name) is longer than \(Self.longestText) bytes")
            }
            texts.append((name, value))
        }
        self.texts = texts
    }

    /// What was registered, which may differ from what was sent (RFC 7591 §3.2.1); with another authentication, if
    /// given.
    func json(authentication: Client.Authentication) -> JSONObject {
        var json: JSONObject = [
            "redirect_uris": .array(redirectURIs.map { .string($0) }),
            "token_endpoint_auth_method": .string(authentication.rawValue),
            "grant_types": .array(grantTypes.map { .string($0.rawValue) }),
            "response_types": grantTypes.contains(.authorizationCode) ? ["code"] : [],
            "application_type": .string(applicationType.rawValue), "scope": .string((scope ?? Self.supported).text),
        ]
        if !postLogoutRedirectURIs.isEmpty {
            json["post_logout_redirect_uris"] = .array(postLogoutRedirectURIs.map { .string($0) })
        }
        json["backchannel_logout_uri"] = logoutURI.map { .string($0) }
        for text in texts { json[text.name] = .string(text.value) }
        return json
    }

    private static func authentication(_ members: Members) throws(ErrorAnswer) -> Client.Authentication {
        let name = try members.string("token_endpoint_auth_method") ?? Client.Authentication.secretBasic.rawValue
        guard let method = Client.Authentication(rawValue: name), method != .privateKeyJWT else {
            throw .invalidMetadata(
                "token_endpoint_auth_method is \(ErrorAnswer.quoted(name)); known are none, client_secret_basic and "
                    + "client_secret_post")
        }
        return method
    }

    private static func grantTypes(_ members: Members) throws(ErrorAnswer) -> [GrantType] {
        try (members.strings("grant_types") ?? [GrantType.authorizationCode.rawValue]).map { name throws(ErrorAnswer) in
            guard let type = GrantType(rawValue: name) else {
                throw .invalidMetadata("the grant type \(ErrorAnswer.quoted(name)) is unknown")
            }
            return type
        }
    }

    /// RFC 7591 §2.1: the response type `code` and the grant type `authorization_code` belong together.
    private static func checkResponseTypes(_ members: Members, _ grantTypes: [GrantType]) throws(ErrorAnswer) {
        let usesCodes = grantTypes.contains(.authorizationCode)
        let types = try members.strings("response_types") ?? (usesCodes ? ["code"] : [])
        if let other = types.first(where: { $0 != "code" }) {
            throw .invalidMetadata("the response type \(ErrorAnswer.quoted(other)) is unknown; known is code")
        }
        guard types.isEmpty != usesCodes else {
            throw .invalidMetadata("response_types code and grant_types authorization_code need each other")
        }
    }

    private static let supported = Scope(Scope.supported.joined(separator: " "))

    /// The names that the provider grants.
    private static func scope(_ members: Members) throws(ErrorAnswer) -> Scope? {
        guard let text = try members.string("scope"), !text.isEmpty else { return nil }
        let scope = Scope(text).intersection(supported)
        guard !scope.names.isEmpty else {
            throw .invalidMetadata("scope has no name that is granted here; these are \(supported.text)")
        }
        return scope
    }

    /// The members of the document, `null` as if absent.
    private struct Members {
        let object: JSONObject

        func string(_ name: String) throws(ErrorAnswer) -> String? {
            guard let value = object[name], value != .null else { return nil }
            guard let string = value.string else { throw .invalidMetadata("\(name) must be a string") }
            return string
        }

        func strings(_ name: String) throws(ErrorAnswer) -> [String]? {
            guard let value = object[name], value != .null else { return nil }
            guard let strings = value.strings, strings.count <= 20 else {
                let code: ErrorAnswer.Code = name == "redirect_uris" ? .invalidRedirectURI : .invalidClientMetadata
                throw ErrorAnswer(code, "\(name) must be a list of at most 20 strings")
            }
            return strings
        }
    }
}

extension ErrorAnswer {
    static func invalidMetadata(_ description: String) -> ErrorAnswer {
        ErrorAnswer(.invalidClientMetadata, description)
    }
}
