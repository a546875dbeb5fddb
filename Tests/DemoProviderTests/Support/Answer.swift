import FoundationEssentials
import JOSE
import SessionCore
import Testing

/// An answer with the readings that tests need.
struct Answer: Sendable, CustomStringConvertible {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]
    let url: URL

    init(_ response: HTTPResponse) {
        status = response.status
        headers = response.headers
        body = response.body
        url = response.url
    }

    var description: String { "\(status) \(url) \(challenge ?? "") \(text.prefix(200))" }

    var text: String { String(decoding: body, as: UTF8.self) }

    var json: JSONObject {
        get throws { try #require(JSONValue(parsing: body).object) }
    }

    /// The OAuth `error` of a JSON body.
    var error: String? { (try? json)?["error"]?.string }

    var errorDescription: String? { (try? json)?["error_description"]?.string }

    var challenge: String? { headers["WWW-Authenticate"] }

    /// The quoted parameters of the challenge.
    var challengeParameters: [String: String] {
        let parts = (challenge ?? "").split(separator: "\"", omittingEmptySubsequences: false)
        let pairs = stride(from: 0, to: parts.count - 1, by: 2).map { index in
            (String(parts[index].dropLast().split { " ,".contains($0) }.last ?? ""), String(parts[index + 1]))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The parameters of the `Location`'s query.
    var location: [String: String] {
        get throws {
            let components = try #require(headers["Location"].flatMap { URLComponents(string: $0) })
            return Dictionary((components.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        }
    }

    /// The value of a hidden field of the page's form.
    func hiddenField(_ name: String) throws -> String {
        let start = try #require(text.firstRange(of: "name=\"\(name)\" value=\""))
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
}
