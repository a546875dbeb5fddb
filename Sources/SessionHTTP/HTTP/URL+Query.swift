import Addresses
package import FoundationEssentials

extension URL {
    /// The URL with parameters after those that it has already (RFC 6749 §3.1); a fragment is dropped.
    package func adding(_ parameters: FormParameters) -> URL? {
        let text = absoluteString.prefix { $0 != "#" }
        let separator = !text.contains("?") ? "?" : text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&"
        return URL(given: "\(text)\(separator)\(parameters.query)")
    }
}
