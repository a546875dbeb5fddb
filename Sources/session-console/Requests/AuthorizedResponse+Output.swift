import FoundationEssentials
import JOSE
import SessionCore

extension AuthorizedResponse {
    /// The answer as `request --json` has it.
    var json: JSONValue {
        let text = String(validating: response.body, as: UTF8.self)
        return [
            "status": .number(JSONNumber(response.status)),
            "http_version": response.version.map { .string($0) } ?? .null,
            "url": .string(response.url.absoluteString),
            "headers": .array(
                response.headers.fields.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "body": text.map { .string($0) } ?? .null,
            "body_base64": text == nil ? .string(Base64.encode(response.body)) : .null,
            "size": .number(JSONNumber(response.body.count)),
            "duration": facts.duration.map { .seconds($0) } ?? .null,
            "attempts": .number(JSONNumber(facts.attempts)),
            "waited_for_refresh": .bool(facts.waitedForRefresh != nil),
            "authorization": .string(verdict.name),
        ]
    }
}

extension AuthorizedResponse.Verdict {
    /// The name that scripts know the verdict by.
    fileprivate var name: String {
        switch self {
        case .none: "none"
        case .accepted: "accepted"
        case .rejected: "rejected"
        case .insufficientScope: "insufficient_scope"
        case .stepUpRequired: "step_up_required"
        }
    }

    /// What a person should know of it; `nil` where the answer speaks for itself.
    var advice: String? {
        switch self {
        case .none, .accepted, .rejected: nil
        case .insufficientScope(let scope):
            scope.isEmpty
                ? "The API asks for another scope." : "The API asks for the scope '\(scope.joined(separator: " "))'."
        case .stepUpRequired(let acrValues, let maxAge):
            "The API asks for another sign-in"
                + (acrValues.isEmpty ? "" : ", at the level \(acrValues.joined(separator: " or "))")
                + (maxAge.map { ", not older than \($0.inWords)" } ?? "") + "."
        }
    }
}
