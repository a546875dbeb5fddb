import Addresses
import FoundationEssentials
import JOSE

/// Registers a client at an authorization server (RFC 7591 §3), and ends a registration (RFC 7592 §2.3).
struct ClientRegistration: Sendable {
    let requests: DiscoveryRequests
    let endpoint: URL
    let issuer: String

    /// Registers a client as public, and where the server will not have that as one with a secret.
    func register(
        _ client: ClientMetadata, scope: [String], at metadata: ProviderMetadata, with token: Secret?,
        _ attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> (RegisteredClient, Conclusion) {
        // Servers that list only secrets register public clients all the same, as those of the MCP SDK for Python do,
        // which then want client_id in the body even beside a Basic field.
        let listed = metadata.clientAuthenticationMethods ?? ["client_secret_basic"]
        var methods = ["none"] + ["client_secret_post", "client_secret_basic"].filter(listed.contains)
        let grants = ["authorization_code", "refresh_token"].filter { metadata.grantTypes?.contains($0) ?? true }
        while true {
            let method = methods.removeFirst()
            let response = try await send(
                client.json(
                    authenticatingBy: method, grants: grants, scope: scope,
                    signsOut: metadata.endpoints[.endSession] != nil), with: token, &attempts)
            if response.isSuccess { return try registered(client, by: method, response) }
            let isRefusedAsSuch = response.oauthError?.code == "invalid_client_metadata"
            guard isRefusedAsSuch, !methods.isEmpty else { throw refusal(response) }
        }
    }

    private func send(
        _ metadata: JSONObject, with token: Secret?, _ attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> HTTPResponse {
        var request = HTTPRequest(
            method: "POST", url: endpoint, headers: ["Content-Type": "application/json", "Accept": "application/json"],
            body: .text(JSONValue.object(metadata).serialized()), redirects: .doNotFollow)
        if let token { request.headers["Authorization"] = "Bearer \(token.reveal())" }
        do throws(DiscoveryFinding) {
            return try await requests.send(
                request, named: ProviderEndpoint.registration.rawValue, for: .registration, noting: &attempts)
        } catch {
            throw .failed(error, .rfc(7591, "3"))
        }
    }

    private func refusal(_ response: HTTPResponse) -> Conclusion {
        if [401, 403].contains(response.status) {
            // A gateway in front of the server refuses for reasons of its own, by a page.
            let isOfServer =
                response.status == 401 || response.oauthError != nil
                || AuthenticationChallenge.token(in: response.headers) != nil
            return .failed(
                isOfServer
                    ? .registrationClosed(
                        status: response.status, response.oauthError.map { requests.channel.masked($0) })
                    : .registrationBarred(status: response.status),
                .rfc(7591, "3"))
        }
        guard StatusMeaning(response.status) == .refusal, let error = response.oauthError else {
            return .failed(DiscoveryFinding(ofStatus: response.status), .rfc(7591, "3"))
        }
        return .failed(.registrationRefused(requests.channel.masked(error)), .rfc(7591, "3.2.2"))
    }

    /// The client as the server registered it, which may not be as it was asked for (RFC 7591 §3.2.1).
    private func registered(
        _ asked: ClientMetadata, by method: String, _ response: HTTPResponse
    ) throws(Conclusion) -> (RegisteredClient, Conclusion) {
        let rule = Citation.rfc(7591, "3.2.1")
        guard let answer = try? response.jsonObject(for: .registration) else {
            throw .failed(.noDocument("the answer is not JSON"), rule)
        }
        guard let id = answer["client_id"]?.string, !id.isEmpty, id.isVSCHAR
        else { throw .failed(.memberMissing("client_id"), rule) }
        let redirect = asked.redirectURI.absoluteString
        if let uris = answer["redirect_uris"]?.strings, !uris.contains(where: { $0.hasSameBytes(as: redirect) }) {
            throw .failed(.otherRedirect(uris), rule)
        }
        let secret = answer["client_secret"]?.string.map { Secret($0) }
        let given = answer["token_endpoint_auth_method"]?.string ?? (secret == nil ? "none" : "client_secret_basic")
        let authentication: ClientAuthentication
        switch (given, secret) {
        case ("none", _): authentication = .none
        case ("client_secret_basic", let secret?): authentication = .basic(secret)
        case ("client_secret_post", let secret?): authentication = .post(secret)
        case ("client_secret_basic", nil), ("client_secret_post", nil):
            throw .failed(.memberMissing("client_secret"), rule)
        default: throw .failed(.otherAuthentication(given), rule)
        }
        // RFC 7591 §3.2.1: 0 stands for a secret without an end.
        let end = answer["client_secret_expires_at"]?.number?.int.flatMap { $0 > 0 ? Double($0) : nil }
        let expiry = authentication == .none ? nil : end.map { Date(timeIntervalSince1970: $0) }
        let management = answer["registration_client_uri"]?.string.flatMap { URL(given: $0) }
        let client = RegisteredClient(
            issuer: issuer, clientID: id, authentication: authentication, secretExpiry: expiry,
            redirectURI: asked.redirectURI,
            managementToken: answer["registration_access_token"]?.string.flatMap {
                RegisteredClient.managementToken($0)
            },
            // The token that manages it goes nowhere else.
            managementURL: management.flatMap { Origin($0) == Origin(endpoint) ? $0 : nil })
        if let expiry { return (client, Conclusion(.doubtful, .secretEnding(clientID: id, at: expiry), rule)) }
        let isUnasked = method == "none" && authentication != .none
        return (
            client,
            isUnasked ? Conclusion(.doubtful, .secretGiven(id), rule) : Conclusion(.done, .registeredClient(id), rule)
        )
    }
}

extension RegisteredClient {
    /// Ends the registration at its server (RFC 7592 §2.3).
    ///
    /// Throws ``SessionError/unsupported(_:)`` where the server gave nothing to manage it with.
    public func unregister(
        over transport: any HTTPTransport, clock: any SessionClock = SystemClock()
    ) async throws(SessionError) {
        let journal = EventJournal(clock: clock)
        try await unregister(
            over: Channel(
                transport: transport, clock: clock, randomness: SystemRandomness(),
                scope: EventScope(journal: journal, generation: 0)))
    }

    /// Ends the registration at its server, over a channel whose exchanges are heard of elsewhere.
    package func unregister(over channel: Channel) async throws(SessionError) {
        guard let managementURL, let managementToken else { throw .unsupported("the management of registrations") }
        let response = try await channel.send(
            HTTPRequest(
                method: "DELETE", url: managementURL,
                headers: ["Authorization": "Bearer \(managementToken.reveal())"], redirects: .doNotFollow,
                timeout: .seconds(10)),
            for: .registration)
        guard response.isSuccess else { throw response.failure(during: .registration, now: channel.clock.now) }
    }
}
