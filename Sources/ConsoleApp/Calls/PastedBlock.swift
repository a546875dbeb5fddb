import ConsoleKit
import SessionCore

/// Several lines that were pasted where one belongs, and what they could be meant as.
struct PastedBlock: Sendable, Hashable {
    let text: String

    /// `nil` where the text is one line, with or without its line break.
    init?(_ text: String) {
        guard text.trimmed.contains(where: \.isNewline) else { return nil }
        self.text = text
    }

    private var lines: [Substring] { text.trimmed.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }

    var firstLine: String { lines.first.map { String($0).trimmed } ?? "" }

    /// Its header fields, where every line is one.
    var headers: [HTTPHeaders.Field]? {
        let fields = lines.filter { !String($0).trimmed.isEmpty }.map { HTTPHeaders.Field(line: String($0).trimmed) }
        return fields.contains(nil) ? nil : fields.compactMap(\.self)
    }

    /// The request changed as the text says, if its first line is a method and a path or URL.
    func request(from draft: RequestDraft) -> RequestDraft? {
        var draft = draft
        let words = firstLine.split(separator: " ")
        guard words.count > 1, RequestDraft.methods.contains(words[0].uppercased()), draft.read(text) == nil else {
            return nil
        }
        return draft
    }
}
