import Addresses
import JOSE

/// The bytes of a body: its lines, and the files that they name.
struct RequestBody {
    let request: FileRequest
    var expander: Expander

    /// Lines are joined by LF, in a multipart body by CRLF (RFC 2046 §4.1.1); the last one ends without.
    mutating func bytes() throws(Remark) -> [UInt8]? {
        guard !request.body.isEmpty else { return nil }
        let type =
            try request.fields("Content-Type").first
            .map { header throws(Remark) in try expander.text(of: header.value).lowercased() } ?? ""
        var lines: [[UInt8]] = []
        var size = 0
        for line in request.body {
            let bytes = try self.bytes(of: line)
            size += bytes.count + 2
            guard size <= RequestFile.bodyLimit else {
                throw Remark(
                    expander.file.position(of: line.place),
                    .file(path: "the body", reason: .tooLarge(limit: RequestFile.bodyLimit)))
            }
            lines.append(bytes)
        }
        switch request.bodyKind {
        case .curl: return Array(lines.joined())
        case .graphQL: return try graphQL(lines)
        case .plain where type.hasPrefix("multipart/"): return Array(lines.joined(separator: [0x0D, 0x0A]))
        case .plain
        where type.hasPrefix("application/x-www-form-urlencoded") && !request.body.contains(where: \.isFile):
            return Self.form(lines)
        case .plain: return Array(lines.joined(separator: [0x0A]))
        }
    }

    private mutating func bytes(of line: FileRequest.BodyLine) throws(Remark) -> [UInt8] {
        switch line {
        case .text(let text): return try expander.fill(text)
        case .file(let place, let reading):
            let path = try expander.text(of: [place])
            let contents: [UInt8]
            do throws(FileRefusal) { contents = try expander.scope.contents(path) } catch {
                throw Remark(expander.file.position(of: place), .file(path: path, reason: error))
            }
            guard case .filled(let encoding) = reading else { return reading.bytes(contents) }
            guard encoding == .latin1 else { return try expander.fill(contents, namedAt: place) }
            let text = String(String.UnicodeScalarView(contents.map { Unicode.Scalar($0) }))
            let filled = try expander.fill(Array(text.utf8), namedAt: place)
            return String(decoding: filled, as: UTF8.self).unicodeScalars.map {
                UInt8(exactly: $0.value) ?? UInt8(ascii: "?")
            }
        }
    }

    /// Parameters may stand on lines of their own that begin or end with `&`, with spaces around `=`.
    private static func form(_ lines: [[UInt8]]) -> [UInt8] {
        var text: [UInt8] = []
        for line in lines.map({ $0[...].trimmed }) where !line.isEmpty {
            let isNext = text.isEmpty || text.last == UInt8(ascii: "&") || line.first == UInt8(ascii: "&")
            text += isNext ? [] : [0x0A]
            text += line
        }
        let pairs = text.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return parts.map { PercentEncoding.form($0.trimmed) }.joined(separator: "=")
        }
        return Array(pairs.joined(separator: "&").utf8)
    }

    /// How many objects behind an empty line are tried as variables: the last ones.
    private static let candidateLimit = 4

    /// The query, and behind an empty line its variables as an object.
    private func graphQL(_ lines: [[UInt8]]) throws(Remark) -> [UInt8] {
        var query = lines[...]
        var variables: JSONValue?
        let candidates = lines.indices.dropLast().filter { index in
            lines[index][...].trimmed.isEmpty && lines[index + 1][...].trimmed.first == UInt8(ascii: "{")
        }
        for index in candidates.suffix(Self.candidateLimit) {
            let rest = Array(lines[(index + 1)...].joined(separator: [0x0A]))
            guard let value = try? JSONValue(parsing: rest), value.object != nil else { continue }
            variables = value
            query = lines[..<index]
            break
        }
        let text = String(decoding: Array(query.joined(separator: [0x0A])), as: UTF8.self)
        guard !text.utf8.allSatisfy({ $0.isBlank || $0 == 0x0A }) else {
            throw Remark(SourcePosition(line: request.line, column: 1), .badGraphQL)
        }
        var json: JSONObject = ["query": .string(text)]
        json["variables"] = variables
        return Array(json.serialized().utf8)
    }
}

extension FileRequest.BodyLine {
    var place: Fragment {
        switch self {
        case .text(let text): text
        case .file(let path, _): path
        }
    }

    var isFile: Bool {
        if case .file = self { true } else { false }
    }
}
