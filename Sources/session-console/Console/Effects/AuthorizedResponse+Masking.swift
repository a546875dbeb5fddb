import ConsoleKit
import Addresses
import ConsoleApp
import FoundationEssentials
import SessionCore

extension AuthorizedResponse {
    /// The answer as the console shows it: an API that echoes the request repeats the session's tokens.
    ///
    /// A body is masked as far as it is shown.
    func masked(for session: Session) -> AuthorizedResponse {
        mapTexts(ScreenMask(session: session)).mapAnswers { answer in
            let shown = answer.body.prefix(PreparedBody.largestShown)
            guard let masked = session.maskingSecrets(in: Array(shown)) else { return answer }
            var response = answer
            response.body.replaceSubrange(shown.indices, with: masked)
            return response
        }
    }
}

/// Masks the secrets that a session knows, and changes nothing else.
private struct ScreenMask: TextPolicy {
    let session: Session

    func text(_ text: String, limit _: Int) -> String {
        session.maskingSecrets(in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    func publicText(_ text: String) -> String { self.text(text, limit: 0) }

    func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(headers.fields.map { HTTPHeaders.Field(name: $0.name, value: text($0.value, limit: 0)) })
    }

    func url(_ url: URL) -> URL? {
        let shown = text(url.absoluteString, limit: 0)
        return shown == url.absoluteString ? url : URL(given: shown)
    }
}
