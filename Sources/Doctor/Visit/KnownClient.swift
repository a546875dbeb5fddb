import Addresses
import FoundationEssentials
import SessionCore

/// A client that the provider knows, as a person names it.
package struct KnownClient: Sendable, Hashable {
    let id: String
    let redirectURI: String

    package init(id: String, redirectURI: String) { (self.id, self.redirectURI) = (id, redirectURI) }

    /// Redirect URIs like the registered one that are none, each with what was changed.
    var others: [(change: String, uri: String)] {
        guard let url = URL(given: redirectURI), let origin = Origin(url), url.query == nil, url.fragment == nil else {
            return []
        }
        let path = redirectURI.dropFirst(origin.description.count)
        var others = [
            ("path", "\(redirectURI)/elsewhere"),
            ("host", "\(origin.isSecure ? "https" : "http")://stranger.example\(path)"),
        ]
        // On loopback any port will do (RFC 8252 §7.3), and no name has another one below it.
        guard !origin.isLoopback, let scheme = url.scheme else { return others }
        others.append(("sub-domain", "\(scheme)://stranger.\(origin.host)\(path)"))
        others.append(("port", "\(scheme)://\(origin.host):8443\(path)"))
        return others
    }
}

extension Probe {
    /// The request of a known client, which the provider answers without a page: nobody is signed in.
    static func signIn(_ url: URL, _ client: KnownClient, to redirectURI: String? = nil, isSilent: Bool = true) -> Probe
    {
        var parameters = authorization
        parameters["client_id"] = client.id
        parameters["redirect_uri"] = redirectURI ?? client.redirectURI
        parameters["prompt"] = isSilent ? "none" : nil
        return .page(url, parameters, for: .authorization)
    }
}

extension HTTPResponse {
    /// Where it sends the browser, if that is a redirect URI: the parameters that it sends there.
    func parameters(sentTo redirectURI: String) -> FormParameters? {
        guard (300..<400).contains(status), let location = headers["Location"], let url = URL(given: location) else {
            return nil
        }
        func base(_ text: String) -> Substring { text.prefix { $0 != "?" && $0 != "#" } }
        guard base(location) == base(redirectURI) else { return nil }
        return FormParameters(decoding: url.query(percentEncoded: true) ?? url.fragment ?? "")
    }
}
