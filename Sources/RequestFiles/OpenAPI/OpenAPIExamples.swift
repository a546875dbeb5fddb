import Addresses
import JOSE

/// Bodies as a document gives examples of, or as its schemas ask for.
struct OpenAPIExamples {
    private static let depthLimit = 8
    /// How many schemas are looked at for all bodies of a document, and for one of them: schemas that refer to each
    /// other have no end.
    private static let workLimit = 200_000
    private static let bodyWorkLimit = 10_000
    private static let lengthLimit = 16 << 10
    /// The most properties of an object.
    private static let propertyLimit = 50
    /// The most schemas that an object consists of.
    private static let partLimit = 20

    private let references: OpenAPIReferences
    private var work = workLimit
    private var bodyWork = 0

    init(_ references: OpenAPIReferences) { self.references = references }

    /// Begins the work for another body.
    mutating func beginBody() { bodyWork = Self.bodyWorkLimit }

    /// A schema that is looked at; `nil` where it leads nowhere, is too deep, or one too many.
    private mutating func schema(_ value: JSONValue?, depth: Int) -> JSONValue? {
        guard depth < Self.depthLimit, work > 0, bodyWork > 0 else { return nil }
        (work, bodyWork) = (work - 1, bodyWork - 1)
        return references.followed(value)
    }

    /// The value that a body of that type has.
    mutating func value(of media: JSONValue) -> JSONValue {
        let named = media["examples"]?.object?.members.first.flatMap { references.followed($0.value) }
        return media["example"] ?? named?["value"] ?? example(of: media["schema"], depth: 0)
    }

    /// The properties of a body's schema that are written, those of all its parts where it consists of several.
    mutating func properties(of schema: JSONValue?, depth: Int = 0) -> [(name: String, value: JSONValue)] {
        guard let schema = self.schema(schema, depth: depth) else { return [] }
        var properties = (schema["properties"]?.object?.members ?? []).prefix(Self.propertyLimit).filter {
            $0.value["readOnly"]?.bool != true
        }.map { ($0.name, $0.value) }
        for part in (schema["allOf"]?.array ?? []).prefix(Self.partLimit) where properties.count < Self.propertyLimit {
            let known = Set(properties.map(\.0))
            properties += self.properties(of: part, depth: depth + 1).filter { !known.contains($0.name) }
        }
        return Array(properties.prefix(Self.propertyLimit))
    }

    /// The properties that must be there, by all parts of the schema.
    mutating func requiredNames(of schema: JSONValue?, depth: Int = 0) -> Set<String> {
        guard let schema = self.schema(schema, depth: depth) else { return [] }
        var names = Set((schema["required"]?.array ?? []).compactMap(\.string))
        for part in (schema["allOf"]?.array ?? []).prefix(Self.partLimit) {
            names.formUnion(requiredNames(of: part, depth: depth + 1))
        }
        return names
    }

    /// The fields of a form whose values are texts, numbers or booleans, or arrays of these.
    mutating func form(of media: JSONValue) -> String {
        let value = value(of: media)
        if let text = value.string { return text }
        // An array is a field for each of its values; a text that its schema says nothing of is none.
        let fields = (value.object?.members ?? []).flatMap { member -> [String] in
            let values = member.value.array?.filter { $0.string != "" } ?? [member.value]
            return values.compactMap(\.scalarText).map { text in
                PercentEncoding.component(member.name.utf8) + "=" + PercentEncoding.component(text.utf8)
            }
        }
        let text = fields.joined(separator: "&")
        return text.utf8.count <= Self.lengthLimit ? text : ""
    }

    mutating func text(of media: JSONValue) -> String {
        let text = OutsideText.written(value(of: media))
        return text.utf8.count <= Self.lengthLimit ? text : ""
    }

    private mutating func example(of schema: JSONValue?, depth: Int) -> JSONValue {
        guard let schema = self.schema(schema, depth: depth) else { return .null }
        if let given = schema["example"] ?? schema["default"] ?? schema["examples"]?.array?.first { return given }
        if let first = schema["enum"]?.array?.first { return first }
        if let first = (schema["oneOf"] ?? schema["anyOf"])?.array?.first {
            return example(of: first, depth: depth + 1)
        }
        if let parts = schema["allOf"]?.array {
            var merged: JSONObject = [:]
            for part in parts.prefix(Self.partLimit) {
                for member in example(of: part, depth: depth + 1).object?.members ?? [] {
                    merged[member.name] = member.value
                }
            }
            return .object(merged)
        }
        switch schema["type"]?.string ?? schema["type"]?.array?.first?.string {
        case "string": return .string(schema["format"]?.string ?? "")
        case "integer", "number": return 0
        case "boolean": return false
        case "array": return .array([example(of: schema["items"], depth: depth + 1)])
        case "object": return object(schema, depth)
        default: return schema["properties"] == nil ? .null : object(schema, depth)
        }
    }

    private mutating func object(_ schema: JSONValue, _ depth: Int) -> JSONValue {
        var object: JSONObject = [:]
        for member in (schema["properties"]?.object?.members ?? []).prefix(Self.propertyLimit) {
            guard member.value["readOnly"]?.bool != true else { continue }
            object[member.name] = example(of: member.value, depth: depth + 1)
        }
        return .object(object)
    }
}
