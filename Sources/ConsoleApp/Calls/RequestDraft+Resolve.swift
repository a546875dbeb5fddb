import ConsoleKit
import Addresses
import FoundationEssentials
import SessionCore

extension RequestDraft {
    /// Why a draft can't be sent.
    enum Flaw: Error, Equatable {
        case noBase
        case badURL(String)
    }

    /// The request as it is handed to the session.
    func resolved(against base: URL?) throws(Flaw) -> HTTPRequest {
        let url = try self.url(against: base)
        var headers = HTTPHeaders(headers)
        if !body.isEmpty, headers["Content-Type"] == nil {
            let first = body.trimmed.first
            headers["Content-Type"] = first == "{" || first == "[" ? "application/json" : "text/plain; charset=utf-8"
        }
        return HTTPRequest(method: method, url: url, headers: headers, body: body.isEmpty ? .none : .text(body))
    }

    /// A whole http or https URL as it stands; anything else is a path of the API.
    func url(against base: URL?) throws(Flaw) -> URL {
        if target.isHTTPAddress {
            guard let url = URL(given: target), url.host?.isEmpty == false else { throw .badURL(target) }
            return url
        }
        guard let base else { throw .noBase }
        var root = base.absoluteString
        while root.hasSuffix("/") { root.removeLast() }
        guard let url = URL(given: root + (target.hasPrefix("/") ? "" : "/") + target) else { throw .badURL(target) }
        return url
    }

    /// The URL for a curl command and for copying, as far as the draft can be resolved.
    func urlText(against base: URL?) -> String { (try? url(against: base))?.absoluteString ?? target }
}

extension RequestDraft.Flaw {
    var words: String {
        switch self {
        case .noBase: "no API to resolve the path against: type a full URL"
        case .badURL(let text): "\(text) is not a URL with a host"
        }
    }
}
