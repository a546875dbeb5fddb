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
            readRefusal(into: &facts)
            facts.tokens = response.isSuccess ? members.flatMap(IssuedTokens.init) : nil
            if facts.tokens != nil { facts.refusal = nil }
            facts.isUnread = response.isSuccess && facts.tokens == nil && facts.refusal == nil
            facts.verdict = verdict
        case .deviceAuthorization:
            readRefusal(into: &facts)
            if response.isSuccess, let members, let code = SecretID(members["device_code"]?.string) {
                facts.device = .init(
                    code: code, interval: .seconds(min(max(0, members.number("interval") ?? 5), 3_600)))
            }
        case .registration: facts.registration = response.isSuccess ? object.flatMap { .init($0) } : nil
        case .pushedAuthorization:
            readRefusal(into: &facts)
            facts.requestURI = response.isSuccess ? SecretID(members?["request_uri"]?.string) : nil
        default: if response.isSuccess, let object { facts.readPublication(object, at: base, kind) }
        }
        return facts
    }

    /// Whether a success has the names of tokens and no text for any of them.
    var hasEmptiedTokens: Bool {
        guard response.isSuccess, let members else { return false }
        let objects = [members] + members.members.compactMap(\.value.object)
        return objects.contains { $0["access_token"]?.string?.isEmpty == true } && !objects.contains(where: \.hasTokens)
    }

    /// Providers differ in the status that goes with an error, a success among them.
    private func readRefusal(into facts: inout AnswerFacts) {
        if let code = members?.errorCode { facts.refusal = .init(code) }
    }

    private var verdict: RefreshTokenVerdict {
        let error = members?.errorCode.flatMap { $0.isEmpty ? nil : $0 }
        return .init(status: answer.status, body: RefusalBody(answer.body, error: error))
    }

    /// What a provider says about itself; `nil` where the answer is not that.
    var metadata: PublishedMetadata? {
        guard response.isSuccess, let object, let issuer = object["issuer"]?.string,
            let origin = URL(given: issuer).flatMap({ Origin($0) })
        else { return nil }
        var endpoints: [ProviderEndpoint: SecretID] = [:]
        for endpoint in ProviderEndpoint.allCases {
            endpoints[endpoint] = object[endpoint.rawValue]?.string.flatMap { URL(given: $0) }.map(URLPlace.id)
        }
        // RFC 8414 §2: a list that is left out means Basic alone.
        let authentications = object["token_endpoint_auth_methods_supported"]?.strings ?? ["client_secret_basic"]
        return PublishedMetadata(
            issuer: TextOnPath.cut(issuer), origin: origin, endpoints: endpoints,
            clientAuthentications: TextOnPath.cut(authentications),
            grants: object["grant_types_supported"]?.strings.map { TextOnPath.cut($0) },
            idTokenAlgorithms: object["id_token_signing_alg_values_supported"]?.strings.map { TextOnPath.cut($0) },
            sendsIssuer: object["authorization_response_iss_parameter_supported"]?.bool ?? false,
            requiresPushedRequests: object["require_pushed_authorization_requests"]?.bool ?? false)
    }

    private var object: JSONObject? {
        answer.body.count <= 1 << 20 ? BodyMembers.ofJSON(answer.body) : nil
    }

    /// The body of a protocol's answer: JSON whatever its type says, or a form, as GitHub sends by default.
    private var members: JSONObject? {
        if let object { return object }
        guard answer.body.count <= 1 << 16, let form = FormParameters(lookingLikeOne: answer.body) else { return nil }
        return JSONObject(form.items.map { ($0.name, .string($0.value)) })
    }

    /// RFC 9111 §5.2.2.1.
    private static func freshness(_ control: String) -> Duration? {
        let ages = control.lowercased().split(whereSeparator: { ", ".contains($0) }).filter { $0.hasPrefix("max-age=") }
        return ages.first.flatMap { Int($0.dropFirst(8)) }.map { .seconds(min(max(0, $0), 86_400)) }
    }

    private func readHeaders(into facts: inout AnswerFacts, end: Date) {
        let headers = answer.headers
        if answer.status == 401 || answer.status == 403 {
            facts.isChallenging = headers["WWW-Authenticate"] != nil
            if let challenge = AuthenticationChallenge.token(in: headers) {
                facts.refusal = challenge.error.map { .init($0) }
                facts.openness.namesMetadata = challenge.resourceMetadata != nil
                facts.challengedScope = Set(challenge.scope.prefix(64).map(TextOnPath.cut))
            }
        }
        facts.openness.allowsOrigin = headers["Access-Control-Allow-Origin"] != nil
        if facts.isChallenging {
            facts.openness.exposesChallenge = headers.values(of: "Access-Control-Expose-Headers").contains {
                $0.contains("*") || $0.lowercased().contains("www-authenticate")
            }
        }
        facts.freshness = headers["Cache-Control"].flatMap(Self.freshness)
        if answer.status == 429 || answer.status >= 500 { facts.retryAfter = response.retryAfter(now: end) }
        // A cache may have the answer's date from long before.
        if headers["Age"] == nil { facts.date = response.date }
        facts.forbidsStoring = headers.values(of: "Cache-Control").contains { $0.lowercased().contains("no-store") }
        facts.nonce = SecretID(headers["DPoP-Nonce"])
        if (300..<400).contains(answer.status), let location = headers["Location"] {
            facts.location = URL(given: location, relativeTo: URL(given: base)).flatMap { url in
                let query = url.query(percentEncoded: true).map { FormParameters(decoding: $0) } ?? [:]
                return .init(place: URLPlace.id(url), redirect: RedirectFacts(query))
            }
        }
    }
}

