import FoundationEssentials
import HTTPServer
import JOSE

extension DemoProvider {
    /// What a flawed API takes for an access token, though the provider has issued none of that value.
    func misjudged(_ value: String, at path: String) -> AccessTokens.Entry? {
        if flaws.resource.contains(.refreshTokens), refreshTokens.isKnown(value) { return entry(value, [:]) }
        if flaws.resource.contains(.idTokens), let claims = keys.verifiedClaims(of: value) {
            return entry(value, claims)
        }
        guard let jws = try? JWS.parse(value), let claims = try? jws.payloadObject(),
            flaws.resource.contains(ResourceFlaw(algorithm: jws.algorithmName))
        else { return nil }
        let end = claims["exp"]?.double.map { Date(timeIntervalSince1970: $0) } ?? .distantPast
        let audience = TokenAudience(claims["aud"]?.strings ?? [claims["aud"]?.string].compactMap(\.self))
        guard flaws.resource.contains(.uncheckedEnd) || clock.now < end,
            flaws.resource.contains(.uncheckedAudience) || audience.covers(api + path),
            flaws.resource.contains(.uncheckedIssuer) || claims["iss"]?.string == issuer
        else { return nil }
        return entry(value, claims)
    }

    private func entry(_ value: String, _ claims: JSONObject) -> AccessTokens.Entry {
        AccessTokens.Entry(
            value: value, id: claims["jti"]?.string ?? "", sessionID: nil,
            clientID: claims["client_id"]?.string ?? "", subject: claims["sub"]?.string ?? "", user: nil,
            scope: Scope(claims["scope"]?.string ?? ""), audience: TokenAudience([api]), issuedAt: clock.now,
            expiresAt: clock.now, authenticatedAt: nil, contextClass: nil, proofKey: nil)
    }

    /// An answer of the API, with what its flaws add to it.
    func spoiled(_ response: ServerResponse, to request: ServerRequest) -> ServerResponse {
        var response = response
        let origin = flaws.resource.isEmpty ? nil : request.headers["Origin"]
        if let origin, flaws.resource.contains(.mirroredOrigin) {
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Allow-Credentials"] = "true"
        } else if flaws.resource.contains(.anyOrigin) {
            response.headers["Access-Control-Allow-Origin"] = "*"
        }
        return response
    }

    /// The refusal of a request, with what the API's flaws make of it.
    func spoiled(refusal response: ServerResponse, to request: ServerRequest) -> ServerResponse {
        var response = response
        guard let field = request.headers["Authorization"], response.status != 403 else { return response }
        let value = String(field.drop { $0 != " " }.dropFirst())
        let isJWT = value.count { $0 == "." } == 2
        if isJWT, flaws.resource.contains(.crash) {
            response = .json(["error": "server_error"], status: 500)
        } else if isJWT, flaws.resource.contains(.bareRefusal) {
            response.headers["WWW-Authenticate"] = nil
        } else if flaws.resource.contains(.echo) {
            let challenge = response.headers["WWW-Authenticate"]
            response = .json(["error": "invalid_token", "token": .string(value)], status: response.status)
            response.headers["WWW-Authenticate"] = challenge
        }
        return response
    }
}

extension ResourceFlaw {
    /// The flaw by which a JWT of that algorithm is taken.
    fileprivate init(algorithm: String) {
        switch algorithm.lowercased() {
        case "none": self = .unsigned
        case "hs256": self = .sharedSecret
        default: self = .anySignature
        }
    }
}
