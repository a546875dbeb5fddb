import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

extension TokenInspection {
    /// The lines of the report.
    var lines: [String] {
        var lines = ["header"] + Self.table(contents.header, glossary: MemberGlossary.header, now: now)
        lines += ["claims"] + Self.table(contents.claims, glossary: MemberGlossary.claims, now: now)
        if let selective {
            lines.append("disclosures")
            lines.append("  " + Self.safe(selective.words))
            lines += Self.table(selective.members, glossary: MemberGlossary.claims, now: now)
        }
        if !problems.isEmpty {
            lines.append("problems")
            lines += problems.map { "  \($0.weight.rawValue): " + Self.safe("\($0.text) (\($0.reference))") }
        }
        lines.append("trust")
        lines.append("  " + Self.safe(trust.line))
        return lines
    }

    static func table(
        _ object: JSONObject, glossary: [String: MemberGlossary.Entry], now: Date
    ) -> [String] {
        let nested = MemberGlossary.nestedTimes(in: object).map { time in
            (
                safe(time.path), safe(text(time.value, nil)),
                remark(on: RelativeTime.date(time.value), time.phrases, now: now)
            )
        }
        let rows =
            object.members.map { member in
                (
                    safe(member.name), safe(text(member.value, glossary[member.name])),
                    remark(on: member, glossary[member.name], now: now)
                )
            } + nested
        let nameWidth = min(24, rows.map { TextWidth.columns(of: $0.0) }.max() ?? 0)
        let valueWidth = min(36, rows.map { TextWidth.columns(of: $0.1) }.max() ?? 0)
        return rows.map { name, value, remark in
            let row = "  " + padded(name, to: nameWidth) + "  "
            return remark.isEmpty ? row + value : row + padded(value, to: valueWidth) + "  " + remark
        }
    }

    private static func remark(
        on member: JSONObject.Member, _ entry: MemberGlossary.Entry?, now: Date
    ) -> String {
        guard let entry else { return "" }
        guard let phrases = entry.time, let date = RelativeTime.date(member.value) else { return entry.meaning }
        return remark(on: date, phrases, now: now)
    }

    private static func remark(on date: Date?, _ phrases: MemberGlossary.TimePhrases, now: Date) -> String {
        guard let date else { return "" }
        let time = RelativeTime(date: date, now: now)
        return "\(time.utc), \(time.text(phrases))"
    }

    /// A string without quotes, anything else as JSON.
    ///
    /// A string in place of a time has quotes, because it looks like one.
    private static func text(_ value: JSONValue, _ entry: MemberGlossary.Entry?) -> String {
        guard let string = value.string, !string.isEmpty, entry?.time == nil else { return value.serialized() }
        return string
    }

    private static func safe(_ text: String) -> String { SafeText.plain(text, glyphs: .unicode) }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - TextWidth.columns(of: text)))
    }
}
