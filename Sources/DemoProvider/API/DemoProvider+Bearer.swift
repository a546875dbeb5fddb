import HTTPServer

extension DemoProvider {
    /// The access token of a request, once it is known to be good and to have the scope (RFC 6750 §2.1).
    func bearer(of request: ServerRequest, requiring scope: String? = nil) throws(BearerError) -> AccessTokens.Record {
        let value = try Self.bearerValue(of: request)
        let token: AccessTokens.Record
        do throws(TokenEnd) {
            token = try accessTokens.find(value, at: clock.now)
        } catch .unknown where isAltered(value) {
            throw .invalidToken(.altered)
        } catch {
            throw .invalidToken(error)
        }
        if let scope, !token.scope.contains(scope) { throw .insufficientScope(scope) }
        return token
    }

    private static func bearerValue(of request: ServerRequest) throws(BearerError) -> String {
        let headers = request.headers.values(named: "Authorization")
        guard let header = headers.first else { throw .tokenMissing }
        guard headers.count == 1 else { throw .malformedRequest("there is more than one Authorization header") }
        guard header.lowercased().hasPrefix("bearer ") else { throw .tokenMissing }
        let value = header.dropFirst("bearer ".count).drop { $0 == " " }
        guard !value.isEmpty, value.utf8.allSatisfy(isTokenCharacter) else {
            throw .malformedRequest("the bearer token is malformed")
        }
        return String(value)
    }

    /// A character of `b64token` (RFC 6750 §2.1).
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "-._~+/=".utf8.contains(byte)
        }
    }

    /// Whether an unknown token has the form of a JWT but no signature of this provider.
    private func isAltered(_ value: String) -> Bool {
        value.split(separator: ".", omittingEmptySubsequences: false).count == 3
            && keys.verifiedClaims(of: value) == nil
    }
}
