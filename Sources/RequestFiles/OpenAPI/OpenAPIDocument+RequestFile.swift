import Addresses
import FoundationEssentials

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
        var lines = ["### " + OutsideText.written(name.isEmpty ? "\(method) \(path)" : name, as: .comment)]
        if !summary.isEmpty { lines.append("# \(OutsideText.written(summary, as: .comment))") }
        let asked = parameters.filter { $0.obstacle == nil }
        for parameter in asked.filter(\.isRequired) + asked.filter({ !$0.isRequired }) {
            lines.append("# @prompt \(parameter.variable) \(OutsideText.written(parameter.summary, as: .comment))")
        }
        lines.append("\(method) \(target)")
        for parameter in parameters where parameter.isHeader {
            lines.append("\(parameter.name): {{\(parameter.variable)}}")
        }
        if !cookies.isEmpty {
            // The values as of a query, which OpenAPI says of both.
            let pairs = cookies.map { "\($0.name)={{%\($0.variable)}}" }
            lines.append("Cookie: " + pairs.joined(separator: "; "))
        }
        if let body { lines.append("Content-Type: \(OutsideText.written(body.contentType, as: .field))") }
        if scopes != nil { lines.append("Authorization: Bearer {{token}}") }
        if let body, !body.text.isEmpty { lines += ["", body.text] }
        return lines.joined(separator: "\n") + "\n"
    }

    private var cookies: [OpenAPIDocument.Parameter] { parameters.filter(\.isCookie) }

    private var target: String {
        var target = pathText
        let query = parameters.filter { $0.place == .query }.map { parameter in
            "\(PercentEncoding.component(parameter.name.utf8))={{%\(parameter.variable)}}"
        }
        if !query.isEmpty { target += (target.contains("?") ? "&" : "?") + query.joined(separator: "&") }
        let isAddress = server.isURL || server.hasPrefix("/")
        return (isAddress ? OutsideText.written(server, as: .url) : "") + target
    }

    /// The path with a placeholder for each of its parameters.
    private var pathText: String {
        var text = ""
        var rest = OutsideText.line(path)[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            let parameter = parameters.first { $0.place == .path && OutsideText.line($0.name) == name }
            let end = parameter == nil ? open : close
            text += OutsideText.written(String(rest[..<open]), as: .url)
            text += parameter.map { "{{%\($0.variable)}}" } ?? "%7B"
            rest = rest[rest.index(after: end)...]
        }
        return text + OutsideText.written(String(rest), as: .url)
    }
}

extension OpenAPIDocument.Operation {
    /// The path as the document has it, behind the server.
    package var address: String { server + path }

    /// The parameter that is asked for by this name.
    package func parameter(asked name: String) -> OpenAPIDocument.Parameter? {
        parameters.first { $0.variable == name && $0.isRequired } ?? parameters.first { $0.variable == name }
    }

    /// Whether a header field is left out where it is empty.
    package func leavesOut(header name: String) -> Bool {
        if name == "Cookie", !cookies.isEmpty { return cookies.allSatisfy { !$0.isRequired } }
        return parameters.contains { $0.isHeader && !$0.isRequired && $0.name.lowercased() == name.lowercased() }
    }

    /// The request without the optional files whose paths are given as empty, each with its part of a form.
    package func leavingOutFiles(_ request: FileRequest, given: [String: String]) -> FileRequest {
        let absent = parameters.filter { $0.place == .file && !$0.isRequired && given[$0.variable] == "" }
        guard !absent.isEmpty else { return request }
        var request = request
        for name in absent.map(\.variable) {
            let path = "{{\(name)}}"
            guard let file = request.body.firstIndex(where: { $0.isFile && $0.place.text == path }) else { continue }
            let begin = request.body[..<file].lastIndex { $0.place.text == "--\(OpenAPIParts.boundary)" }
            request.body.removeSubrange((begin ?? file)...file)
        }
        // A multipart body has at least one part (RFC 2046 §5.1.1).
        guard request.body.allSatisfy({ $0.place.text == "--\(OpenAPIParts.boundary)--" }) else { return request }
        request.body = []
        request.headers.removeAll { $0.name == "Content-Type" }
        return request
    }

    /// The request without the optional parameters that are empty.
    package func leavingOutEmpty(_ request: ResolvedRequest) -> ResolvedRequest {
        var request = request
        let optional = parameters.filter { !$0.isRequired }
        let pairs = Set(cookies.filter { !$0.isRequired }.map { "\($0.name)=" })
        if !pairs.isEmpty, let index = request.headers.firstIndex(where: { $0.name == "Cookie" }) {
            let kept = request.headers[index].value.split(separator: "; ").filter { !pairs.contains(String($0)) }
            request.headers[index].value = kept.joined(separator: "; ")
        }
        request.headers.removeAll { $0.value.isEmpty && leavesOut(header: $0.name) }
        let items = Set(optional.filter { $0.place == .query }.map { PercentEncoding.component($0.name.utf8) + "=" })
        let text = request.url.absoluteString
        guard let question = text.firstIndex(of: "?"), !items.isEmpty else { return request }
        let rest = text[text.index(after: question)...]
        let fragment = rest.firstIndex(of: "#") ?? rest.endIndex
        let kept = rest[..<fragment].split(separator: "&", omittingEmptySubsequences: false).filter {
            !items.contains(String($0))
        }
        let query = kept.isEmpty ? "" : "?" + kept.joined(separator: "&")
        request.url = URL(given: text[..<question] + query + rest[fragment...]) ?? request.url
        return request
    }
}

extension OpenAPIDocument.Parameter {
    /// Why it is not sent; `nil` if it is.
    package var obstacle: String? {
        switch place {
        case .header where ["authorization", "content-type"].contains(name.lowercased()):
            // OpenAPI 3.1 §4.8.12.1.
            "OpenAPI ignores it: another part of the document defines it"
        case .header where !name.utf8.allSatisfy(\.isTokenByte): "no header field can have that name"
        case .cookie where !name.utf8.allSatisfy(\.isTokenByte): "no cookie can have that name"
        case .path, .query, .header, .cookie, .file: nil
        }
    }

    fileprivate var isHeader: Bool { place == .header && obstacle == nil }

    fileprivate var isCookie: Bool { place == .cookie && obstacle == nil }

    /// The name of its variable: of letters, digits and underscores.
    package var variable: String {
        let name = String(
            name.unicodeScalars.prefix(64).map { scalar -> Character in
                let isPlain = scalar.isASCII && (UInt8(scalar.value).isLetter || UInt8(scalar.value).isDigit)
                return isPlain ? Character(scalar) : "_"
            })
        let variable = name.allSatisfy { $0 == "_" } ? "value" : name
        // A parameter elsewhere may have the same name.
        return place == .file && !variable.lowercased().hasSuffix("file") ? variable + "_file" : variable
    }
}
