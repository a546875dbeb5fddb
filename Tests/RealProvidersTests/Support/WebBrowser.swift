import CurlTransport
import FoundationEssentials
import JOSE
import SessionCore

/// A browser without scripts: it keeps cookies, follows redirects and submits forms.
actor WebBrowser {
    /// Where following redirects led.
    enum Arrival: Sendable {
        case page(WebPage)
        /// A redirect to the client, which the browser has not followed.
        case redirect(URL)
    }

    struct Lost: Error { let reason: String }

    private struct Cookie {
        var value: String
        var isSecure: Bool
    }

    private let transport: CurlTransport
    /// By host and name, for all ports of a host and all paths: it serves one provider at a time.
    private var cookies: [String: [String: Cookie]] = [:]

    init(certificateAuthorityFile: String) {
        transport = CurlTransport(
            CurlTransport.Configuration(certificateAuthorityFile: certificateAuthorityFile))
    }

    /// Opens a URL and follows redirects until a page, or a redirect to where `isClient` says the client is.
    func open(_ url: URL, until isClient: (URL) -> Bool = { _ in false }) async throws -> Arrival {
        try await follow(HTTPRequest(url: url), until: isClient)
    }

    /// Sends a form of a page.
    func submit(
        _ form: WebForm, of page: WebPage, pressing button: (name: String, value: String)? = nil,
        until isClient: (URL) -> Bool = { _ in false }
    ) async throws -> Arrival {
        let parameters = FormParameters(
            form.submission(pressing: button).map { FormParameters.Item(name: $0.name, value: $0.value) })
        guard let target = URL(string: form.action, relativeTo: page.url)?.absoluteURL else {
            throw Lost(reason: "the form's action is \(form.action)")
        }
        guard form.method == "POST" else {
            guard let url = URL(string: target.absoluteString.prefix { $0 != "?" } + "?" + parameters.query) else {
                throw Lost(reason: "\(target)")
            }
            return try await follow(HTTPRequest(url: url), until: isClient)
        }
        var request = HTTPRequest(
            method: "POST", url: target,
            headers: ["Content-Type": "application/x-www-form-urlencoded", "Referer": page.url.absoluteString],
            body: .text(parameters.encoded))
        request.headers["Origin"] = Origin(page.url)?.description
        return try await follow(request, until: isClient)
    }

    /// Sends what a script of a page would send, with the browser's cookies, and returns the answer.
    func send(_ method: String = "GET", _ url: URL, json: JSONValue? = nil) async throws -> HTTPResponse {
        var request = HTTPRequest(method: method, url: url, redirects: .doNotFollow)
        if let json {
            request.headers["Content-Type"] = "application/json"
            request.body = .text(json.serialized())
        }
        return try await exchange(request)
    }

    private func follow(_ first: HTTPRequest, until isClient: (URL) -> Bool) async throws -> Arrival {
        var request = first
        request.redirects = .doNotFollow
        for _ in 0..<20 {
            let response = try await exchange(request)
            guard (300..<400).contains(response.status), let location = response.headers["Location"] else {
                return .page(
                    WebPage(
                        url: request.url, status: response.status, html: String(decoding: response.body, as: UTF8.self)
                    ))
            }
            guard let target = URL(string: location, relativeTo: request.url)?.absoluteURL else {
                throw Lost(reason: "a redirect to \(location)")
            }
            if isClient(target) { return .redirect(target) }
            request = HTTPRequest(url: target, redirects: .doNotFollow)
        }
        throw Lost(reason: "redirects without end, to \(request.url) at last")
    }

    private func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        request.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux) a browser without scripts"
        request.headers["Accept"] = request.headers["Accept"] ?? "text/html,application/json"
        let host = request.url.host() ?? ""
        let sent = (cookies[host] ?? [:]).filter { !$0.value.isSecure || request.url.scheme == "https" }
        if !sent.isEmpty {
            request.headers["Cookie"] = sent.map { "\($0.key)=\($0.value.value)" }.sorted().joined(separator: "; ")
        }
        let response = try await transport.send(request)
        for field in response.headers.values(of: "Set-Cookie") { keep(field, from: host) }
        return response
    }

    private func keep(_ field: String, from host: String) {
        let parts = field.split(separator: ";").map { $0.drop(while: \.isWhitespace) }
        guard let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false),
            pair.count == 2
        else { return }
        let attributes = parts.dropFirst().map { $0.lowercased() }
        let name = String(pair[0])
        if attributes.contains("max-age=0") || pair[1].isEmpty || pair[1] == "\"\"" {
            cookies[host, default: [:]][name] = nil
        } else {
            cookies[host, default: [:]][name] = Cookie(
                value: String(pair[1]), isSecure: attributes.contains("secure"))
        }
    }
}
