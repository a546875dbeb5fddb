import FoundationEssentials
import HTTPServer
import JOSE

extension DemoProvider {
    /// The authorization endpoint (RFC 6749 §3.1): answers with the sign-in page, or with a redirect.
    func authorize(_ request: ServerRequest, parameters: FormItems) throws -> ServerResponse {
        let client: Client
        let redirectURI: String
        var parameters = parameters
        do throws(ErrorAnswer) {
            client = try self.client(id: parameters["client_id"])
            parameters = try pushedParameters(of: parameters) ?? parameters
            redirectURI = try Self.redirectURI(of: parameters, for: client)
        } catch {
            return ErrorPage(error).response
        }
        do throws(ErrorAnswer) {
            let authorization = try AuthorizationRequest(
                parameters, client: client, redirectURI: redirectURI, audience: audience(of: parameters),
                needsChallenge: needsChallenge(client))
            return try proceed(with: authorization, signedIn: browserSessions.signIn(of: request))
        } catch {
            return redirect(error, to: redirectURI, state: parameters["state"])
        }
    }

    /// The sign-in page's form: `request` (hidden), `username`, `password`, and `action`, which is `cancel` or absent.
    func signIn(_ request: ServerRequest) throws -> ServerResponse {
        let form = try form(of: request)
        guard let id = form["request"], let authorization = signIns.interactions.find(id, at: clock.now),
            client(id: authorization.client.id) != nil
        else {
            let hint = "It was used already, or was open for too long. Start the sign-in again."
            return ErrorPage("This page is no longer valid.", hint: hint).response
        }
        if form["action"] == "cancel" {
            signIns.interactions.remove(id)
            let error = ErrorAnswer(.accessDenied, "the user cancelled the sign-in")
            return redirect(error, to: authorization.redirectURI, state: authorization.state)
        }
        guard let user = user(username: form["username"], password: form["password"]) else {
            return SignInPage(authorization: authorization, requestID: id, username: form["username"], isWrong: true)
                .response
        }
        signIns.interactions.remove(id)
        let signIn = BrowserSessions.Authentication(
            user: user, authenticatedAt: clock.now, contextClass: authorization.contextClass)
        var response = try redirectWithCode(authorization, signIn)
        response.headers["Set-Cookie"] = try browserSessions.add(signIn)
        return response
    }

    /// The user with this name and password.
    ///
    /// Comparing a wrong password takes as long as comparing the right one.
    func user(username: String?, password: String?) -> User? {
        guard let user = configuration.users.first(where: { $0.username == username }) else { return nil }
        return ConstantTime.equal(Array((password ?? "").utf8), Array(user.password.utf8)) ? user : nil
    }

    /// Whether a client's requests must have a `code_challenge`.
    func needsChallenge(_ client: Client) -> Bool {
        client.requiresProofKey && !flaws.grants.contains(.challengeLeftOut)
    }

    private func proceed(
        with authorization: AuthorizationRequest, signedIn: BrowserSessions.Authentication?
    ) throws(ErrorAnswer) -> ServerResponse {
        do {
            if let signedIn, authorization.isSatisfied(by: signedIn, at: clock.now) {
                return try redirectWithCode(authorization, signedIn)
            }
            guard !authorization.prompt.contains("none") else {
                throw ErrorAnswer(.loginRequired, "the user must sign in")
            }
            let id = try RandomText.token()
            signIns.interactions.add(id, authorization, at: clock.now)
            return SignInPage(
                authorization: authorization, requestID: id, username: authorization.loginHint, isWrong: false
            ).response
        } catch let error as ErrorAnswer {
            throw error
        } catch {
            throw ErrorAnswer(.serverError, "the provider failed")
        }
    }

    private func redirectWithCode(
        _ authorization: AuthorizationRequest, _ signIn: BrowserSessions.Authentication
    ) throws -> ServerResponse {
        let code = try RandomText.token()
        let session = ProviderSession(
            id: try RandomText.id(), user: signIn.user, clientID: authorization.client.id,
            audience: authorization.audience, authenticatedAt: signIn.authenticatedAt,
            contextClass: signIn.contextClass, nonce: authorization.nonce)
        signIns.codes.add(
            code,
            AuthorizationCodes.Entry(
                session: session, scope: authorization.scope, redirectURI: authorization.redirectURI,
                codeChallenge: authorization.codeChallenge,
                proofKey: configuration.proofs == nil ? nil : authorization.proofKey,
                expiresAt: clock.now + AuthorizationCodes.lifetime.seconds))
        return redirect([("code", code)], to: authorization.redirectURI, state: authorization.state)
    }

    private func redirect(_ error: ErrorAnswer, to uri: String, state: String?) -> ServerResponse {
        redirect([("error", error.code.rawValue), ("error_description", error.description)], to: uri, state: state)
    }

    /// The authorization response; `iss` lets a client distinguish providers (RFC 9207 §2).
    private func redirect(_ items: [(String, String)], to uri: String, state: String?) -> ServerResponse {
        var items = items + (state.map { [("state", $0)] } ?? [])
        if !flaws.chain.contains(.noIssuer) {
            items.append(("iss", flaws.chain.contains(.otherIssuer) ? "https://other.example" : issuer))
        }
        // RFC 6749 §3.1.2: a registered query stays.
        return .seeOther(uri + (uri.contains("?") ? "&" : "?") + FormEncoding.encode(items))
    }

    private func client(id: String?) throws(ErrorAnswer) -> Client {
        guard let id else { throw .clientMissing }
        guard let client = client(id: id) else { throw unknownClient(id) }
        registrations.recordUse(of: id)
        return client
    }

    static func redirectURI(of parameters: FormItems, for client: Client) throws(ErrorAnswer) -> String {
        guard let uri = parameters["redirect_uri"], client.redirectURIs.contains(uri) else {
            throw .unregisteredRedirect(to: parameters["redirect_uri"], of: client)
        }
        return uri
    }

    /// The parameters that a client has pushed (RFC 9126); `nil` if the request names none.
    private func pushedParameters(of parameters: FormItems) throws(ErrorAnswer) -> FormItems? {
        guard let uri = parameters["request_uri"], let clientID = parameters["client_id"] else { return nil }
        guard let pushed = signIns.pushedRequests.take(uri, clientID: clientID, at: clock.now) else {
            throw ErrorAnswer(.invalidRequest, "the request_uri is unknown, was used before or has expired")
        }
        return pushed
    }
}

extension AuthorizationRequest {
    /// Whether an earlier sign-in in the same browser suffices.
    fileprivate func isSatisfied(by signIn: BrowserSessions.Authentication, at now: Date) -> Bool {
        // Any prompt but `none` requires that the user sees a page.
        guard prompt.isSubset(of: ["none"]) else { return false }
        if let maxAge, now.timeIntervalSince(signIn.authenticatedAt) > Double(maxAge) { return false }
        if let contextClass, contextClass != signIn.contextClass { return false }
        return true
    }
}
