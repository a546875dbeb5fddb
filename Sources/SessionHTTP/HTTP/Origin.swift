public import FoundationEssentials

/// Scheme, host and port: the unit of trust for a bearer token (RFC 6454 §4).
public struct Origin: Sendable, Hashable {
    /// `http` or `https`, in lower case.
    public let scheme: String
    /// In lower case; an IPv6 address without brackets.
    public let host: String
    /// The port; where the URL names none, that of the scheme: 80 or 443.
    public let port: Int

    /// The origin of an absolute http or https URL; `nil` for any other.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased(), !host.isEmpty,
            scheme == "http" || scheme == "https"
        else { return nil }
        self.scheme = scheme
        self.host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        self.port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    /// The host is a name in lower case or an address without brackets.
    package init(scheme: String, host: String, port: Int) {
        (self.scheme, self.host, self.port) = (scheme, host, port)
    }

    /// Why a URL has no origin; `nil` where it has one.
    package static func flaw(of url: URL) -> String? {
        guard Origin(url) == nil else { return nil }
        switch url.scheme?.lowercased() {
        case nil: return "the URL is relative: it names no host"
        case "http", "https": return "the URL names no host"
        default: return "the scheme of the URL is not http or https"
        }
    }

    /// Whether what is sent is encrypted: the scheme is `https`.
    public var isSecure: Bool { scheme == "https" }

    /// Whether the host is this machine by its address (RFC 8252 §8.3) or is named `localhost`.
    public var isLoopback: Bool {
        if host == "127.0.0.1" || host == "localhost" || host == "::1" { return true }
        guard host.hasPrefix("127.") else { return false }
        let octets = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return octets.count == 4 && octets.allSatisfy { $0 != nil }
    }
}

extension Origin: CustomStringConvertible {
    /// The origin as RFC 6454, section 6.2 writes it; a default port is left out.
    public var description: String {
        "\(scheme)://\(authority)"
    }

    /// The host and the port; a default port is left out.
    package var authority: String {
        let shownHost = host.contains(":") ? "[\(host)]" : host
        let isDefaultPort = port == (isSecure ? 443 : 80)
        return shownHost + (isDefaultPort ? "" : ":\(port)")
    }
}
