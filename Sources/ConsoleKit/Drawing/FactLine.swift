/// A name and a value, or a heading where there is no value.
package struct FactLine: Sendable, Hashable {
    package var name: String
    package var value: String?

    package init(_ name: String, _ value: String? = nil) {
        self.name = name
        self.value = value
    }

    package func contains(_ text: String) -> Bool {
        let text = text.lowercased()
        return name.lowercased().contains(text) || value?.lowercased().contains(text) ?? false
    }
}
