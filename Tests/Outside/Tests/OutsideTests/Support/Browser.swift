import CurlTransport
import Foundation
import SessionCore

/// A browser without scripts, and the person in front of it.
struct Browser {
    private let transport = CurlTransport()

    /// Fills in the provider's sign-in page and returns the page where the redirects end.
    func signIn(at page: URL) async throws -> HTTPResponse {
        let html = String(decoding: try await transport.send(HTTPRequest(url: page)).body, as: UTF8.self)
        guard let action = html.firstMatch(of: /<form method="post" action="([^"]+)"/)?.1,
            let request = html.firstMatch(of: /name="request" value="([^"]+)"/)?.1,
            let target = URL(string: String(action), relativeTo: page)?.absoluteURL
        else { throw NoSignInPage(html: html) }
        let form: FormParameters = ["request": String(request), "username": "alice", "password": "wonderland"]
        let headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
        return try await transport.send(
            HTTPRequest(method: "POST", url: target, headers: headers, body: .text(form.encoded)))
    }

    private struct NoSignInPage: Error {
        let html: String
    }
}
