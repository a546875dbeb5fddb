import Addresses
import ConsoleApp
import CurlTransport
import FoundationEssentials
import SessionCore

/// Fills in the demo's sign-in page in the place of a user with a browser.
struct PageVisitor: Sendable {
    private let transport = CurlTransport()

    /// Signs in and follows the redirect to this program; answers why not.
    func signIn(_ user: DemoUser, at page: URL) async -> String? {
        do {
            let answer = try await transport.send(HTTPRequest(url: page))
            let html = String(decoding: answer.body, as: UTF8.self)
            guard let request = Self.attribute("value", after: "name=\"request\"", in: html),
                let action = Self.attribute("action", after: "<form", in: html),
                let target = URL(given: action, relativeTo: page)
            else { return "the sign-in page answered \(answer.status) without its form" }
            let form: FormParameters = ["request": request, "username": user.username, "password": user.password]
            var headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
            headers["Origin"] = Origin(page)?.description
            let redirect = try await transport.send(
                HTTPRequest(
                    method: "POST", url: target, headers: headers, body: .text(form.encoded), redirects: .doNotFollow))
            guard let place = redirect.headers["Location"].flatMap({ URL(given: $0) }) else {
                return "the sign-in page answered \(redirect.status)"
            }
            _ = try await transport.send(HTTPRequest(url: place, redirects: .doNotFollow))
            return nil
        } catch {
            return "the sign-in page can't be reached: \(error)"
        }
    }

    private static func attribute(_ name: String, after marker: String, in html: String) -> String? {
        guard let start = html.firstRange(of: marker)?.upperBound,
            let value = html[start...].firstRange(of: "\(name)=\"")?.upperBound
        else { return nil }
        return String(html[value...].prefix { $0 != "\"" })
    }
}
