package import FoundationEssentials
package import SessionCore

/// What a person does at the demo provider's pages with a browser that has no scripts.
package struct Browser: Sendable {
    private let transport: any HTTPTransport

    package init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    /// Opens the authorization URL, fills in the sign-in form and returns where the provider sends the browser.
    ///
    /// With `cancelling` it is the form's other button that is pressed.
    package func signIn(
        at url: URL, username: String = "alice", password: String = "wonderland", cancelling: Bool = false
    ) async throws -> URL {
        let page = try await transport.send(HTTPRequest(url: url))
        let html = String(decoding: page.body, as: UTF8.self)
        guard let request = Self.attribute("value", after: "name=\"request\"", in: html),
            let action = Self.attribute("action", after: "<form", in: html),
            let target = URL(string: action, relativeTo: url)?.absoluteURL
        else { throw UnexpectedPage(status: page.status, text: html) }
        var form: FormParameters = ["request": request, "username": username, "password": password]
        form["action"] = cancelling ? "cancel" : nil
        var headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
        headers["Origin"] = Origin(url)?.description
        let answer = try await transport.send(
            HTTPRequest(
                method: "POST", url: target, headers: headers, body: .text(form.encoded), redirects: .doNotFollow))
        guard let location = answer.headers["Location"].flatMap({ URL(string: $0) }) else {
            throw UnexpectedPage(status: answer.status, text: String(decoding: answer.body, as: UTF8.self))
        }
        return location
    }

    /// Opens a URL, follows nothing and returns the answer.
    package func open(_ url: URL) async throws -> HTTPResponse {
        try await transport.send(HTTPRequest(url: url, redirects: .doNotFollow))
    }

    private static func attribute(_ name: String, after marker: String, in html: String) -> String? {
        guard let start = html.firstRange(of: marker)?.upperBound,
            let value = html[start...].firstRange(of: "\(name)=\"")?.upperBound
        else { return nil }
        return String(html[value...].prefix { $0 != "\"" })
    }
}

/// A page that is not the one that was looked for.
package struct UnexpectedPage: Error {
    package let status: Int
    package let text: String
}
