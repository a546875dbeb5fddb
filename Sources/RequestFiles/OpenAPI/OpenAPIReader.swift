import JOSE

/// Reads the calls of a document.
struct OpenAPIReader {
    private static let methods = ["get", "post", "put", "patch", "delete", "head", "options", "trace"]
    /// The most parameters of a call.
    private static let parameterLimit = 100
    /// The most values that are listed of a parameter.
    private static let valueLimit = 20

    private let references: OpenAPIReferences
    private let server: String
    private let schemes: OpenAPISecurity
    private var examples: OpenAPIExamples

    init(_ root: JSONValue) {
        references = OpenAPIReferences(root)
        examples = OpenAPIExamples(references)
        server = Self.server(root["servers"])
        schemes = OpenAPISecurity(references)
    }

    private func followed(_ value: JSONValue?) -> JSONValue? { references.followed(value) }

    /// The calls of a path, each with what the path has for all of them.
    func operations(of path: JSONValue) -> [(String, item: (operation: JSONValue, shared: JSONValue))] {
        guard let path = followed(path) else { return [] }
        return Self.methods.compactMap { method in path[method].map { (method, ($0, path)) } }
    }

    mutating func operation(
        _ method: String, _ path: String, _ value: JSONValue, shared: JSONValue
    ) -> OpenAPIDocument.Operation {
        let summary = value["summary"]?.string ?? value["description"]?.string ?? ""
        let own = value["servers"] ?? shared["servers"]
        let security = value["security"] ?? references.root["security"]
        let (body, files) = body(value["requestBody"])
        return OpenAPIDocument.Operation(
            method: method.uppercased(), path: path.hasPrefix("/") ? path : "/" + path,
            pointer: "/paths/\(path.replacing("~", with: "~0").replacing("/", with: "~1"))/\(method)",
            name: value["operationId"]?.string ?? "", summary: summary,
            server: own.map(Self.server) ?? server, parameters: parameters(value, shared) + files,
            scopes: schemes.scopes(of: security), credentials: schemes.credentials(of: security), body: body)
    }

    /// The first server with the defaults of its variables; empty where it is a path.
    private static func server(_ servers: JSONValue?) -> String {
        guard let first = servers?.array?.first, var url = first["url"]?.string else { return "" }
        for variable in (first["variables"]?.object?.members ?? []).prefix(32) {
            url = url.replacing("{\(variable.name)}", with: variable.value["default"]?.string ?? "")
        }
        while url.hasSuffix("/") { url.removeLast() }
        return url
    }

    /// A call's own parameters go before those of its path.
    private func parameters(_ operation: JSONValue, _ path: JSONValue) -> [OpenAPIDocument.Parameter] {
        let values = (operation["parameters"]?.array ?? []) + (path["parameters"]?.array ?? [])
        var known: Set<String> = []
        return values.prefix(Self.parameterLimit).compactMap { value in
            guard let value = followed(value), let name = value["name"]?.string, !name.isEmpty,
                let place = value["in"]?.string.flatMap(OpenAPIDocument.Parameter.Place.init),
                place != .file, known.insert("\(place) \(name)").inserted
            else { return nil }
            let schema = followed(value["schema"] ?? value["content"]?.object?.members.first?.value["schema"])
            let type = schema?["type"]?.string
            let isInURL = place == .query || place == .cookie
            let style =
                value["style"]?.string.flatMap(OpenAPIDocument.Parameter.Serialization.init)
                ?? (isInURL ? .form : .simple)
            let summary = [value["description"]?.string, type.map { "(\($0))" }].compactMap(\.self)
            return OpenAPIDocument.Parameter(
                name: name, place: place, isRequired: place == .path || value["required"]?.bool == true,
                summary: summary.joined(separator: " "), initial: initial(of: value, schema),
                allowed: (schema?["enum"]?.array ?? []).prefix(Self.valueLimit).compactMap(\.parameterText),
                style: style, isExploded: value["explode"]?.bool ?? (style == .form),
                shape: value["content"] == nil ? shape(of: schema, value["example"]) : .single)
        }
    }

    /// Whether a value is an array or an object: by its schema, else by an example.
    private func shape(of schema: JSONValue?, _ example: JSONValue?) -> OpenAPIDocument.Parameter.Shape {
        let types = schema?["type"]?.string.map { [$0] } ?? schema?["type"]?.strings ?? []
        if types.contains("array") || types.isEmpty && schema?["items"] != nil { return .list }
        if types.contains("object") || types.isEmpty && schema?["properties"] != nil { return .object }
        guard types.isEmpty else { return .single }
        let part = (schema?["oneOf"] ?? schema?["anyOf"] ?? schema?["allOf"])?.array?.first.flatMap(followed)
        if part?["type"]?.string == "array" { return .list }
        if part?["type"]?.string == "object" { return .object }
        return example?.array != nil ? .list : example?.object != nil ? .object : .single
    }

    /// The value that a parameter has at first: the default goes before examples, and these before the allowed values.
    private func initial(of parameter: JSONValue, _ schema: JSONValue?) -> String? {
        let content = parameter["content"]?.object?.members.first?.value
        let named = [parameter, content].compactMap { $0?["examples"]?.object?.members.first?.value }.first
        let candidates: [JSONValue?] = [
            schema?["default"], parameter["example"], followed(named)?["value"], content?["example"],
            schema?["example"], schema?["examples"]?.array?.first, schema?["enum"]?.array?.first,
        ]
        return candidates.lazy.compactMap { $0?.parameterText }.first
    }

