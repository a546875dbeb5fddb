import ClientObservation
import FoundationEssentials
import JOSE

/// A successful answer of the token endpoint as JSON, for writing it again with something changed.
struct TokenAnswer {
    private var members: JSONObject

    /// `nil` for any other answer.
    init?(status: Int, body: [UInt8]) {
        guard (200..<300).contains(status), let object = try? JSONValue(parsing: body).object,
            object["access_token"]?.string != nil || object["id_token"]?.string != nil
        else { return nil }
        members = object
    }

    var body: [UInt8] { Array(members.serialized().utf8) }

    /// The answer as a fault makes it; `nil` where it has not what the fault changes.
    func changed(by effect: ClientFault.Blow, _ keys: RunKeys) -> TokenAnswer? {
        var answer = self
        switch effect {
        case .droppedRefreshToken:
            guard members["refresh_token"]?.string != nil else { return nil }
            answer.members["refresh_token"] = nil
        case .wrongIDToken(let flaw):
            guard let token = members["id_token"]?.string, let wrong = Self.changed(token, flaw, keys) else {
                return nil
            }
            answer.members["id_token"] = .string(wrong)
        case .refusedConnection, .answer, .silence, .delay, .tamperedToken, .lostAnswer, .otherIssuer: return nil
        }
        return answer
    }

    private static func changed(_ token: String, _ flaw: ClientFault.IDTokenPart, _ keys: RunKeys) -> String? {
        guard let jws = try? JWS.parse(token) else { return nil }
        guard let claims = changed(jws, flaw) else { return flaw == .signature ? withOtherSignature(jws) : nil }
        guard let algorithm = jws.algorithm, let key = keys.key(for: algorithm) else { return nil }
        var header = jws.header
        header["kid"] = nil
        return try? JWS.sign(
            payload: Array(claims.serialized().utf8), key: key, algorithm: algorithm, header: header)
    }

    /// The claims with one of them wrong; `nil` where there is none to be changed.
    private static func changed(_ jws: JWS, _ flaw: ClientFault.IDTokenPart) -> JSONObject? {
        guard var claims = try? jws.payloadObject() else { return nil }
        switch flaw {
        case .nonce:
            guard claims["nonce"] != nil else { return nil }
            claims["nonce"] = "another-nonce"
        case .audience: claims["aud"] = "another-client"
        case .issuer: claims["iss"] = .string(ClientFault.otherIssuer)
        case .expiry:
            let hourAgo = Int(Date().timeIntervalSince1970) - 3_600
            claims["exp"] = .number(JSONNumber(hourAgo))
            for name in ["iat", "nbf"] where claims[name] != nil { claims[name] = .number(JSONNumber(hourAgo - 60)) }
        case .signature: return nil
        }
        return claims
    }

    private static func withOtherSignature(_ jws: JWS) -> String? {
        guard let first = jws.signature.first else { return nil }
        let signature = [first ^ 1] + jws.signature.dropFirst()
        return "\(String(decoding: jws.signingInput, as: UTF8.self)).\(Base64URL.encode(signature))"
    }
}
