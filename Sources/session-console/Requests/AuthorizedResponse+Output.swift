import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

extension AuthorizedResponse {
    /// The answer, as printed by `request --json`.
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
            "duration": facts.duration?.recorded ?? .null,
            "attempts": .number(JSONNumber(facts.attempts)),
            "waited_for_refresh": .bool(facts.waitedForRefresh != nil),
            "authorization": .string(verdict.name),
            "reason": verdictText.map { .string($0) } ?? .null,
        ]
    }
}

extension AuthorizedResponse.Verdict {
    /// The verdict's name, for scripts.
    var name: String {
        switch self {
        case .none: "none"
        case .accepted: "accepted"
        case .rejected: "rejected"
        case .rejectedByAPI: "rejected_by_api"
        case .refreshFailed: "refresh_failed"
        case .sessionEnded: "session_ended"
        case .sessionChanged: "session_changed"
        case .insufficientScope: "insufficient_scope"
        case .stepUpRequired: "step_up_required"
        }
    }

    /// The error of a refresh or session beside the request; the command ends with that error's exit status.
    var failure: SessionError? {
        switch self {
        case .refreshFailed(_, let error): error
        case .sessionChanged: .sessionChanged
        case .sessionEnded(_, let end): .sessionExpired(end)
        case .none, .accepted, .rejected, .rejectedByAPI, .insufficientScope, .stepUpRequired: nil
        }
    }
}

extension AuthorizedResponse {
    /// A sentence or two to print after the answer; `nil` if the answer needs none.
    func advice(_ call: ProgramCall) -> String? {
        switch verdict {
        case .none: answerOfOthers?.capitalizedSentence
        case .accepted: nil
        // The command itself prints why the session has ended.
        case .sessionEnded(let challenge, _):
            "The API answered \(response.status): \(ChallengeWords.of(challenge))."
        case .rejected, .rejectedByAPI, .refreshFailed, .sessionChanged: verdictText?.capitalizedSentence
        case .insufficientScope(let scope):
            scope.isEmpty
                ? "The API asks for another scope." : "The API asks for the scope '\(scope.joined(separator: " "))'."
        case .stepUpRequired(let acrValues, let maxAge, let claims):
            "The API asks for another sign-in"
                + (acrValues.isEmpty ? "" : ", at the level \(acrValues.joined(separator: " or "))")
                + (maxAge.map { ", not older than \($0.inWords)" } ?? "")
                + (claims.map {
                    ", with the claims \($0). Sign in with them: "
                        + call("login", "--\(Option.authorizationParameter.name)", "claims=\($0)")
                } ?? ".")
        }
    }
}
