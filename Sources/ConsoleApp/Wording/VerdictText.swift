import Addresses
import FoundationEssentials
package import SessionCore

extension AuthorizedResponse {
    /// The verdict in words; `nil` if nothing is wrong.
    package var verdictText: String? {
        switch verdict {
        case .none: unfollowedRedirect ?? answerOfOthers
        case .accepted: nil
        case .rejected(let challenge): "the token was not accepted: \(ChallengeWords.of(challenge))"
        case .rejectedByAPI(let challenge):
            "rejected by this API alone: the provider accepts the token, so check what this resource requires "
                + "(audience, scope): \(ChallengeWords.of(challenge))"
        case .refreshFailed(let challenge, let error):
            "the token was not accepted: \(ChallengeWords.of(challenge)); the refresh failed: \(error)"
        case .sessionEnded(let challenge, let end):
            "the token was not accepted: \(ChallengeWords.of(challenge)); the session has ended: \(end)"
        case .sessionChanged(let challenge):
            "the token was not accepted: \(ChallengeWords.of(challenge)); the session that the call began under has "
                + "ended"
        case .insufficientScope(let scope):
            scope.isEmpty
                ? "the token's scope is insufficient, and the API does not name the scope it needs"
                : "the API asks for the scope \(scope.joined(separator: " "))"
        case .stepUpRequired(let acrValues, let maxAge, let claims):
            "the API asks for \(ChallengeWords.stepUp(acrValues, maxAge, claims))"
        }
    }
}

extension AuthorizedResponse {
    /// That the token was left behind on the way to the answer.
    package var answerOfOthers: String? {
        guard lostToken, let redirect = response.redirects.first(where: { !$0.keptAuthorization }) else { return nil }
        let place = Origin(redirect.to)?.description ?? "another origin"
        return "redirected without the token, which may not go to \(place)"
    }

    /// That the answer is a redirect, which was not followed.
    fileprivate var unfollowedRedirect: String? {
        let isRedirect = [301, 302, 303, 307, 308].contains(response.status)
        guard isRedirect, let location = response.headers["Location"], !location.isEmpty else { return nil }
        let words = "the redirect was not followed"
        let target = URL(given: location, relativeTo: response.url).flatMap { Origin($0) }
        guard let target, target != Origin(response.url), !["GET", "HEAD"].contains(facts.method) else { return words }
        return "\(words): the body would go to another origin, \(target)"
    }
}
