import ConsoleKit
import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

/// A line of what is written in a token, or said about it.
struct ClaimLine: Sendable, Hashable {
    enum Value: Sendable, Hashable {
        case text(String)
        case time(Date, MemberGlossary.TimePhrases)
    }

    enum Kind: Sendable, Hashable {
        case heading
        /// What the console says of the token.
        case fact(Tone)
        /// A member as it is written, inside as many others.
        case member(depth: Int)
    }

    let kind: Kind
    let name: String
    let value: Value
    /// What the member means.
    var meaning = ""

    /// The value alone, for copying; a time as its number of seconds.
    var plainValue: String {
        switch value {
        case .text(let text): text
        case .time(let date, _): String(Int(date.timeIntervalSince1970.rounded(.down)))
        }
    }

    /// The value as it is shown, and what is said beside it.
    func texts(of token: InspectedToken?, in scene: Scene) -> (value: String, remark: String) {
        switch value {
        case .text(let text): return (text, meaning)
        case .time(let date, let phrases):
            let local = token?.localTime(date, by: scene.status) ?? scene.status.localTime(date)
            let words = RelativeTime(date: local, now: scene.now).text(phrases)
            return scene.time.format == .relative ? (words, "") : (scene.time.date(date), words)
        }
    }
}

extension ClaimLine {
    /// Of a longer value no more is drawn, until what is searched for stands behind it; the pager has it whole.
    static let valueLimit = 2_000
    /// More members are counted, not shown.
    static let memberLimit = 400
    private static let deepest = 5

    /// The members of an object, with those of nested ones below them.
    static func members(
        of object: JSONObject, _ glossary: [String: MemberGlossary.Entry], limit memberLimit: Int
    ) -> [ClaimLine] {
        var lines: [ClaimLine] = []
        add(object, glossary, depth: 0, to: &lines)
        guard lines.count > memberLimit else { return lines }
        let rest = ClaimLine(
            kind: .fact(.muted), name: "", value: .text("\(lines.count - memberLimit) more members are not shown"))
        return lines.prefix(memberLimit) + [rest]
    }

    private static func add(
        _ object: JSONObject, _ glossary: [String: MemberGlossary.Entry], depth: Int, to lines: inout [ClaimLine]
    ) {
        for member in object.members { add(member.name, member.value, glossary[member.name], depth, to: &lines) }
    }

    private static func add(
        _ name: String, _ value: JSONValue, _ entry: MemberGlossary.Entry?, _ depth: Int, to lines: inout [ClaimLine]
    ) {
        func line(_ value: Value) -> ClaimLine {
            ClaimLine(kind: .member(depth: depth), name: name, value: value, meaning: entry?.meaning ?? "")
        }
        if let phrases = entry?.time, let date = RelativeTime.date(value) {
            return lines.append(line(.time(date, phrases)))
        }
        if depth < deepest, let object = value.object, !object.isEmpty {
            lines.append(line(.text("")))
            return add(object, MemberGlossary.nested(in: object), depth: depth + 1, to: &lines)
        }
        if depth < deepest, let elements = value.array, elements.contains(where: { $0.object != nil }) {
            lines.append(line(.text("")))
            for (index, element) in elements.enumerated() {
                add("\(index)", element, nil, depth + 1, to: &lines)
            }
            return
        }
        // A time in a text is not one, and looks like it.
        let isQuoted = value.string.map { entry?.time != nil || ["true", "false", "null"].contains($0) } ?? false
        lines.append(line(.text(isQuoted ? value.serialized() : wholeText(of: value))))
    }

    /// A string without quotes, strings with commas between them, anything else as JSON.
    static func wholeText(of value: JSONValue) -> String {
        if let string = value.string {
            return string.isEmpty || string.contains(where: \.isNewline) ? value.serialized() : string
        } else if let strings = value.strings, !strings.contains(where: { $0.contains { $0 == "," || $0.isNewline } }) {
            return strings.isEmpty ? "[]" : strings.joined(separator: ", ")
        }
        return value.serialized()
    }

    /// A value on one line, cut where it is long.
    static func text(of value: JSONValue) -> String {
        let text = wholeText(of: value)
        guard text.utf8.count > valueLimit else { return text }
        return String(text.prefix(valueLimit)) + "… (\(text.utf8.count) bytes)"
    }
}
