import Addresses
import JOSE

extension OpenAPIDocument.Parameter {
    /// How several values are written (OpenAPI 3.1 §4.8.12.3).
    package enum Serialization: String, Sendable {
        case form, simple, label, matrix, spaceDelimited, pipeDelimited, deepObject
    }

    /// What the schema says of the value.
    package enum Shape: Sendable {
        case single
        /// An array: values between commas, or as JSON.
        case list
        /// An object, as JSON.
        case object
    }

    /// The value, and its name where that belongs to it, as its style asks for; `nil` where the plain value does.
    func styled(_ text: String) -> String? {
        let name = PercentEncoding.component(self.name.utf8)
        switch shape {
        case .single:
            let value = PercentEncoding.component(text.utf8)
            return style == .label ? "." + value : style == .matrix ? ";\(name)=\(value)" : nil
        case .list: return written(values(of: text), name: name)
        case .object: return members(of: text).map { written($0, name: name) }
        }
    }

    private func encoded(_ text: String) -> String {
        place == .header ? text : PercentEncoding.component(text.utf8)
    }

    private var delimiter: String {
        switch style {
        case .spaceDelimited: "%20"
        case .pipeDelimited: "%7C"
        default: ","
        }
    }

    /// What stands between parts that have their names.
    private var separator: String { place == .cookie ? "; " : "&" }

    private func written(_ values: [String], name: String) -> String {
        let values = values.map(encoded)
        switch style {
        case .simple: return values.joined(separator: ",")
        case .label: return "." + values.joined(separator: isExploded ? "." : ",")
        case .matrix:
            return isExploded ? values.map { ";\(name)=\($0)" }.joined() : ";\(name)=" + values.joined(separator: ",")
        case .form, .spaceDelimited, .pipeDelimited, .deepObject:
            guard isExploded || style == .deepObject else { return "\(name)=" + values.joined(separator: delimiter) }
            return values.map { "\(name)=\($0)" }.joined(separator: separator)
        }
    }

    private func written(_ members: [(name: String, value: JSONValue)], name: String) -> String {
        if style == .deepObject { return Self.deep(members, name).joined(separator: "&") }
        let pairs = members.map { (encoded($0.name), encoded($0.value.scalarText ?? $0.value.serialized())) }
        let named = pairs.map { "\($0)=\($1)" }
        let flat = pairs.flatMap { [$0, $1] }.joined(separator: delimiter)
        switch style {
        case .simple: return isExploded ? named.joined(separator: ",") : flat
        case .label: return "." + (isExploded ? named.joined(separator: ".") : flat)
        case .matrix: return isExploded ? named.map { ";" + $0 }.joined() : ";\(name)=\(flat)"
        case .form, .spaceDelimited, .pipeDelimited, .deepObject:
            return isExploded ? named.joined(separator: separator) : "\(name)=\(flat)"
        }
    }

    /// `filter[a]=1`, with the brackets encoded; members of members have two pairs of them.
    private static func deep(_ members: [(name: String, value: JSONValue)], _ name: String) -> [String] {
        members.flatMap { member -> [String] in
            let inner = "\(name)%5B\(PercentEncoding.component(member.name.utf8))%5D"
            if let object = member.value.object { return deep(object.members.map { ($0.name, $0.value) }, inner) }
            let values = member.value.array ?? [member.value]
            return values.map { "\(inner)=" + PercentEncoding.component(($0.scalarText ?? $0.serialized()).utf8) }
        }
    }

    private func values(of text: String) -> [String] {
        if text.hasPrefix("["), let array = (try? JSONValue(parsing: text.utf8))?.array {
            return array.map { $0.scalarText ?? $0.serialized() }
        }
        return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private func members(of text: String) -> [(name: String, value: JSONValue)]? {
        (try? JSONValue(parsing: text.utf8))?.object.map { $0.members.map { ($0.name, $0.value) } }
    }
}

extension OpenAPIDocument.Operation {
    /// The request with the values that its document wants written in a way of its own.
    package func writingValues(_ request: FileRequest, given: [String: String]) -> FileRequest {
        var request = request
        for parameter in parameters where parameter.obstacle == nil {
            guard let value = given[parameter.variable], !value.isEmpty, let text = parameter.styled(value),
                !text.contains("{{")
            else { continue }
            let plain = "{{%\(parameter.variable)}}"
            let pair = "\(PercentEncoding.component(parameter.name.utf8))=\(plain)"
            switch parameter.place {
            case .path: request.target = request.target.map { $0.replacing(plain, with: text, inQuery: false) }
            case .query: request.target = request.target.map { $0.replacing(pair, with: text, inQuery: true) }
            case .cookie: request.replace("\(parameter.name)=\(plain)", with: text, inField: "Cookie")
            case .header: request.replace("{{\(parameter.variable)}}", with: text, inField: parameter.name)
            case .file: break
            }
        }
        return request
    }
}

extension FileRequest {
    fileprivate mutating func replace(_ text: String, with new: String, inField name: String) {
        for index in headers.indices where Array(headers[index].name.utf8)[...].isSameName(as: name) {
            headers[index].value = headers[index].value.map {
                Fragment($0.text.replacing(text, with: new, maxReplacements: 1), from: $0.offset)
            }
        }
    }
}

extension Fragment {
    /// Replaces a text once, before or behind the question mark.
    fileprivate func replacing(_ old: String, with new: String, inQuery: Bool) -> Fragment {
        let text = self.text
        let question = text.firstIndex(of: "?") ?? text.endIndex
        let (path, query) = (text[..<question], text[question...])
        let replaced =
            inQuery
            ? path + query.replacing(old, with: new, maxReplacements: 1)
            : path.replacing(old, with: new, maxReplacements: 1) + query
        return Fragment(String(replaced), from: offset)
    }
}