extension AnswerFacts.Refusal {
    init(_ code: String) { self = .init(rawValue: code) ?? .other }
}

extension JSONObject {
    /// The code of an error (RFC 6749 §5.2), which some providers put a level down; `nil` where there is none.
    fileprivate var errorCode: String? {
        guard let error = self["error"] else { return exceptionCode ?? numberOfRefusal }
        if let code = error.string { return code.isEmpty ? nil : code }
        return error.object.map { $0["code"]?.string ?? $0["type"]?.string ?? "" }
    }

    /// The name of an exception, as AWS has it; those that pass by themselves have the word of RFC 6749.
    private var exceptionCode: String? {
        guard let name = self["__type"]?.string?.split(separator: "#").last else { return nil }
        let isPassing = ["TooManyRequests", "Throttling", "LimitExceeded"].contains { name.hasPrefix($0) }
        return isPassing ? "temporarily_unavailable" : String(name)
    }

    /// What WeChat, TikTok and Feishu answer to a code or a refresh token that has ended: of their numbers most say
    /// something else.
    private static let numbersOfRefusals: Set<Int> = [
        40029, 40030, 40163, 42002, 42003, 10007, 10010, 20003, 20004, 20026, 20037, 20064, 20073,
    ]

    private var numberOfRefusal: String? {
        let numbers = [self, self["data"]?.object].compactMap(\.self).flatMap { object in
            ["errcode", "error_code", "code"].compactMap { object[$0]?.int }
        }
        return numbers.first(where: Self.numbersOfRefusals.contains).map(String.init)
    }

    /// A number, which may be written as text.
    fileprivate func number(_ name: String) -> Double? {
        self[name].flatMap { $0.double ?? $0.string.flatMap { Double($0) } }
    }

    fileprivate var hasTokens: Bool {
        ["access_token", "refresh_token", "id_token"].contains { self[$0]?.string?.isEmpty == false }
    }
}

extension IssuedTokens {
    /// The tokens of an answer, or of a member of it where it has none itself; `nil` where there are none.
    init?(_ answer: JSONObject) {
        let inner = answer.members.compactMap(\.value.object).filter(\.hasTokens)
        guard let object = answer.hasTokens ? answer : inner.first else { return nil }
        access = SecretID(object["access_token"]?.string)
        let seconds = object.number("expires_in")
        expiresIn = seconds.flatMap { (0...3_155_760_000).contains($0) ? .seconds($0) : nil }
        refresh = SecretID(object["refresh_token"]?.string)
        id = SecretID(object["id_token"]?.string)
        others = inner.prefix(8).compactMap { SecretID($0["access_token"]?.string) }.filter { $0 != access }
        scope = object["scope"]?.string.map { RequestReader.words($0) }
        isBound = object["token_type"]?.string.map { $0.lowercased() == "dpop" } ?? false
        // Keycloak's name, and GitHub's; zero stands for no end.
        let refreshSeconds = (object["refresh_expires_in"] ?? object["refresh_token_expires_in"])?.double ?? 0
        refreshExpiresIn = (1...3_155_760_000).contains(refreshSeconds) ? .seconds(refreshSeconds) : nil
        let claims = object["access_token"]?.string.flatMap { try? JWS.parse($0).payloadObject() }
        audiences = claims?.audiences ?? []
        identity = IDTokenFacts(object["id_token"]?.string)
        subject = identity?.subject
        issuer = identity?.issuer
    }
}
