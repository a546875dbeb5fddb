import FoundationEssentials
import JOSE
import SessionCore

/// What the program in glewlwyd's sign-in page does for a person: everything by glewlwyd's own API.
struct GlewlwydVisitor: Visitor {
    let username: String
    let password: String

    func signIn(at url: URL, with browser: WebBrowser, to redirectURI: URL) async throws -> URL {
        let isClient: @Sendable (URL) -> Bool = { $0.hasSameAddress(as: redirectURI) }
        let page: WebPage
        switch try await browser.open(url, until: isClient) {
        case .page(let signInPage): page = signInPage
        // A request that is refused gets no page.
        case .redirect(let refusal): return refusal
        }
        try await consent(on: page, with: browser)
        let query = FormParameters(decoding: page.url.query(percentEncoded: true) ?? "")
        guard let back = query["callback_url"], let next = URL(string: back + "&g_continue") else {
            throw Person.Stuck(url: page.url, status: page.status, html: page.html)
        }
        guard case .redirect(let redirect) = try await browser.open(next, until: isClient) else {
            throw WebBrowser.Lost(reason: "glewlwyd did not go on to the client")
        }
        return redirect
    }

    func approve(at url: URL, userCode: String, with browser: WebBrowser) async throws {
        guard case .page(let page) = try await browser.open(url) else { return }
        try await consent(on: page, with: browser)
        let query = FormParameters(decoding: page.url.query(percentEncoded: true) ?? "")
        guard let back = query["callback_url"], let next = URL(string: back + "&g_continue") else {
            throw Person.Stuck(url: page.url, status: page.status, html: page.html)
        }
        _ = try await browser.open(next)
    }

    private func consent(on page: WebPage, with browser: WebBrowser) async throws {
        let client = FormParameters(decoding: page.url.query(percentEncoded: true) ?? "")["client_id"] ?? "console"
        try await call(
            "POST", "/api/auth/", ["username": .string(username), "password": .string(password)], page, browser)
        try await call("PUT", "/api/auth/grant/\(client)", ["scope": "openid"], page, browser)
    }

    private func call(
        _ method: String, _ path: String, _ body: JSONValue, _ page: WebPage, _ browser: WebBrowser
    ) async throws {
        guard let url = URL(string: path, relativeTo: page.url)?.absoluteURL else { return }
        let answer = try await browser.send(method, url, json: body)
        guard answer.isSuccess else {
            throw Person.Stuck(url: url, status: answer.status, html: String(decoding: answer.body, as: UTF8.self))
        }
    }
}
