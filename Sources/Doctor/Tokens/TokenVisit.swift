import Addresses
import FoundationEssentials
import JOSE
import SessionCore

/// A resource at which tokens are tried, with what is known of how it takes them.
///
/// What it is sent goes to it alone: no redirect is followed.
struct TokenVisit: Sendable {
    var visit: Visit
    /// How the resource is asked.
    let probe: Probe
    let without: HTTPResponse
    let madeUp: HTTPResponse
    let right: RightToken?
    /// The keys that the provider publishes for signatures.
    let keys: [JSONObject]
    /// What a forged token says: all that a right one would, but of nobody.
    let claims: JSONObject
    private let header: JSONObject
    /// The signature of a forged token that was taken.
    private(set) var carrier: ForgedSignature?
    /// Whether an answer repeated the token that was sent.
    private(set) var hasEcho = false

    /// `nil` where an answer is missing that says how the resource refuses.
    init?(_ visit: Visit, _ probe: Probe, trying candidate: Secret?) async {
        var visit = visit
        visit.attempts = []
        guard let without = await visit.ask(probe).response,
            let madeUp = await visit.ask(probe.withToken(Probe.madeUpToken)).response
        else { return nil }
        right = await visit.right(candidate, at: probe, without, madeUp)
        keys = (await visit.keys() ?? []).filter { $0["use"]?.string != "enc" }
        let issuer = await visit.metadata()?["issuer"]?.string ?? visit.issuer
        claims = visit.claims(like: try? right?.jws?.payloadObject(), issuer: issuer, for: probe.url)
        var header: JSONObject = ["typ": right?.jws?.header["typ"] ?? "at+jwt"]
        header["kid"] = right?.jws?.header["kid"]
        self.header = header
        (self.visit, self.probe, self.without, self.madeUp) = (visit, probe, without, madeUp)
        hasEcho = madeUp.repeats(Probe.madeUpToken)
    }

    /// Whether the resource asks for a token, and refuses one that is made up.
    var tells: Bool { !without.isSuccess && !madeUp.isSuccess }

    /// The token that the resource takes, right or forged.
    var openToken: String? {
        right.map { $0.value.reveal() } ?? carrier.flatMap { try? $0.token(claims) }
    }

    var unsigned: [ForgedSignature] { ForgedSignature.unsigned(header) }

    var byOwnKey: [ForgedSignature] {
        let name = header["kid"]?.string
        let published = keys.first { name != nil && $0["kid"]?.string == name } ?? keys.first
        return ForgedSignature.byOwnKey(like: published, algorithm: right?.jws?.algorithmName, header)
    }

    /// Of two keys: an older one is as public.
    var bySecret: [ForgedSignature] { keys.prefix(2).flatMap { ForgedSignature.bySecret(from: $0, header) } }

    /// What the resource makes of a token.
    mutating func reception(of token: String) async -> TokenReception {
        let reply = await visit.ask(probe.withToken(token))
        if reply.response?.repeats(token) == true { hasEcho = true }
        return reception(of: reply)
    }

    /// What an answer says of the token that was sent.
    func reception(of reply: Reply) -> TokenReception {
        TokenReception(reply.response, besides: madeUp, right: right?.status)
    }

    /// What an answer says of the way in which the token was sent that the resource takes; unknown where it takes that
    /// no more.
    mutating func receptionOfOpenToken(_ reply: Reply) async -> TokenReception {
        let reception = reception(of: reply)
        switch reception {
        case .taken, .unknown: return reception
        case .refused, .otherwise: break
        }
        guard let openToken else { return reception }
        let again = await visit.askAgain(probe.withToken(openToken))
        switch self.reception(of: again) {
        case .taken: return reception
        case .unknown(let words): return .unknown(words)
        case .refused, .otherwise: break
        }
        // A right token may be answered 404, and then whatever is answered so says nothing.
        guard let right, again.response?.status == right.status else {
            return .unknown("the token has ended meanwhile")
        }
        return reply.response?.status == right.status ? .unknown("a right token is answered so, too") : reception
    }

    /// What the resource makes of forged tokens.
    mutating func sight(of signatures: [ForgedSignature]) async -> Sight? {
        var (doubt, refusal): (Sight?, HTTPResponse?)
        for signature in signatures {
            guard let token = try? signature.token(claims) else { continue }
            switch await reception(of: token) {
            case .taken(let answer):
                carrier = carrier ?? signature
                return .fault("taken: it answers \(answer.wordsOfTaking)")
            case .refused(let answer): refusal = answer
            case .otherwise(let words): doubt = .remark("it answers \(words), where 401 belongs")
            case .unknown(let words): doubt = doubt ?? .unknown(words)
            }
        }
        guard let refusal else { return doubt }
        return doubt ?? bare(refusal) ?? refused(refusal)
    }

