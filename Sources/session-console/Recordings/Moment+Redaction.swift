import Addresses
import ConsoleApp
import FoundationEssentials
import SessionCore

extension Moment {
    /// The moment with the secrets masked that its messages may carry: events are without them already.
    func redacted(by session: Session) -> Moment {
        let occurrence: Occurrence =
            switch self.occurrence {
            case .sent(let calls, let request, let authorization):
                .sent(calls, request.redacted(by: session), authorization)
            case .answered(let call, .success(let answer)): .answered(call, .success(answer.redacted(by: session)))
            // Lines of other processes hold no secrets.
            case .context, .event, .others, .status, .answered(_, .failure), .faults, .tokens, .provider:
                self.occurrence
            }
        return Moment(time: time, occurrence: occurrence)
    }
}

extension HTTPRequest {
    /// Without its body, which is not recorded.
    fileprivate func redacted(by session: Session) -> HTTPRequest {
        let (text, headers) = session.redacted(self)
        var request = self
        request.body = .none
        request.headers = headers
        request.url = URL(given: text) ?? url.withoutDetails
        return request
    }
}

extension AuthorizedResponse {
    fileprivate func redacted(by session: Session) -> AuthorizedResponse {
        masked(for: session).mapAnswers { $0.redacted(by: session) }
    }
}

extension HTTPResponse {
    fileprivate func redacted(by session: Session) -> HTTPResponse {
        var response = self
        let (text, headers) = session.redacted(HTTPRequest(url: url, headers: headers))
        response.headers = headers
        response.url = URL(given: text) ?? url.withoutDetails
        response.redirects = redirects.map { redirect in
            let urls = [redirect.from, redirect.to].map { url in
                URL(given: session.redacted(HTTPRequest(url: url)).url) ?? url.withoutDetails
            }
            return redirect.shown(from: urls[0], to: urls[1])
        }
        return response
    }
}

extension URL {
    /// The path alone, of a URL that can't be shown whole.
    fileprivate var withoutDetails: URL { URL(filePath: path.isEmpty ? "/" : path) }
}
