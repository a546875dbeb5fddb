import Addresses
package import FoundationEssentials

/// Decides, hop by hop, how a redirect is followed (RFC 9110 §15.4).
///
/// One value belongs to one request: it remembers the addresses where the request has been.
package struct RedirectPolicy: Sendable {
    package static let limit = 10

    package private(set) var followed: [HTTPRedirect] = []
    private var visited: Set<Hop> = []

    private struct Hop: Hashable, Sendable {
        let method: String
        let url: URL
    }

    /// Where the `Authorization` field may go beside being of its origin; `nil` leaves it at that.
    private let keepsAuthorization: (@Sendable (URL) -> Bool)?

    package init(keepingAuthorizationAt keepsAuthorization: (@Sendable (URL) -> Bool)? = nil) {
        self.keepsAuthorization = keepsAuthorization
    }

    /// Returns the request that follows the redirect, or `nil` if the answer itself is the response.
    ///
    /// The duration is that of the hop that was answered so.
    /// An answer without a usable `Location` is the response, and so is one whose request has a body that would have to
    /// be sent again, if that is a one-shot stream or would go to another origin. Throws
    /// ``TransportError/redirectRefused(_:after:)`` if following would leave https, leave HTTP, go in circles or take
    /// too many hops.
    package mutating func request(
        following request: HTTPRequest, status: Int, headers: HTTPHeaders, duration: Duration? = nil
    ) throws(TransportError) -> HTTPRequest? {
        guard request.redirects == .follow, Self.isRedirect(status), let location = headers["Location"],
            !location.isEmpty
        else { return nil }
        var next = request
        if Self.becomesGet(request.method, status: status) {
            next.method = "GET"
            next.body = .none
            next.headers = Self.withoutContentFields(next.headers)
        }
        guard next.body.isReplayable else { return nil }

        let target = try Self.resolve(location, against: request.url)
        next.url = target.url
        let isSameOrigin = Origin(request.url) == target.origin
        if !isSameOrigin {
            guard !next.body.isPresent else { return nil }
            next.headers = Self.portable(next.headers)
            next.offersClientCertificate = false
        } else if let keepsAuthorization, !keepsAuthorization(next.url) {
            next.headers["Authorization"] = nil
        }

        visited.insert(Hop(method: request.method, url: request.url))
        guard !visited.contains(Hop(method: next.method, url: next.url)) else {
            throw .redirectRefused("\(target.origin) redirects in a loop")
        }
        guard followed.count < Self.limit else {
            throw .redirectRefused("more than \(Self.limit) redirects")
        }
        followed.append(
            HTTPRedirect(
                status: status, from: request.url, to: next.url,
                keptAuthorization: next.headers["Authorization"] != nil, duration: duration))
        return next
    }

    /// The request that follows a whole answer; the error of a redirect that is refused has the answer with it.
    package mutating func request(
        following request: HTTPRequest, _ response: HTTPResponse, duration: Duration?
    ) throws(TransportError) -> HTTPRequest? {
        do throws(TransportError) {
            return try self.request(
                following: request, status: response.status, headers: response.headers, duration: duration)
        } catch {
            let size = response.body.count + response.receivedSize
            throw error.after(
                PartialAnswer(HTTPAnswer(of: response), receivedSize: size, expectedSize: nil))
        }
    }

    package static func isRedirect(_ status: Int) -> Bool {
        switch status {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    /// A 303 always asks for a GET; after a POST, so do 301 and 302 by common practice (RFC 9110 §15.4.2–4).
    private static func becomesGet(_ method: String, status: Int) -> Bool {
        switch status {
        case 303: method != "GET" && method != "HEAD"
        case 301, 302: method == "POST"
        default: false
        }
    }

    private static func resolve(
        _ location: String, against base: URL
    ) throws(TransportError) -> (url: URL, origin: Origin) {
        guard let target = URL(given: location, relativeTo: base), let origin = Origin(target) else {
            throw .redirectRefused("its target is not an http or https address")
        }
        guard target.user == nil, target.password == nil else {
            throw .redirectRefused("its target contains a user or password, which a redirect may not set (\(origin))")
        }
        if base.scheme?.lowercased() == "https", !origin.isSecure {
            throw .redirectRefused("it goes from https to http (\(origin))")
        }
        return (inheritingFragment(target, of: base), origin)
    }

    /// RFC 9110 §10.2.2: a `Location` without a fragment keeps the one of the request.
    private static func inheritingFragment(_ url: URL, of base: URL) -> URL {
        guard url.fragment == nil, let fragment = base.fragment(percentEncoded: true) else { return url }
        return URL(given: "\(url.absoluteString)#\(fragment)") ?? url
    }

    /// The fields without those that describe the body, which is not sent any more.
    private static func withoutContentFields(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(
            headers.fields.filter { field in
                let name = field.name.lowercased()
                return !name.hasPrefix("content-") && !["transfer-encoding", "digest", "expect"].contains(name)
            })
    }

    /// The fields that are sent to another origin too.
    ///
    /// Any field that a caller set can be a credential (`Cookie`, `X-Api-Key`), so only fields listed here are sent.
    private static func portable(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(headers.fields.filter { portableFields.contains($0.name.lowercased()) })
    }

    private static let portableFields: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "if-modified-since",
        "if-none-match", "pragma", "range", "user-agent",
    ]
}
