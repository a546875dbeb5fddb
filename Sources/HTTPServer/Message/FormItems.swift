/// The decoded names and values of a query or of an `application/x-www-form-urlencoded` body, in the order sent.
package struct FormItems: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package private(set) var items: [Item]

    /// Decodes `a=1&b=two+words&c`.
    ///
    /// A name without `=` gets an empty value; empty pieces are skipped.
    package init(decoding encoded: some StringProtocol) {
        items = Substring(encoded).split(separator: "&").map { piece in
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Item(
                name: Self.decodeComponent(parts[0]), value: parts.count > 1 ? Self.decodeComponent(parts[1]) : "")
        }
    }

    /// Decodes one name or value: `%XX`, and `+` as a space.
    package static func decodeComponent(_ encoded: some StringProtocol) -> String {
        PercentDecoding.decode(Substring(encoded), plusIsSpace: true)
    }

    /// The value of the first item with this name.
    package subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// Those that have a value: an authorization server takes the others for left out (RFC 6749 §3.1 and §3.2).
    package var valued: FormItems {
        var valued = self
        valued.items.removeAll(where: \.value.isEmpty)
        return valued
    }

    package func values(named name: String) -> [String] {
        items.compactMap { $0.name == name ? $0.value : nil }
    }

    /// The first name that was sent more than once, which OAuth forbids (RFC 6749 §3.1 and §3.2).
    package var repeatedName: String? { repeatedName(besides: nil) }

    /// The first name but for that one that was sent more than once.
    package func repeatedName(besides allowed: String?) -> String? {
        var seen: Set<String> = []
        return items.first { $0.name != allowed && !seen.insert($0.name).inserted }?.name
    }
}
