import Addresses
package import FoundationEssentials

extension URL {
    /// The URL with parameters after those that it has already; a fragment is dropped.
    ///
    /// No parameter may be there twice (RFC 6749 §3.1), and a server may read the first: the URL's own of these names,
    /// and of the further ones, are left out.
    package func adding(_ parameters: FormParameters, insteadOf further: Set<String> = []) -> URL? {
        let text = absoluteString.prefix { $0 != "#" }
        let names = further.union(parameters.items.map(\.name))
        let query = text.firstIndex(of: "?").map { text[text.index(after: $0)...] } ?? ""
        let own = query.split(separator: "&").filter { pair in
            !FormParameters(decoding: pair).items.contains { names.contains($0.name) }
        }
        let pairs = (own.map(String.init) + [parameters.query]).filter { !$0.isEmpty }
        return URL(given: (["\(text.prefix { $0 != "?" })"] + [pairs.joined(separator: "&")]).joined(separator: "?"))
    }
}
