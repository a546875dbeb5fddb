import FoundationEssentials
import SessionCore
import SessionHTTP

@testable import ClientObservation

extension ObservedMessage {
    /// Puts masks of ours in the place of all secrets.
    mutating func mask() { clean { SecretNames.mask($0) } }

    /// Takes the text of all secrets out.
    mutating func empty() { clean { _ in "" } }

    private mutating func clean(_ mask: (Substring) -> String) {
        request.url = URL(string: Self.cleaned(request.url.absoluteString, isEncoded: true, mask)) ?? request.url
        request.headers = Self.cleaned(request.headers, mask)
        let body = String(decoding: request.body, as: UTF8.self)
        request.body = Array(Self.cleaned(body, isEncoded: !body.hasPrefix("{"), mask).utf8)
        guard case .answered(var answer) = outcome else { return }
        answer.headers = Self.cleaned(answer.headers, mask)
        answer.body = Array(Self.cleaned(String(decoding: answer.body, as: UTF8.self), mask).utf8)
        outcome = .answered(answer)
    }

    private static func cleaned(_ fields: HTTPHeaders, _ mask: (Substring) -> String) -> HTTPHeaders {
        var cleaned = HTTPHeaders()
        for field in fields {
            cleaned.add(field.name, Self.cleaned(field.value, isEncoded: field.value.contains("://"), mask))
        }
        return cleaned
    }

    private static func cleaned(_ text: String, isEncoded: Bool = false, _ mask: (Substring) -> String) -> String {
        // A token of ours, or a JWT.
        let secret = /[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.cAnArY7AAAA|cAnArY7\.[A-Za-z0-9_ -]*\.[A-Za-z0-9]+/
        return text.replacing(secret) { match in
            let mask = mask(match.output)
            return isEncoded ? FormParameters(dictionaryLiteral: ("", mask)).encoded.dropFirst().description : mask
        }
    }
}
