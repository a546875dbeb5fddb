import JOSE

/// A multipart body as a document describes it: its lines in a request file, and the files that they ask for.
struct OpenAPIParts {
    /// No text of a part holds it.
    static let boundary = "------------------session-console"
    private static let lengthLimit = 16 << 10

    private(set) var lines: [String] = []
    private(set) var files: [OpenAPIDocument.Parameter] = []

    /// The body; empty if there are no parts, because a multipart body has at least one (RFC 2046 §5.1.1).
    var text: String { lines.isEmpty ? "" : (lines + ["--\(Self.boundary)--"]).joined(separator: "\n") }

    /// Adds a field, empty where its text would be read as more than a text.
    mutating func add(_ name: String, _ text: String, type: String?) {
        let isKept = !text.contains(Self.boundary) && text.utf8.count <= Self.lengthLimit
        begin(name, fileName: nil, type: type)
        lines += ["", isKept ? OutsideText.written(text, as: .body) : ""]
    }

    /// Adds a file whose path is asked for.
    mutating func addFile(_ name: String, isRequired: Bool, summary: String, type: String?) {
        let file = OpenAPIDocument.Parameter(name: name, place: .file, isRequired: isRequired, summary: summary)
        begin(name, fileName: "{{\(file.variable)}}", type: type ?? "application/octet-stream")
        lines += ["", "< {{\(file.variable)}}"]
        files.append(file)
    }

    /// RFC 7578 §4.2.
    private mutating func begin(_ name: String, fileName: String?, type: String?) {
        let file = fileName.map { "; filename=\"\($0)\"" } ?? ""
        lines += ["--\(Self.boundary)", "Content-Disposition: form-data; name=\"\(name.inDisposition)\"\(file)"]
        if let type { lines.append("Content-Type: \(OutsideText.written(type, as: .field))") }
    }

    /// Whether a field may have that name: it is written between quotation marks, and not read as a placeholder.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 200 && !name.contains("{{") && !name.utf8.contains(where: \.isControl)
    }
}
