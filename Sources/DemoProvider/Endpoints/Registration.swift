import FoundationEssentials
import HTTPServer
import JOSE

extension DemoProvider {
    private static let secretLifetime = Duration.seconds(60)

    /// The client registration endpoint (RFC 7591 §3).
    func register(_ request: ServerRequest) throws -> ServerResponse {
        try admit(request)
        let registration = try registration(
            id: RandomText.id(), try ClientMetadata(Self.metadata(in: request)), issuedAt: clock.now,
            accessToken: flaws.chain.contains(.unmanaged) ? nil : RandomText.token())
        if let dropped = registrations.add(registration) { endGrants(ofClient: dropped.client.id) }
        return response(registration, status: 201)
    }

    /// The client configuration endpoint (RFC 7592 §2): reads the registration.
    func showRegistration(_ request: ServerRequest) throws -> ServerResponse {
        response(try registration(managedBy: request))
    }

    /// Replaces the metadata of the client (RFC 7592 §2.2).
    func changeRegistration(_ request: ServerRequest) throws -> ServerResponse {
        let old = try registration(managedBy: request)
        let object = try Self.metadata(in: request)
        guard object["client_id"]?.string == old.client.id else {
            throw ErrorAnswer.invalidMetadata("client_id must be that of the registration")
        }
        let own = [
            "registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at",
        ]
        if let name = own.first(where: { object[$0] != nil }) {
            throw ErrorAnswer.invalidMetadata("\(name) must not be sent: the provider sets it")
        }
        if let secret = object["client_secret"], secret.string != old.client.secret {
            throw ErrorAnswer.invalidMetadata("client_secret must be the one that was issued, or be left out")
        }
        let new = try registration(
            id: old.client.id, try ClientMetadata(object), issuedAt: old.issuedAt, accessToken: old.accessToken,
            secret: old.client.secret)
        _ = registrations.add(new)
        return response(new)
    }

    /// Deletes the client with all that was granted to it (RFC 7592 §2.3).
    func deleteRegistration(_ request: ServerRequest) throws -> ServerResponse {
        let id = try registration(managedBy: request).client.id
        registrations.remove(id)
        endGrants(ofClient: id)
        return ServerResponse(status: 204, headers: ["Cache-Control": "no-store"])
    }

    /// RFC 7591 §3: registration may need an initial access token.
    private func admit(_ request: ServerRequest) throws {
        switch registrations.policy {
        case .open: break
        case .token:
            let token = try unboundToken(of: request)
            guard token.isSecretly(initialAccessToken) else { throw BearerError.invalidRegistrationToken }
        case .closed: throw ErrorAnswer(.accessDenied, "no client can be registered here", status: 403)
        }
    }

    /// The registration whose token the request has.
    private func registration(managedBy request: ServerRequest) throws(BearerError) -> DynamicClient {
        let token = try unboundToken(of: request)
        guard let registration = request.query["client_id"].flatMap({ registrations[$0] }),
            let own = registration.accessToken, token.isSecretly(own)
        else { throw .invalidRegistrationToken }
        return registration
    }

    /// RFC 7591 §3.1: the content type that no page of another origin can send unasked.
    private static func metadata(in request: ServerRequest) throws(ErrorAnswer) -> JSONObject {
        let mediaType = request.headers["Content-Type"]?.prefix { $0 != ";" && $0 != " " }
        guard mediaType?.lowercased() == "application/json",
            let object = (try? JSONValue(parsing: request.body))?.object
        else { throw .invalidMetadata("the body must be a JSON object, as application/json") }
        return object
    }

    /// A client that authenticates keeps its `secret`, if it had one.
    private func registration(
        id: String, _ metadata: ClientMetadata, issuedAt: Date, accessToken: String?, secret: String = ""
    ) throws -> DynamicClient {
        let hasNone = metadata.authentication == .none
        let method = hasNone && flaws.chain.contains(.unaskedSecret) ? .secretBasic : metadata.authentication
        let client = Client(
            id: id, name: metadata.name ?? "A registered client",
            secret: method == .none ? "" : secret.isEmpty ? try RandomText.token() : secret,
            secretExpiresAt: flaws.chain.contains(.expiringSecret) ? clock.now + Self.secretLifetime.seconds : nil,
            authentication: [method],
            redirectURIs: RedirectURIs(metadata.redirectURIs, anyPort: !flaws.chain.contains(.fixedPort)),
            postLogoutRedirectURIs: RedirectURIs(
                metadata.postLogoutRedirectURIs, anyPort: !flaws.chain.contains(.fixedPort)),
            grantTypes: Set(metadata.grantTypes), scope: metadata.scope,
            logoutURI: metadata.logoutURI)
        return DynamicClient(client: client, metadata: metadata, issuedAt: issuedAt, accessToken: accessToken)
    }

    /// The client information response (RFC 7591 §3.2.1, RFC 7592 §3).
    private func response(_ registration: DynamicClient, status: Int = 200) -> ServerResponse {
        let client = registration.client
        var document: JSONObject = [
            "client_id": .string(client.id),
            "client_id_issued_at": .number(JSONNumber(registration.issuedAt.numericDate)),
        ]
        if !client.secret.isEmpty {
            document["client_secret"] = .string(client.secret)
            document["client_secret_expires_at"] = .number(JSONNumber(client.secretExpiresAt?.numericDate ?? 0))
        }
        if let token = registration.accessToken {
            document["registration_access_token"] = .string(token)
            document["registration_client_uri"] = .string(
                issuer + Endpoint.registration.path + "?" + FormEncoding.encode([("client_id", client.id)]))
        }
        let method = client.authentication.first ?? .none
        for member in registration.metadata.json(authentication: method).members {
            document[member.name] = member.value
        }
        var response = ServerResponse.json(document, status: status)
        response.headers["Cache-Control"] = "no-store"
        response.headers["Pragma"] = "no-cache"
        return response
    }
}

extension String {
    /// Compares in constant time.
    fileprivate func isSecretly(_ other: String) -> Bool { ConstantTime.equal(Array(utf8), Array(other.utf8)) }
}
