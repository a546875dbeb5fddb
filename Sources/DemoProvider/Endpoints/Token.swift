import HTTPServer
import JOSE

extension DemoProvider {
    /// The token endpoint (RFC 6749 §3.2).
    ///
    /// It never throws, so that each request is counted with its outcome. The field `Injected-Fault` names the switch
    /// that changed the answer.
    func token(_ request: ServerRequest) -> ServerResponse {
        nextRefresh.struck = []
        var response = answer(request)
        if !nextRefresh.struck.isEmpty {
            response.headers["Injected-Fault"] = nextRefresh.struck.joined(separator: ", ")
        }
        return response
    }

    private func answer(_ request: ServerRequest) -> ServerResponse {
        do {
            var granted = try grant(request)
            if flaws.grants.contains(.lifetimeLeftOut) { granted["expires_in"] = nil }
            var response = ServerResponse.json(granted)
            response.headers["Cache-Control"] = "no-store"
            response.headers["Pragma"] = "no-cache"
            recordToken(request, outcome: "ok")
            return response
        } catch {
            let error = error as? ErrorAnswer ?? ErrorAnswer(.serverError, "the provider failed")
            recordToken(request, outcome: error.code.rawValue)
            return error.response
        }
    }

    func recordToken(_ request: ServerRequest, outcome: String) {
        let type = request.form?["grant_type"].flatMap(GrantType.init(rawValue:))?.name ?? "unknown"
        statistics.token[type, default: [:]][outcome, default: 0] += 1
    }

    private func grant(_ request: ServerRequest) throws -> JSONObject {
        let form = try form(of: request)
        guard let name = form["grant_type"] else { throw ErrorAnswer(.invalidRequest, "grant_type is missing") }
        guard let type = GrantType(rawValue: name) else {
            throw ErrorAnswer(.unsupportedGrantType, "this grant type is not supported")
        }
        var client = try client(of: request, form: form)
        guard client.client.grantTypes.contains(type) else { throw ErrorAnswer.unregisteredGrant(type) }
        client.proofKey = try proofKey(ofTokenRequest: request)
        return switch type {
        case .authorizationCode: try grantAuthorizationCode(form, client)
        case .refreshToken: try grantRefreshToken(form, client)
        case .password: try grantPassword(form, client)
        case .clientCredentials: try grantClientCredentials(form, client)
        case .deviceCode: try grantDeviceCode(form, client)
        case .tokenExchange: try exchangeToken(form, client)
        }
    }
}
