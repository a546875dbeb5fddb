/// A part of a form that curl sends for `-F`: a text, or what a file holds.
struct CurlFormPart: Sendable, Hashable {
    private let name: String
    private let contents: CurlCommand.Piece
    private var type: String?
    private var fileName: String?

    /// Reads what stands behind the option: `name=value`, `name=@FILE` or `name=<FILE`.
    ///
    /// Behind it may stand `;type=…` and `;filename=…`, unless it is a text as such. `nil` for anything else.
    init?(_ argument: String, isText: Bool) {
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else { return nil }
        name = String(argument[..<sign])
        let value = argument[argument.index(after: sign)...]
        guard !isText else {
            contents = .text(String(value))
            return
        }
        let isFile = value.hasPrefix("@") || value.hasPrefix("<")
        var pieces = Self.pieces(isFile ? value.dropFirst() : value)[...]
        var first = pieces.popFirst() ?? ""
        for piece in pieces {
            let setting = piece.drop { $0 == " " }
            if setting.hasPrefix("type=") {
                type = setting.dropFirst(5).oneLine
            } else if setting.hasPrefix("filename=") {
                fileName = Self.unquoted(setting.dropFirst(9)).oneLine
            } else {
                first += ";" + piece
            }
        }
        let path = Self.unquoted(first[...])
        contents = isFile ? .file(path) : .text(path)
        if value.hasPrefix("@") {
            fileName = fileName ?? path.split(separator: "/").last?.oneLine ?? ""
            type = type ?? Self.type(of: path)
        }
    }

    /// What stands between semicolons, where these are not quoted.
    private static func pieces(_ text: Substring) -> [String] {
        var (pieces, isQuoted, isEscaped) = ([""], false, false)
        for character in text {
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && !isEscaped
            if character == ";", !isQuoted { pieces.append("") } else { pieces[pieces.count - 1].append(character) }
        }
        return pieces
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
        return String(text.dropFirst().dropLast()).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
    }

    /// The types that curl gives to files by their names.
    private static func type(of path: String) -> String {
        switch path.split(separator: ".").last?.lowercased() {
        case "gif": "image/gif"
        case "jpg", "jpeg": "image/jpeg"
        case "png": "image/png"
        case "svg": "image/svg+xml"
        case "txt": "text/plain"
        case "htm", "html": "text/html"
        case "pdf": "application/pdf"
        case "xml": "application/xml"
        default: "application/octet-stream"
        }
    }

    // MARK: - The body

    /// A boundary that the same parts always have: FNV-1a of what they say.
    static func boundary(of parts: [CurlFormPart]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for piece in body(parts, "") {
            let text =
                switch piece {
                case .text(let text), .file(let text, _): text
                }
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "-", count: 24) + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// RFC 7578 §4; a name is written as browsers write it (HTML, multipart/form-data encoding algorithm).
    static func body(_ parts: [CurlFormPart], _ boundary: String) -> [CurlCommand.Piece] {
        var pieces: [CurlCommand.Piece] = []
        for part in parts {
            var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name.inDisposition)\""
            if let name = part.fileName { head += "; filename=\"\(name.inDisposition)\"" }
            if let type = part.type { head += "\r\nContent-Type: \(type)" }
            pieces += [.text(head + "\r\n\r\n"), part.contents, .text("\r\n")]
        }
        return pieces + [.text("--\(boundary)--\r\n")]
    }
}

extension StringProtocol {
    /// Without line breaks, which would begin another field.
    fileprivate var oneLine: String { String(filter { !$0.isNewline }) }

    /// As browsers write a name or file name between the quotation marks of a part.
    var inDisposition: String {
        String(self).replacing("\r\n", with: "%0D%0A").replacing("\n", with: "%0A").replacing("\r", with: "%0D")
            .replacing("\"", with: "%22")
    }
}

extension CurlOption {
    /// Whether a value is a text, whatever it begins with.
    var isFormText: Bool { if case .formText = self { true } else { false } }
}