    /// What the resource makes of a forged token with another claim, where its signature is one that it takes.
    mutating func sight(of claim: String, _ change: (inout JSONObject) -> Void) async -> Sight? {
        var claims = claims
        change(&claims)
        guard let signature = carrier ?? byOwnKey.first, let token = try? signature.token(claims) else { return nil }
        switch await reception(of: token) {
        case .taken(let answer): return .fault("taken: it answers \(answer.wordsOfTaking)")
        case .refused(let answer):
            guard carrier != nil else { return .unknown("refused; its signature is wrong, too, so not known why") }
            return bare(answer) ?? .sound("refused: \(answer.refusalInWords)")
        case .otherwise(let words): return .remark("it answers \(words), where 401 belongs")
        case .unknown(let words): return .unknown(words)
        }
    }

    /// A refusal that lacks what a made-up token gets.
    private func bare(_ answer: HTTPResponse) -> Sight? {
        guard answer.status == 401, AuthenticationChallenge.token(in: answer.headers) == nil,
            AuthenticationChallenge.token(in: madeUp.headers) != nil
        else { return nil }
        return .remark("401 without the challenge that a made-up token gets")
    }

    /// A refusal is sound where a right token of that shape is taken: else the resource may refuse all of them.
    private func refused(_ answer: HTTPResponse) -> Sight {
        if right?.jws != nil {
            // A resource may look for the user first, and the user of a forged token is nobody.
            let saysWhy = AuthenticationChallenge.token(in: answer.headers)?.error == "invalid_token"
            return saysWhy
                ? .sound("refused: \(answer.refusalInWords)")
                : .unknown("refused, perhaps for its user, who is nobody: \(answer.refusalInWords)")
        }
        return .unknown(
            right == nil ? "refused, not known why: no right token was tried" : "refused; its right tokens are opaque")
    }
}

extension Probe {
    /// The probe with a token, which no redirect takes along.
    func withToken(_ token: String, scheme: String = "Bearer") -> Probe {
        var probe = self
        probe.headers["Authorization"] = "\(scheme) \(token)"
        probe.followsRedirects = false
        return probe
    }
}

extension HTTPResponse {
    /// Whether a token stands in it, where people and logs see it.
    fileprivate func repeats(_ token: String) -> Bool {
        String(decoding: body, as: UTF8.self).contains(token) || headers.contains { $0.value.contains(token) }
    }
}

extension Visit {
    /// The token, if the resource tells it from a made-up one.
    fileprivate mutating func right(
        _ candidate: Secret?, at probe: Probe, _ without: HTTPResponse, _ madeUp: HTTPResponse
    ) async -> RightToken? {
        guard let candidate, let answer = await ask(probe.withToken(candidate.reveal())).response else { return nil }
        let isTold = answer.status != madeUp.status && ![401, 403].contains(answer.status)
        guard !madeUp.isSuccess, answer.isSuccess || isTold && StatusMeaning(answer.status) != .temporary else {
            return nil
        }
        return RightToken(value: candidate, status: answer.status, jws: try? JWS.parse(candidate.reveal()))
    }

    /// The claims of a right token, or those that it should have, of nobody and for a minute.
    fileprivate func claims(like right: JSONObject?, issuer: String?, for url: URL) -> JSONObject {
        var claims: JSONObject = right ?? ["client_id": .string(Probe.madeUpClient)]
        let now = Int(serverTime(at: url).timeIntervalSince1970)
        if right == nil {
            claims["iss"] = issuer.map { .string($0) }
            claims["aud"] = .string(resource?.absoluteString ?? url.absoluteString)
            claims["scope"] = scope.isEmpty ? nil : .string(scope.joined(separator: " "))
        }
        // What says who somebody is, or binds the token to a key, is not of nobody.
        let personal = [
            "cnf", "act", "sid", "email", "name", "given_name", "family_name", "preferred_username", "username", "upn",
            "unique_name", "oid",
        ]
        for name in personal { claims[name] = nil }
        claims["sub"] = "nobody-of-session-console-doctor"
        if claims["nbf"] != nil { claims["nbf"] = .number(JSONNumber(now)) }
        claims["iat"] = .number(JSONNumber(now))
        claims["exp"] = .number(JSONNumber(now + 60))
        claims["jti"] = .string((try? Base64URL.encode(channel.randomness.bytes(16))) ?? Probe.madeUpClient)
        return claims
    }

    /// The time by the clock of the server.
    private func serverTime(at url: URL) -> Date {
        guard let origin = Origin(url), let (server, here) = clocks[origin], let server else {
            return channel.clock.now
        }
        return channel.clock.now + server.timeIntervalSince(here)
    }
}
