/// Why a text names no host that can be watched.
package enum HostFlaw: Error, Sendable, Hashable {
    case empty
    /// A space or another character that a terminal doesn't show; the text is not repeated.
    case controlCharacter
    case notASCII(String)
    case wildcard(String)
    case url(String)
    case port(String)
    /// Neither a name nor an address as `inet_pton` reads it.
    case badAddress(String)
    case badCharacter(String)
    case badLength(String)
}

extension HostFlaw: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty:
            "The host is empty. Write a name or an IP address."
        case .controlCharacter:
            "The host contains a space or a control character. Write a name or an IP address."
        case .notASCII(let text):
            "'\(text)' has characters beyond ASCII. Write the name as DNS has it, with xn--."
        case .wildcard(let text):
            "'\(text)' has a wildcard. Name each host that is to be watched."
        case .url(let text):
            "'\(text)' is not a host. Write its name alone, without a scheme and a path."
        case .port(let text):
            "'\(text)' has a port, and a host is watched on all ports. Write its name or address alone."
        case .badAddress(let text):
            "'\(text)' is not an IP address. Write four decimal numbers, or IPv6 without a zone."
        case .badCharacter(let text):
            "'\(text)' is not a host name: each part has letters, digits and hyphens, with no hyphen at its ends."
        case .badLength(let text):
            "'\(text)' is not a host name: each part has 1 to 63 characters, all together 253 at most."
        }
    }
}
