import ConsoleKit
import TerminalUI

/// The field for the name of a new file.
struct SaveField: Sendable {
    private let title: String
    private var field: TextField

    init(name: String, title: String) { (field, self.title) = (TextField(name), title) }

    /// For a body; begins with the last part of the URL's path.
    init(url: String) {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let isSafe =
            !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
        self.init(name: isSafe && !name.hasPrefix(".") ? name : "response", title: "Save the body as:")
    }

    /// `nil` while nothing is typed.
    var path: String? { field.text.trimmed.isEmpty ? nil : field.text.trimmed }
    var prompt: Prompt { Prompt(title: title, verb: "save", field: field) }

    fileprivate mutating func type(_ key: Key) { _ = field.handle(key) }
}

extension SaveField? {
    /// Handles a key, which may close the field; answers the name once it is entered.
    mutating func type(_ key: Key) -> String? {
        switch key {
        case .escape: self = nil
        case .enter:
            guard let path = self?.path else { break }
            self = nil
            return path
        default: self?.type(key)
        }
        return nil
    }
}
