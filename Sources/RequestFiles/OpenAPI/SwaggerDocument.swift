import JOSE

/// A document of Swagger 2.0, told as OpenAPI 3 tells the same.
///
/// References go on leading to where they lead: definitions stay at their places.
struct SwaggerDocument {
    private let references: OpenAPIReferences
    private var root: JSONValue { references.root }
    /// The most parameters of a call, and types of a body.
    private static let parameterLimit = 100
    private static let typeLimit = 5
    private static let methods: Set = ["get", "post", "put", "patch", "delete", "head", "options"]

    init(_ root: JSONValue) { references = OpenAPIReferences(root) }

    var openAPI: JSONValue {
        let replaced: Set = ["swagger", "host", "basePath", "schemes", "paths", "securityDefinitions", "components"]
        let kept = (root.object?.members ?? []).filter { !replaced.contains($0.name) }.map { ($0.name, $0.value) }
        return .object(
            JSONObject(
                [("openapi", "3.0.0"), ("servers", .array([.object(["url": .string(server)])]))] + kept + [
                    ("components", .object(["securitySchemes": .object(JSONObject(schemes))])),
                    ("paths", .object(JSONObject(paths))),
                ]))
    }

    /// With https where the document allows both.
    private var server: String {
        var path = root["basePath"]?.string ?? ""
        while path.hasSuffix("/") { path.removeLast() }
        guard let host = root["host"]?.string, !host.isEmpty else { return path }
        let schemes = (root["schemes"]?.array ?? []).compactMap(\.string)
        return "\(schemes.contains("http") && !schemes.contains("https") ? "http" : "https")://\(host)\(path)"
    }

    private var schemes: [(String, JSONValue)] {
        (root["securityDefinitions"]?.object?.members ?? []).map { scheme in
            guard scheme.value["type"]?.string == "basic" else { return (scheme.name, scheme.value) }
            return (scheme.name, .object(["type": "http", "scheme": "basic"]))
        }
    }

    private var paths: [(String, JSONValue)] {
        (root["paths"]?.object?.members ?? []).map { path in
            let item = references.followed(path.value)
            let shared = item?["parameters"]?.array ?? []
            let operations = (item?.object?.members ?? []).filter { Self.methods.contains($0.name) }
            return (path.name, .object(JSONObject(operations.map { ($0.name, operation($0.value, shared)) })))
        }
    }

    /// A call whose body and form are no parameters any more.
    private func operation(_ operation: JSONValue, _ shared: [JSONValue]) -> JSONValue {
        var known: Set<String> = []
        let parameters = ((operation["parameters"]?.array ?? []) + shared).prefix(Self.parameterLimit)
            .compactMap { references.followed($0) }
            .filter { known.insert("\($0["in"]?.string ?? "") \($0["name"]?.string ?? "")").inserted }
        let kept = (operation.object?.members ?? []).filter { !["parameters", "requestBody"].contains($0.name) }
        var members = kept.map { ($0.name, $0.value) }
        let plain = parameters.filter { !["body", "formData"].contains($0["in"]?.string) }
        members.append(("parameters", .array(plain.map(parameter))))
        let types = (operation["consumes"] ?? root["consumes"])?.strings ?? []
        if let body = parameters.first(where: { $0["in"]?.string == "body" }) {
            members.append(("requestBody", self.body(body, types.isEmpty ? ["application/json"] : types)))
        } else {
            let fields = parameters.filter { $0["in"]?.string == "formData" }
            if !fields.isEmpty { members.append(("requestBody", form(fields, types))) }
        }
        return .object(JSONObject(members))
    }

    private func body(_ parameter: JSONValue, _ types: [String]) -> JSONValue {
        var media: JSONObject = [:]
        media["schema"] = parameter["schema"]
        media["example"] = parameter["x-example"]
        let content = types.prefix(Self.typeLimit).map { ($0, JSONValue.object(media)) }
        return .object(
            JSONObject([
                ("description", parameter["description"] ?? ""), ("required", parameter["required"] ?? false),
                ("content", .object(JSONObject(content))),
            ]))
    }

    private func form(_ fields: [JSONValue], _ types: [String]) -> JSONValue {
        let isMultipart =
            fields.contains { $0["type"]?.string == "file" }
            || types.contains { $0.lowercased().hasPrefix("multipart/") }
        let required = fields.filter { $0["required"]?.bool == true }.compactMap { $0["name"] }
        let properties = fields.map { ($0["name"]?.string ?? "", schema(of: $0)) }
        let object = JSONObject([
            ("type", "object"), ("required", .array(required)), ("properties", .object(JSONObject(properties))),
        ])
        let type = isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"
        return .object(["content": .object([type: .object(["schema": .object(object)])])])
    }

    private func parameter(_ parameter: JSONValue) -> JSONValue {
        var members: JSONObject = [:]
        for name in ["name", "in", "required", "description"] { members[name] = parameter[name] }
        members["schema"] = schema(of: parameter)
        if parameter["type"]?.string == "array" {
            let format = parameter["collectionFormat"]?.string ?? "csv"
            let styles = ["ssv": "spaceDelimited", "pipes": "pipeDelimited"]
            let isInURL = parameter["in"]?.string == "query"
            members["style"] = .string(isInURL ? styles[format] ?? "form" : "simple")
            members["explode"] = .bool(format == "multi")
        }
        return .object(members)
    }

    /// What a parameter says of its value itself.
    private func schema(of parameter: JSONValue) -> JSONValue {
        var schema: JSONObject = [:]
        for name in ["type", "format", "items", "enum", "default", "description"] { schema[name] = parameter[name] }
        schema["example"] = parameter["x-example"] ?? parameter["example"]
        if parameter["type"]?.string == "file" { (schema["type"], schema["format"]) = ("string", "binary") }
        return .object(schema)
    }
}
