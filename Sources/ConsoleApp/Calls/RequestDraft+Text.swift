import ConsoleKit
import RequestFiles
import SessionCore

extension RequestDraft {
    /// The draft as a text to edit, in the shape of an `.http` file.
    var editableText: String {
        let lines = [Self.format, "\(method) \(target)"] + headers.map { "\($0.name): \($0.value)" } + ["", body]
        return lines.joined(separator: "\n") + (body.isEmpty ? "" : "\n")
    }

    /// What a reader of the text needs to know.
    private static let format = """
        # The first line is the method and a path or URL. Headers follow, one per line, as Name: value.
        # Everything after an empty line is the body. Comment lines at the top, like these, are ignored.
        """

    /// Reads such a text; if it can't be read, returns the reason and changes nothing.
    mutating func read(_ text: String) -> String? {
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }[...]
        while let line = lines.first.map({ String($0).trimmed }), line.isEmpty || line.hasPrefix("#") {
            lines.removeFirst()
        }
        guard let start = lines.popFirst() else { return "the text contains no request; nothing changed" }
        let words = start.split(separator: " ", omittingEmptySubsequences: true)
        if words.count == 1, Self.methods.contains(words[0].uppercased()) {
            return "a path is missing after \(words[0].uppercased())"
        }
        var draft = self
        draft.headers = []
        if let flaw = draft.set(.method, to: words.count > 1 ? String(words[0]) : "GET") { return flaw }
        if let flaw = draft.set(.target, to: String(words.count > 1 ? words[1] : words.first ?? "")) { return flaw }
        while let line = lines.popFirst(), !String(line).trimmed.isEmpty {
            if let flaw = draft.set(.newHeader, to: String(line)) { return "\(flaw): \(line)" }
        }
        draft.body = lines.joined(separator: "\n").trimmed
        self = draft
        return nil
    }

    /// A command that does the same; the token is asked for by `tokenCommand` when it runs, never written down.
    ///
    /// Without such a command the header is left out.
    func curlCommand(url: String, tokenCommand: String?, options: [String] = []) -> String {
        var words = ["curl"] + options.map(\.shellWord)
        if method != "GET" || !body.isEmpty { words += ["-X", method.shellWord] }
        if let tokenCommand, sentAuthorization != .none {
            words += ["-H", "\"Authorization: Bearer $(\(tokenCommand))\""]
        }
        for header in headers { words += ["-H", "\(header.name): \(header.value)".shellWord] }
        if !body.isEmpty { words += ["--data-raw", body.shellWord] }
        return (words + [url.shellWord]).joined(separator: " ")
    }
}