    /// The body, and the files that it asks for.
    private mutating func body(_ value: JSONValue?) -> (OpenAPIDocument.Body?, files: [OpenAPIDocument.Parameter]) {
        guard let content = followed(value)?["content"]?.object?.members, !content.isEmpty else { return (nil, []) }
        let chosen = content.first { $0.name.lowercased().contains("json") } ?? content[0]
        let type = chosen.name.lowercased()
        examples.beginBody()
        var body = OpenAPIDocument.Body(contentType: chosen.name, text: "")
        if type.contains("json") {
            body.text = examples.text(of: chosen.value)
        } else if type.hasPrefix("multipart/") {
            let parts = parts(of: chosen.value)
            body.contentType += "; boundary=\(OpenAPIParts.boundary)"
            body.text = parts.text
            return (body, parts.files)
        } else if type.hasPrefix("application/x-www-form-urlencoded") {
            body.text = examples.form(of: chosen.value)
        } else if let given = given(chosen.value) {
            body.text = given.string ?? ""
        } else if type == "application/octet-stream" || isFile(followed(chosen.value["schema"])) {
            let summary = followed(value)?["description"]?.string ?? ""
            let isRequired = followed(value)?["required"]?.bool == true
            let file = OpenAPIDocument.Parameter(name: "body", place: .file, isRequired: isRequired, summary: summary)
            body.text = "< {{\(file.variable)}}"
            return (body, [file])
        }
        if !type.contains("json") { body.text = OutsideText.written(body.text, as: .body) }
        return (body, [])
    }

    private func given(_ media: JSONValue) -> JSONValue? {
        let named = followed(media["examples"]?.object?.members.first?.value)?["value"]
        return media["example"] ?? named ?? followed(media["schema"])?["example"]
    }

    /// Whether values are bytes: as OpenAPI 3.0 says it, or 3.1 (JSON Schema 2020-12 Validation §8).
    private func isFile(_ schema: JSONValue?) -> Bool {
        if schema?["format"]?.string == "binary" { return true }
        return schema?["contentMediaType"] != nil && schema?["contentEncoding"] == nil
    }

    /// The parts of a form, one for each property; an array has one for each of its values.
    private mutating func parts(of media: JSONValue) -> OpenAPIParts {
        var parts = OpenAPIParts()
        let values = examples.value(of: media).object
        let described = examples.properties(of: media["schema"])
        let required = examples.requiredNames(of: media["schema"])
        let given = (values?.members ?? []).prefix(Self.parameterLimit).map { (name: $0.name, value: JSONValue.null) }
        for property in described.isEmpty ? given : described where OpenAPIParts.isName(property.name) {
            let schema = followed(property.value)
            let items = followed(schema?["items"])
            let encoding = media["encoding"]?[property.name]?["contentType"]?.string
            // The encoding may list several types, or a pattern of types.
            let listed = encoding?.split(separator: ",").first.map(String.init) ?? schema?["contentMediaType"]?.string
            let type = listed.flatMap { $0.utf8.allSatisfy(\.isMediaTypeByte) ? $0 : nil }
            if isFile(schema) || isFile(items) {
                parts.addFile(
                    property.name, isRequired: required.contains(property.name),
                    summary: schema?["description"]?.string ?? "", type: type)
                continue
            }
            let value = values?[property.name] ?? .null
            for value in value.array ?? [value] {
                if let text = value.scalarText {
                    parts.add(property.name, text, type: type)
                } else if value != .null {
                    parts.add(property.name, OutsideText.written(value), type: type ?? "application/json")
                }
            }
        }
        return parts
    }
}

extension UInt8 {
    /// Whether it stands in the name of a media type without parameters and patterns (RFC 6838 §4.2).
    fileprivate var isMediaTypeByte: Bool { isLetter || isDigit || "/.+-_!#$&^".utf8.contains(self) }
}

extension JSONValue {
    /// The longest value that a parameter begins with, in bytes.
    private static let parameterLimit = 500

    /// As it stands in a parameter, arrays with commas, objects as JSON; `nil` for nothing and what takes several
    /// lines.
    fileprivate var parameterText: String? {
        let text: String? =
            switch self {
            case .string(let text): text
            case .bool, .number: serialized()
            case .array(let values): Self.joined(values.map(\.scalarText))
            case .object: serialized()
            case .null: nil
            }
        guard let text, !text.isEmpty, text.utf8.count <= Self.parameterLimit, !text.utf8.contains(where: \.isControl)
        else { return nil }
        return text
    }

    /// As it stands in a form or in a list; `nil` for an object, an array and nothing.
    var scalarText: String? {
        switch self {
        case .string(let text): text
        case .bool, .number: serialized()
        case .array, .object, .null: nil
        }
    }

    private static func joined(_ texts: [String?]) -> String? {
        let values = texts.compactMap(\.self)
        guard values.count == texts.count else { return nil }
        // A comma in a value would be one between values.
        guard values.contains(where: { $0.contains(",") }) else { return values.joined(separator: ",") }
        return JSONValue.array(values.map { .string($0) }).serialized()
    }
}
