extension OpenAPIDocument {
    /// The calls as a request file, in which parameters are asked for.
    package var requestFileText: String { operations.map(\.requestText).joined(separator: "\n") }

    /// What the calls need, by their places in the request file, from 1.
    package var scopes: [Int: [[String]]] {
        var scopes: [Int: [[String]]] = [:]
        for (index, operation) in operations.enumerated() { scopes[index + 1] = operation.scopes }
        return scopes
    }
}

extension OpenAPIDocument.Operation {
    /// The call as a request of a file.
    fileprivate var requestText: String {
        var lines = ["### " + (name.isEmpty ? "\(method) \(path)" : name).line]
        if !summary.isEmpty { lines.append("# \(summary.line)") }
        let optional = parameters.filter { !$0.isRequired }.map(\.name.line)
        if !optional.isEmpty { lines.append("# not sent: \(optional.joined(separator: ", "))") }
        for parameter in parameters where parameter.isRequired {
            lines.append("# @prompt \(parameter.variable) \(parameter.summary.line)")
        }
        lines.append("\(method) \(target)")
        for parameter in parameters where parameter.isRequired && parameter.place == .header {
            guard parameter.name.utf8.allSatisfy(\.isTokenByte), parameter.name.lowercased() != "authorization" else {
                continue
            }
            lines.append("\(parameter.name): {{\(parameter.variable)}}")
        }
        if let body { lines.append("Content-Type: \(body.contentType.line)") }
        if scopes != nil { lines.append("Authorization: Bearer {{token}}") }
        if let body, !body.text.isEmpty { lines += ["", body.text] }
        return lines.joined(separator: "\n") + "\n"
    }

    private var target: String {
        var target = PercentEncoding.url(path.line.utf8).replacing("%7B", with: "{").replacing("%7D", with: "}")
        // What would be read as placeholders was not written as such.
        while target.contains("{{") { target = target.replacing("{{", with: "{") }
        for parameter in parameters where parameter.place == .path {
            target = target.replacing(
                "{\(PercentEncoding.url(parameter.name.line.utf8))}", with: "{{%\(parameter.variable)}}")
        }
        let query = parameters.filter { $0.isRequired && $0.place == .query }.map { parameter in
            "\(PercentEncoding.component(parameter.name.utf8))={{%\(parameter.variable)}}"
        }
        if !query.isEmpty { target += (target.contains("?") ? "&" : "?") + query.joined(separator: "&") }
        let isAbsolute = server.lowercased().hasPrefix("http://") || server.lowercased().hasPrefix("https://")
        return (isAbsolute ? PercentEncoding.url(server.line.utf8) : server.hasPrefix("/") ? server.line : "") + target
    }
}

extension OpenAPIDocument.Parameter {
    /// The name of its variable: of letters, digits and underscores.
    fileprivate var variable: String {
        let name = String(
            name.unicodeScalars.prefix(64).map { scalar -> Character in
                let isPlain = scalar.isASCII && (UInt8(scalar.value).isLetter || UInt8(scalar.value).isDigit)
                return isPlain ? Character(scalar) : "_"
            })
        return name.allSatisfy { $0 == "_" } ? "value" : name
    }
}

extension String {
    /// On one line, without control characters, and not endless.
    fileprivate var line: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(500) {
            text.append(scalar.properties.generalCategory == .control || scalar.properties.isWhitespace ? " " : scalar)
        }
        return String(text)
    }
}
