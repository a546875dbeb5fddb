import FoundationEssentials

/// Which redirect URIs a client may register (RFC 6749 §3.1.2, RFC 8252 §7, OpenID Connect Registration §2).
enum RegisteredRedirectURI {
    enum ApplicationType: String, Sendable {
        case native
        case web
    }

    private enum Kind {
        /// http to this machine (RFC 8252 §7.3).
        case loopback
        /// A scheme of the application's own (RFC 8252 §7.1).
        case privateUse
        /// https to another machine, for pages and for apps that claim such links (RFC 8252 §7.2).
        case https
    }

    private static let longest = 500

    /// Checks each URI for an application of that type; without one the URIs decide what it is.
    static func check(_ uris: [String], of name: String?) throws(ErrorAnswer) -> ApplicationType {
        let type = try name.map { name throws(ErrorAnswer) in
            guard let type = ApplicationType(rawValue: name) else {
                throw .invalidMetadata("application_type is \(ErrorAnswer.quoted(name)); known are native and web")
            }
            return type
        }
        var isWeb = true
        for uri in uris {
            guard let kind = kind(of: uri) else {
                throw ErrorAnswer(
                    .invalidRedirectURI,
                    "the redirect URI \(ErrorAnswer.quoted(uri)) is refused: it must be http to a loopback address, "
                        + "https, or a scheme with a dot in it, without a fragment")
            }
            guard type != .web || kind == .https else {
                throw ErrorAnswer(
                    .invalidRedirectURI,
                    "the redirect URI \(ErrorAnswer.quoted(uri)) is not https, as those of a web application are; "
                        + "a program on the user's machine registers with the application_type native")
            }
            if kind != .https { isWeb = false }
        }
        return type ?? (isWeb && !uris.isEmpty ? .web : .native)
    }

    /// Whether a URI is http to this machine.
    static func isLoopback(_ uri: String) -> Bool { kind(of: uri) == .loopback }

    private static func kind(of uri: String) -> Kind? {
        guard uri.utf8.count <= longest, uri.utf8.allSatisfy(isURICharacter), let url = URL(string: uri),
            let scheme = url.scheme?.lowercased(), url.user == nil
        else { return nil }
        switch scheme {
        case "http": return RedirectURIs.withoutPort(uri) == nil ? nil : .loopback
        case "https":
            let host = url.host ?? ""
            let isName = !host.isEmpty && host.utf8.allSatisfy { isLetterOrDigit($0) || "-.".utf8.contains($0) }
            return isName ? .https : nil
        // RFC 8252 §7.1: a domain name of the application's maker, reversed.
        default: return scheme.contains(".") ? .privateUse : nil
        }
    }

    /// What RFC 3986 allows in a URI, but for the fragment's `#`.
    private static func isURICharacter(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "-._~:/?[]@!$&'()*+,;=%".utf8.contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
