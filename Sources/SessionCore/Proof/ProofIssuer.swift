import FoundationEssentials
import JOSE
import Synchronization

/// Makes the proofs that bind a session's tokens to its key (RFC 9449), with the nonce and the clock of each server.
final class ProofIssuer: Sendable {
    /// The nonce and the time of one server.
    private struct Knowledge {
        /// The latest `DPoP-Nonce`; servers change it at will.
        var nonce: String?
        /// Whether it has refused a proof for want of a nonce.
        var demandsNonce = false
        /// How far its clock is ahead; proofs are accepted for a short time only.
        var clockOffset = 0.0
    }

    private let signer: PrivateKeySigner
    private let publicKey: JSONObject
    private let servers = Mutex<[Origin: Knowledge]>([:])

    init(_ key: ProofKey) throws(JOSEError) {
        signer = try PrivateKeySigner(key)
        guard let publicKey = signer.key.publicKey else { throw .noPrivateKey }
        var json = publicKey.json(includingPrivate: false)
        json["use"] = nil
        self.publicKey = json
    }

    /// What the authorization request names the key by (RFC 9449 §10).
    var thumbprint: String { signer.key.thumbprint }

    /// Whether the server of a URL has refused a proof for want of a nonce (§8, §9).
    func wasAskedForNonce(at url: URL) -> Bool {
        Origin(url).flatMap { origin in servers.withLock { $0[origin]?.demandsNonce } } ?? false
    }

    /// The proof for one request (§4.2); every attempt needs its own.
    /// - Parameters:
    ///   - request: Its method and its URL are proved.
    ///   - token: The access token that goes along; `nil` for the token endpoint.
    ///   - id: Unguessable and never used before.
    ///   - now: By this machine's clock.
    /// - Returns: The value of the `DPoP` field.
    /// - Throws: ``JOSEError`` where signing fails, or what a ``Signer`` throws.
    nonisolated(nonsending) func proof(
        for request: HTTPRequest, token: Secret?, id: String, now: Date
    ) async throws -> String {
        let knowledge = Origin(request.url).flatMap { origin in servers.withLock { $0[origin] } } ?? Knowledge()
        let issuedAt = Int((now.timeIntervalSince1970 + knowledge.clockOffset).rounded(.down))
        var claims: JSONObject = [
            "jti": .string(id), "htm": .string(request.method), "htu": .string(Self.target(of: request.url)),
            "iat": .number(JSONNumber(issuedAt)),
        ]
        claims["nonce"] = knowledge.nonce.map(JSONValue.string)
        claims["ath"] = token.map { .string(Base64URL.encode(Digest.sha256.hash(Array($0.reveal().utf8)))) }
        return try await signer.sign(claims, type: "dpop+jwt", header: ["jwk": .object(publicKey)])
    }

    /// Learns the nonce and the time of an answer; any answer may have them (§8.2).
    ///
    /// Returns whether to send the request once more: if its proof lacked only the nonce of the answer (§8, §9), or if
    /// it was refused and the server's clock differs from the noted offset.
    @discardableResult
    func learn(from response: HTTPResponse, now: Date) -> Bool {
        guard let origin = Origin(response.url) else { return false }
        let nonce = response.headers["DPoP-Nonce"]
        let offset = response.date.map { $0.timeIntervalSince(now) }
        guard nonce != nil || offset != nil else { return false }
        let complaint = Self.complaint(of: response)
        let isClockNews = servers.withLock { servers in
            var knowledge = servers[origin] ?? Knowledge()
            knowledge.nonce = nonce ?? knowledge.nonce
            if complaint == "use_dpop_nonce" { knowledge.demandsNonce = true }
            let before = knowledge.clockOffset
            // Below that it is the way through the network, and the field's whole seconds.
            if let offset { knowledge.clockOffset = abs(offset) > 5 ? offset : 0 }
            servers[origin] = knowledge
            return abs(knowledge.clockOffset - before) > 5
        }
        return switch complaint {
        case "use_dpop_nonce": nonce != nil
        case "invalid_dpop_proof": isClockNews
        default: false
        }
    }

    /// The error of an answer that refuses a request for its proof; nothing has been done then.
    private static func complaint(of response: HTTPResponse) -> String? {
        guard response.status == 400 || response.status == 401 else { return nil }
        let challenges = response.status == 401 ? AuthenticationChallenge.parse(response.headers) : []
        return ([response.oauthError?.code] + challenges.map(\.error)).compactMap(\.self)
            .first { $0 == "use_dpop_nonce" || $0 == "invalid_dpop_proof" }
    }

    /// The URL without query and fragment (§4.2).
    private static func target(of url: URL) -> String {
        let text = String(url.absoluteString.prefix { $0 != "?" && $0 != "#" })
        return url.path(percentEncoded: true).isEmpty ? "\(text)/" : text
    }
}
