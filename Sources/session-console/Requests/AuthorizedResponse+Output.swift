import ConsoleApp
import SessionCore

extension AuthorizedResponse.Verdict {
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
