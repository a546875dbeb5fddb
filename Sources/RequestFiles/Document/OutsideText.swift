import Addresses
import JOSE

/// Writes text that a document or a server chose into a request file.
///
/// Whatever it holds, it stays text at its place: it never becomes a variable, a directive, a file or another line.
enum OutsideText {
    enum Place {
        /// A title, or a comment.
        case comment
        /// A piece of a URL.
        case url
        /// The value of a header field.
        case field
        /// All of a body that is not JSON; empty where it would be read as something else.
        case body
    }

    /// The longest text of a line, in Unicode scalars.
    private static let lineLimit = 500

    static func written(_ text: String, as place: Place) -> String {
        switch place {
        case .comment:
            // A comment that begins with '@' is a directive.
            return String(line(text).drop { $0 == "@" || $0 == " " })
        case .url: return PercentEncoding.url(line(text).utf8)
        case .field:
            var line = line(text)
            while line.contains("{{") { line = line.replacing("{{", with: "{") }
            return line
        case .body: return RequestFile.isText(text) ? text : ""
        }
    }

    /// JSON in which two braces stand in texts only, and there as an escape.
    static func written(_ value: JSONValue) -> String { value.serialized().replacing("{{", with: "{\\u007b") }

    /// On one line, without control characters, and not endless.
    static func line(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(lineLimit) {
            let isBlank = scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
            line.append(isBlank ? " " : scalar)
        }
        return String(line)
    }
}

extension RequestFile {
    /// Whether a body is read from a file as it stands: without placeholders, files and other requests.
    static func isText(_ text: String) -> Bool {
        guard !text.contains("{{"), let file = try? RequestFile(Array("POST /\nContent-Type: x\n\n\(text)".utf8)),
            file.requests.count == 1, file.remarks.isEmpty
        else { return false }
        return file.requests[0].body.allSatisfy { if case .text = $0 { true } else { false } }
    }
}
