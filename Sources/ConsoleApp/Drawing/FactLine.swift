/// A name and a value, or a heading where there is no value.
struct FactLine: Sendable, Hashable {
    var name: String
    var value: String?

    init(_ name: String, _ value: String? = nil) {
        self.name = name
        self.value = value
    }

    func contains(_ text: String) -> Bool {
        let text = text.lowercased()
        return name.lowercased().contains(text) || value?.lowercased().contains(text) ?? false
    }
}
