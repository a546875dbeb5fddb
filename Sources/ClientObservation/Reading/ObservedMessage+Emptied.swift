import Addresses
import FoundationEssentials
import JOSE
import SessionCore
import SessionHTTP

extension ObservedMessage {
    /// What stands for a secret whose text was taken out, as ``MaskShape`` knows masks.
    static let mask = "[emptied]"

    /// The messages of an archive, with masks in the place of secrets where one shows that those were taken out.
    static func masked(_ archive: [ObservedMessage]) -> [ObservedMessage] {
        let whole = archive.reduce(into: Set<String>()) { $0.formUnion($1.wholeNames) }
        return archive.contains { $0.isEmptied(besides: whole) } ? archive.map(\.withMasks) : archive
    }

    /// Whether a secret was taken out of it, so that only the name is left: no client that succeeds sends it so, and no
    /// server answers so.
    ///
    /// Servers pass over some that are empty: what is `whole` elsewhere in the archive was not taken out here.
    private func isEmptied(besides whole: Set<String>) -> Bool {
        guard case .answered(let answer) = outcome, answer.status < 400 else { return false }
        if !whole.contains("Authorization"), request.headers.values(of: "Authorization").contains("") { return true }
        let reader = AnswerReader(answer, base: request.url.absoluteString)
        if reader.hasEmptiedTokens { return true }
        let parameters = RequestParameters(request, bodyLimit: RequestReader.bodyLimit)
        let location = answer.headers["Location"].flatMap { URL(given: $0)?.query(percentEncoded: true) }
        let redirect = location.map { FormParameters(decoding: $0) } ?? [:]
        guard redirect["error"] == nil else { return false }
        if !whole.contains("code_challenge"), parameters["code_challenge"] == "",
            parameters.has("code_challenge_method")
        {
            return true
        }
        if parameters["request_uri"] == "" { return true }
        if parameters.has("response_type"), redirect["code"] == "" { return true }
        let facts = reader.facts(of: .token(.init(grant: .other)), end: end)
        let isSubjectEmptied = ["code", "refresh_token", "device_code"].contains { parameters[$0] == "" }
        return parameters.has("grant_type") && isSubjectEmptied && facts.refusal == nil
    }

    private var wholeNames: Set<String> {
        var names: Set<String> = []
        if request.headers.values(of: "Authorization").contains(where: { $0.contains(" ") }) {
            names.insert("Authorization")
        }
        if RequestParameters(request, bodyLimit: RequestReader.bodyLimit).has("code_challenge") {
            names.insert("code_challenge")
        }
        return names
    }

    /// A mask in the place of each secret that was taken out.
    private var withMasks: ObservedMessage {
        var copy = self
        copy.request.url = Self.masked(request.url)
        copy.request.headers = Self.masked(request.headers, isForTokens: isTokenRequest)
        copy.request.body = Self.masked(request.body)
        if case .answered(var answer) = outcome {
            answer.body = Self.masked(answer.body)
            if let location = answer.headers["Location"].flatMap({ URL(given: $0) }) {
                answer.headers["Location"] = Self.masked(location).absoluteString
            }
            copy.outcome = .answered(answer)
        }
        return copy
    }

    private var isTokenRequest: Bool {
        RequestParameters(request, bodyLimit: RequestReader.bodyLimit).has("grant_type")
    }

    private static func isSecret(_ name: String) -> Bool {
        SecretNames.contains(name) || ["code_challenge", "nonce", "request_uri"].contains(name)
    }

    private static func masked(_ url: URL) -> URL {
        guard let query = url.query(percentEncoded: true),
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url }
        parts.percentEncodedQuery = masked(FormParameters(decoding: query)).query
        return parts.url ?? url
    }

    private static func masked(_ parameters: FormParameters) -> FormParameters {
        FormParameters(
            parameters.items.map { $0.value.isEmpty && isSecret($0.name) ? .init(name: $0.name, value: mask) : $0 })
    }

    private static func masked(_ body: [UInt8]) -> [UInt8] {
        if body.count <= RequestReader.bodyLimit, let value = try? JSONValue(parsing: body), value.object != nil {
            return Array(masked(value).serialized().utf8)
        }
        guard let form = FormParameters(lookingLikeOne: body) else { return body }
        return Array(masked(form).encoded.utf8)
    }

    private static func masked(_ value: JSONValue) -> JSONValue {
        guard let object = value.object else { return value }
        return .object(
            JSONObject(
                object.members.map { member in
                    let isTaken = member.value.string?.isEmpty == true && isSecret(member.name)
                    return (member.name, isTaken ? .string(mask) : masked(member.value))
                }))
    }

    private static func masked(_ headers: HTTPHeaders, isForTokens: Bool) -> HTTPHeaders {
        var headers = headers
        guard let value = headers["Authorization"], !value.dropFirst().contains(where: { $0 == " " || $0 == "," })
        else { return headers }
        let scheme = value.isEmpty ? isForTokens ? "Basic" : "Bearer" : value
        headers["Authorization"] = "\(scheme) \(mask)"
        return headers
    }
}
