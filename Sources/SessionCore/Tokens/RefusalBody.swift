import JOSE
import SessionHTTP

/// What the body of a token endpoint's refusal is, by its bytes; a Content-Type decides nothing.
package enum RefusalBody: Sendable, Hashable {
    /// JSON or a form that names an OAuth error.
    case error(String)
    /// A JSON object that names none.
    case object
    /// A text, or nothing.
    case bare
    /// A page: something between client and provider may have sent it.
    case page

    /// Classifies a body in which the reader has found this error, or none.
    package init(_ body: some RandomAccessCollection<UInt8>, error: String?) {
        let text = body.drop { $0 <= UInt8(ascii: " ") || Self.byteOrderMarks.contains($0) }
        self =
            if let error {
                .error(error)
            } else if text.first == UInt8(ascii: "{"), Self.isObject(text) {
                .object
            } else {
                Self.isMarkup(text) ? .page : .bare
            }
    }

    /// Those of UTF-8 and UTF-16.
    private static let byteOrderMarks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
    /// How far into a text that begins otherwise a page is looked for.
    private static let reach = 4_096
    private static let openings = ["<!doctype", "<html", "<head", "<body"]

    private static func isObject(_ text: some RandomAccessCollection<UInt8>) -> Bool {
        text.count <= HTTPResponse.answerSizeLimit && (try? JSONValue(parsing: text))?.object != nil
    }

    private static func isMarkup(_ text: some RandomAccessCollection<UInt8>) -> Bool {
        // In UTF-16 every other byte of a page's own words is 0.
        let beginning = text.prefix(reach).filter { $0 != 0 }
        if beginning.first == UInt8(ascii: "<") { return true }
        let words = String(decoding: beginning, as: UTF8.self).lowercased()
        return openings.contains { words.contains($0) }
    }
}
