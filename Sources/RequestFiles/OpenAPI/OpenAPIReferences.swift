import JOSE

/// Follows the references of a document, which lead to parts of the document itself only.
struct OpenAPIReferences {
    /// The most references that lead from one to the next.
    private static let limit = 16

    let root: JSONValue
    /// What most references lead to, by its pointer: look-ups in an object take time in proportion to its size.
    private let parts: [String: JSONValue]

    init(_ root: JSONValue) {
        self.root = root
        var parts: [String: JSONValue] = [:]
        func add(_ section: JSONValue?, at pointer: String) {
            for member in section?.object?.members ?? [] {
                let name = member.name.replacing("~", with: "~0").replacing("/", with: "~1")
                parts["\(pointer)/\(name)"] = member.value
            }
        }
        for section in root["components"]?.object?.members ?? [] {
            add(section.value, at: "#/components/\(section.name)")
        }
        // Where Swagger 2.0 has them.
        for name in ["definitions", "parameters", "responses"] { add(root[name], at: "#/\(name)") }
        self.parts = parts
    }

    /// What a value is, or what it refers to; `nil` where that leads out of the document, or nowhere.
    func followed(_ value: JSONValue?) -> JSONValue? {
        var value = value
        for _ in 0..<Self.limit {
            guard let reference = value?["$ref"]?.string else { return value }
            guard reference.hasPrefix("#/") else { return nil }
            value = parts[reference] ?? part(at: reference.dropFirst(2))
        }
        return nil
    }

    /// RFC 6901 §4.
    private func part(at pointer: Substring) -> JSONValue? {
        var target: JSONValue? = root
        for step in pointer.split(separator: "/", omittingEmptySubsequences: false) {
            let name = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
            target =
                target?[name]
                ?? Int(name).flatMap { index in
                    target?.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
                }
        }
        return target
    }
}
