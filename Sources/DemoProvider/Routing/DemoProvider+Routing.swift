import FoundationEssentials
import HTTPServer
import JOSE

/// The handler of one path and method.
struct Route: Sendable {
    typealias Answer = @Sendable (isolated DemoProvider, ServerRequest) async throws -> ServerResponse

    let method: String
    let path: String
    let endpoint: DemoProvider.Endpoint
    let answer: Answer

    init(_ method: String, _ endpoint: DemoProvider.Endpoint, at path: String? = nil, _ answer: @escaping Answer) {
        self.method = method
        self.path = path ?? endpoint.path
        self.endpoint = endpoint
        self.answer = answer
    }
}

extension DemoProvider {
    static let routes: [Route] = [
        Route("GET", .discovery) { provider, _ in
            guard !provider.flaws.chain.contains(.oauthPlaceOnly) else { return .notFound }
            return provider.discovery(leavingOut: provider.flaws.membersLeftOut)
        },
        // RFC 8414 §3: the same document, for OAuth clients without OpenID.
        Route("GET", .discovery, at: "/.well-known/oauth-authorization-server") { provider, _ in
            provider.flaws.chain.contains(.openIDPlaceOnly) ? .notFound : provider.discovery()
        },
        Route("GET", .jwks) { provider, _ in .json(try provider.keys.published()) },
        Route("GET", .authorization) { try $0.authorize($1, parameters: $1.query.valued) },
        Route("POST", .authorization) { try $0.authorize($1, parameters: $0.form(of: $1)) },
        Route("POST", .signIn) { try $0.signIn($1) },
        Route("POST", .pushedAuthorizationRequest) { try $0.pushAuthorizationRequest($1) },
        Route("POST", .registration) { try $0.register($1) },
        Route("GET", .registration) { try $0.showRegistration($1) },
        Route("PUT", .registration) { try $0.changeRegistration($1) },
        Route("DELETE", .registration) { try $0.deleteRegistration($1) },
        Route("POST", .token) { $0.token($1) },
        Route("POST", .deviceAuthorization) { try $0.authorizeDevice($1) },
        Route("GET", .device) { $0.showDevicePage($1) },
        Route("POST", .device) { try $0.decideDevice($1) },
        Route("GET", .userInfo) { $0.userInfo($1) },
        Route("POST", .userInfo) { $0.userInfo($1) },
        Route("POST", .revocation) { try $0.revoke($1) },
        Route("POST", .introspection) { try $0.introspect($1) },
        Route("GET", .endSession) { $0.endSession($1, parameters: $1.query.valued) },
        Route("POST", .endSession) { try $0.endSession($1, parameters: $0.form(of: $1)) },
        Route("GET", .resolve) { $0.resolve($1, at: .issuer) },
    ]

    func answerAsIssuer(_ request: ServerRequest) async -> ServerResponse {
        if RequestSource.isAddressed(request, to: issuer) {
            if let name = controlName(of: request) {
                guard !RequestSource.isCrossOrigin(request, to: issuer) else { return dated(.crossOrigin) }
                return dated(answerControl(name, request))
            }
            if request.path == Stylesheet.path { return dated(Stylesheet.response) }
        }
        return await journaled(request) { await answerAtEndpoint(request, $0) }
    }

    private var hasMoved: Bool { !control.hasPrefix(issuer) }

    private func answerAtEndpoint(_ request: ServerRequest, _ id: Int) async -> ServerResponse {
        guard RequestSource.isAddressed(request, to: issuer) else { return dated(.misdirected) }
        if hasMoved, "http://\(request.headers["Host"] ?? "")" != issuer { return dated(.notFound) }
        let method = request.method == "HEAD" ? "GET" : request.method
        let candidates = Self.routes.filter { $0.path == request.path }
        let endpoint = candidates.first?.endpoint
        statistics.endpoints[endpoint?.rawValue ?? Statistics.other, default: 0] += 1
        guard let endpoint else { return dated(.notFound) }
        guard let route = candidates.first(where: { $0.method == method }) else {
            statistics.wrongMethods[endpoint.rawValue, default: 0] += 1
            return dated(.methodNotAllowed(allowed: candidates.map(\.method)))
        }
        let answered = await withFaults(at: [.endpoint(endpoint)], in: id) { await answer(route, request) }
        if endpoint == .token, answered.isLost { recordToken(request, outcome: "fault") }
        return dated(withProofNonce(answered.response, to: request, by: .issuer))
    }

    private func answer(_ route: Route, _ request: ServerRequest) async -> ServerResponse {
        do {
            return try await route.answer(self, request)
        } catch let error as ErrorAnswer {
            return error.response
        } catch let error as BearerError {
            return error.response(scheme: .bearer)
        } catch {
            return ErrorAnswer(.serverError, "the provider failed").response
        }
    }

    /// Sets `Date` by the provider's clock.
    func dated(_ response: ServerResponse) -> ServerResponse {
        var response = response
        response.headers["Date"] = HTTPDate.text(of: clock.now)
        return response
    }

    func form(of request: ServerRequest) throws(ErrorAnswer) -> FormItems {
        guard let form = request.form else {
            throw ErrorAnswer(.invalidRequest, "the body must be application/x-www-form-urlencoded")
        }
        try form.checkRepetitions()
        return form.valued
    }
}

extension ServerResponse {
    static let notFound = ServerResponse.json(
        ["error": "not_found", "error_description": "there is no endpoint at this path"], status: 404)

    static func methodNotAllowed(allowed: [String]) -> ServerResponse {
        let allowed = allowed.joined(separator: ", ")
        var response = ServerResponse.json(
            ["error": "method_not_allowed", "error_description": "use \(allowed)"], status: 405)
        response.headers["Allow"] = allowed
        return response
    }
}
