import Addresses
package import FoundationEssentials

/// A value with texts from outside: it knows where they are, and a ``TextPolicy`` says what becomes of them.
///
/// An enum maps its cases by a `switch` without `default`: a new one does not compile until its texts are known here.
package protocol HasTexts {
    func mapTexts(_ shown: any TextPolicy) -> Self
}

/// What becomes of texts from outside, whatever value they are in.
package protocol TextPolicy: Sendable {
    func text(_ text: String, limit: Int) -> String
    /// Text that is public by its nature, such as the name of a key.
    func publicText(_ text: String) -> String
    func headers(_ headers: HTTPHeaders) -> HTTPHeaders
    /// `nil` where that leaves no URL.
    func url(_ url: URL) -> URL?
}

extension TextPolicy {
    package func callAsFunction<Value: HasTexts>(_ value: Value) -> Value { value.mapTexts(self) }

    func callAsFunction(_ text: String?, limit: Int) -> String? { text.map { self.text($0, limit: limit) } }

    /// The URL, or a path that says nothing.
    func callAsFunction(_ url: URL) -> URL { self.url(url) ?? URL(filePath: "/") }

    /// The redirect with both its URLs as they may be shown; `nil` where that leaves no URL.
    package func redirect(_ redirect: HTTPRedirect) -> HTTPRedirect? {
        guard let from = url(redirect.from), let to = url(redirect.to) else { return nil }
        return redirect.shown(from: from, to: to)
    }
}

extension String: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> String { shown.text(self, limit: Scrubber.limit) }
}

extension Optional: HasTexts where Wrapped: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> Wrapped? { map { $0.mapTexts(shown) } }
}

/// A list of names, such as a scope, is cut as a whole.
extension [String]: HasTexts {
    package func mapTexts(_ shown: any TextPolicy) -> [String] {
        var room = Scrubber.limit
        var names: [String] = []
        for name in self {
            let name = shown(name)
            room -= name.utf8.count + 1
            guard room >= 0 else { return names + ["…"] }
            names.append(name)
        }
        return names
    }
}

/// Masks what is a secret by its value, its shape or its name.
extension Scrubber: TextPolicy {
    package func publicText(_ text: String) -> String { knownSecrets(in: text) }
    package func headers(_ headers: HTTPHeaders) -> HTTPHeaders { Redaction.headers(headers, self) }
    package func url(_ url: URL) -> URL? { URL(given: text(Redaction.url(url))) }
}

/// Masks the secrets known when a text is met: most events have none.
extension KnownSecrets: TextPolicy {
    package func text(_ text: String, limit: Int) -> String { scrubber.text(text, limit: limit) }
    package func publicText(_ text: String) -> String { scrubber.publicText(text) }
    package func headers(_ headers: HTTPHeaders) -> HTTPHeaders { scrubber.headers(headers) }
    package func url(_ url: URL) -> URL? { scrubber.url(url) }
}
