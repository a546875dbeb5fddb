import Addresses
import ConsoleApp
import CurlTransport
import FoundationEssentials
import SessionCore

/// Follows a link in the place of a user with a browser, and fills in the demo's sign-in page on the way.
actor PageVisitor {
    private static let mostPages = 20

    private let transport = CurlTransport()
    /// How long it goes on trying while nobody listens.
    private let patience: Duration
    /// By origin, and by name there.
    private var cookies: [Origin: [String: String]] = [:]

    init(patience: Duration = .zero) { self.patience = patience }

    /// Where a link has led.
    struct PageJourney: Sendable {
        /// Why it came to no page.
        var obstacle: String?
        /// Whether a redirect of the provider's led to another origin, as the answer to a sign-in does.
        var isLedBack = false

        init(_ obstacle: String? = nil) { self.obstacle = obstacle }
    }

    /// Answers why the user came to no page.
    ///
    /// What the program answers that is signed in to is its own affair.
    func signIn(_ user: DemoUser, at page: URL) async -> String? { await visit(page, as: user, of: nil).obstacle }

    /// Goes on until there is neither a redirect nor a sign-in page of the provider.
    func visit(_ page: URL, as user: DemoUser, of issuer: Origin?) async -> PageJourney {
        var journey = PageJourney()
        journey.obstacle = await follow(page, as: user) { [issuer] from, to in
            if let issuer, Origin(from) == issuer, Origin(to) != issuer { journey.isLedBack = true }
        }
        return journey
    }

    private func follow(_ page: URL, as user: DemoUser, _ tell: (_ from: URL, _ to: URL) -> Void) async -> String? {
        var request = HTTPRequest(url: page, redirects: .doNotFollow)
        var isSignedIn = false
        for _ in 0..<Self.mostPages {
            do {
                let answer = try await sendPatiently(request)
                let url = request.url
                if (300..<400).contains(answer.status), let location = answer.headers["Location"] {
                    guard let place = URL(given: location, relativeTo: url), Origin(place)?.isLoopback == true else {
                        return "a redirect leads away from this machine, where nothing is opened"
                    }
                    tell(url, place)
                    request = HTTPRequest(url: place, redirects: .doNotFollow)
                } else if let form = Self.form(of: user, in: answer.body, at: url) {
                    (request, isSignedIn) = (form, true)
                } else {
                    return answer.status < 400 || isSignedIn ? nil : "the sign-in page answered \(answer.status)"
                }
            } catch {
                return "the sign-in page can't be reached: \(error)"
            }
        }
        return "the sign-in page leads on and on"
    }

    private func sendPatiently(_ request: HTTPRequest) async throws -> HTTPResponse {
        let end = ContinuousClock.now + patience
        while true {
            do {
                return try await send(request)
            } catch let error as TransportError {
                guard case .couldNotConnect = error, ContinuousClock.now < end else { throw error }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        guard let origin = Origin(request.url) else { return try await transport.send(request) }
        if let kept = cookies[origin], !kept.isEmpty {
            request.headers["Cookie"] = kept.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: "; ")
        }
        let answer = try await transport.send(request)
        for cookie in answer.headers.values(of: "Set-Cookie") {
            let parts = cookie.split(separator: ";").map { part in
                part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    .map { String($0.drop { $0 == " " }) }
            }
            guard let pair = parts.first, pair.count == 2 else { continue }
            // Servers delete one by a lifetime of nothing, or by a time long past.
            let isDeleted = parts.dropFirst().contains { part in
                part.count == 2 && part[0].lowercased() == "max-age" && (Int(part[1]) ?? 1) <= 0
                    || part.count == 2 && part[0].lowercased() == "expires" && part[1].contains("1970")
            }
            cookies[origin, default: [:]][pair[0]] = isDeleted || pair[1].isEmpty ? nil : pair[1]
        }
        return answer
    }

    /// The sign-in page's form, filled in; `nil` on any other page.
    private static func form(of user: DemoUser, in body: [UInt8], at page: URL) -> HTTPRequest? {
        let html = String(decoding: body, as: UTF8.self)
        guard let request = attribute("value", after: "name=\"request\"", in: html),
            let action = attribute("action", after: "<form", in: html), html.contains("name=\"password\""),
            let target = URL(given: action, relativeTo: page), Origin(target)?.isLoopback == true
        else { return nil }
        let form: FormParameters = ["request": request, "username": user.username, "password": user.password]
        var headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
        headers["Origin"] = Origin(page)?.description
        return HTTPRequest(
            method: "POST", url: target, headers: headers, body: .text(form.encoded), redirects: .doNotFollow)
    }

    private static func attribute(_ name: String, after marker: String, in html: String) -> String? {
        guard let start = html.firstRange(of: marker)?.upperBound,
            let value = html[start...].firstRange(of: "\(name)=\"")?.upperBound
        else { return nil }
        return String(html[value...].prefix { $0 != "\"" })
    }
}
