/// The variables of a file `.env`: `NAME=value`, `export NAME="value"`, `# comment`.
package enum DotEnv {
    package static let fileName = ".env"
    /// The largest such file that is read, in bytes.
    package static let sizeLimit = 1 << 20

    package static func variables(_ bytes: [UInt8]) -> [String: String] {
        var variables: [String: String] = [:]
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            var text = line.trimmed
            if text.begins(with: "export ") { text = text.dropFirst(7).trimmed }
            guard text.first != UInt8(ascii: "#"), let equals = text.firstIndex(of: UInt8(ascii: "=")) else { continue }
            variables[text[..<equals].trimmed.text] = value(text[(equals + 1)...].trimmed)
        }
        return variables
    }

    /// Without its quotation marks; without them, up to a comment.
    private static func value(_ text: ArraySlice<UInt8>) -> String {
        if let quote = text.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = text.dropFirst().firstIndex(of: quote)
        {
            let inner = text[(text.startIndex + 1)..<end].text
            return quote == UInt8(ascii: "'") ? inner : inner.replacing("\\n", with: "\n")
        }
        return (text.firstPlace(of: " #").map { text[..<$0] } ?? text).trimmed.text
    }
}
