import Addresses
import FoundationEssentials
import JOSE
import SessionCore
import SessionHTTP

/// Reads the facts of an answer; secrets are known by their hash from here on.
struct AnswerReader {
    private let answer: ObservedAnswer
    private let response: HTTPResponse
    private let base: String
    /// Where an answer came from is not asked.
    private static let nowhere = URL(filePath: "/")

    /// A relative `Location` is resolved against the base.
    init(_ answer: ObservedAnswer, base: String) {
        self.answer = answer
        self.base = base
        response = HTTPResponse(
            status: answer.status, headers: answer.headers, body: answer.body, url: Self.nowhere)
    }

    func facts(of kind: Sighting.Kind, end: Date) -> AnswerFacts {
        var facts = AnswerFacts(status: answer.status)
        facts.isInjected = answer.isInjected
        readHeaders(into: &facts, end: end)
        switch kind {
        case .token:
            facts.refusal = response.oauthError.map { .init($0.code) } ?? facts.refusal
            if let object { facts.tokens = response.isSuccess ? IssuedTokens(object) : nil }
        case .deviceAuthorization:
            if response.isSuccess, let code = SecretID(object?["device_code"]?.string) {
                let interval = object?["interval"]?.double ?? 5
                facts.device = .init(code: code, interval: .seconds(min(max(0, interval), 3_600)))
            }
        case .pushedAuthorization:
            facts.requestURI = response.isSuccess ? SecretID(object?["request_uri"]?.string) : nil
        default: break
        }
        return facts
    }

    /// What a provider says about itself; `nil` where the answer is not that.
    var metadata: PublishedMetadata? {
        guard response.isSuccess, let object, let issuer = object["issuer"]?.string,
            let origin = URL(given: issuer).flatMap({ Origin($0) })
        else { return nil }
        var endpoints: [ProviderEndpoint: SecretID] = [:]
        for endpoint in ProviderEndpoint.allCases {
            endpoints[endpoint] = object[endpoint.rawValue]?.string.flatMap { URL(given: $0) }.map(Place.id)
        }
        // RFC 8414 §2: a list that is left out means Basic alone.
        let authentications = object["token_endpoint_auth_methods_supported"]?.strings ?? ["client_secret_basic"]
        return PublishedMetadata(
            issuer: TextOnPath.cut(issuer), origin: origin, endpoints: endpoints,
            clientAuthentications: Set(authentications.prefix(32)),
            sendsIssuer: object["authorization_response_iss_parameter_supported"]?.bool ?? false)
    }

    private var object: JSONObject? {
        guard answer.body.count <= 1 << 20 else { return nil }
        return (try? JSONValue(parsing: answer.body))?.object
    }

    private func readHeaders(into facts: inout AnswerFacts, end: Date) {
        let headers = answer.headers
        if answer.status == 401 || answer.status == 403 {
            facts.isChallenging = headers["WWW-Authenticate"] != nil
            if let challenge = AuthenticationChallenge.token(in: headers) {
                facts.refusal = challenge.error.map { .init($0) }
                facts.challengedScope = Set(challenge.scope.prefix(64).map(TextOnPath.cut))
            }
        }
        if answer.status == 429 || answer.status >= 500 { facts.retryAfter = response.retryAfter(now: end) }
        // A cache may have the answer's date from long before.
        if headers["Age"] == nil { facts.date = response.date }
        facts.forbidsStoring = headers.values(of: "Cache-Control").contains { $0.lowercased().contains("no-store") }
        facts.nonce = SecretID(headers["DPoP-Nonce"])
        if (300..<400).contains(answer.status), let location = headers["Location"] {
            facts.location = URL(given: location, relativeTo: URL(given: base)).flatMap { url in
                let query = url.query(percentEncoded: true).map { FormParameters(decoding: $0) } ?? [:]
                return .init(place: Place.id(url), redirect: RedirectFacts(query))
            }
        }
    }
}

extension AnswerFacts.Refusal {
    init(_ code: String) { self = .init(rawValue: code) ?? .other }
}

extension IssuedTokens {
    init(_ object: JSONObject) {
        access = SecretID(object["access_token"]?.string)
        let seconds = object["expires_in"].flatMap { $0.double ?? $0.string.flatMap { Double($0) } }
        expiresIn = seconds.flatMap { (0...3_155_760_000).contains($0) ? .seconds($0) : nil }
        refresh = SecretID(object["refresh_token"]?.string)
        id = SecretID(object["id_token"]?.string)
        scope = object["scope"]?.string.map { RequestReader.words($0) }
        guard let token = object["id_token"]?.string, let claims = try? JWS.parse(token).payloadObject() else { return }
        subject = claims["sub"]?.string.map(TextOnPath.cut)
        issuer = claims["iss"]?.string.map(TextOnPath.cut)
    }
}
