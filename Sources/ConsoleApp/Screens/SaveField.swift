import TerminalUI

/// The field for the name of the file that a body is saved to.
struct SaveField: Sendable {
    private var field: TextField

    /// Begins with the last part of the URL's path.
    init(url: String) {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let isSafe =
            !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
        field = TextField(isSafe && !name.hasPrefix(".") ? name : "response")
    }

    /// `nil` while nothing is typed.
    var path: String? { field.text.trimmed.isEmpty ? nil : field.text.trimmed }
    var prompt: Prompt { Prompt(title: "Save the body as:", verb: "save", field: field) }

    mutating func type(_ key: Key) { _ = field.handle(key) }
}
