import Doctor
import JOSE
import SessionCore
import TerminalUI

/// Findings as lines for a terminal of 80 columns.
enum DiagnosisText {
    private static let factWidth = 41

    /// The mark, the fact and what was seen; of what is not sound also the check, its rule and what it means.
    ///
    /// Of what is no news the first line alone.
    static func lines(_ finding: Finding, isNews: Bool = true) -> [String] {
        let column = factWidth + 2
        let text = plain(finding.seen) + (isNews ? "" : ", as before")
        // A long word, such as a URL, has lines of its own.
        let fits = text.split(separator: " ").allSatisfy { $0.count <= Columns.width - column }
        let indentation = fits ? column : 4
        let seen = Columns.lines(text, indentation: indentation)
        let start = "\(finding.verdict.mark) \(padded(finding.fact))\(fits ? seen.first ?? "" : "")"
        let margin = String(repeating: " ", count: indentation)
        let first = String(start.reversed().drop { $0 == " " }.reversed())
        let lines = [first] + seen.dropFirst(fits ? 1 : 0).map { margin + $0 }
        guard finding.isAgainstProvider, isNews else { return lines }
        let side = finding.party.map { "; \($0.words)" } ?? ""
        let meaning = "\(finding.meaning) (\(finding.check), \(finding.rule)\(side))"
        return lines
            + [meaning, "To mend it: \(finding.remedy)"].flatMap { words in
                Columns.lines(words, indentation: 4).map { "    \($0)" }
            }
    }

    static func closing(_ diagnosis: Diagnosis, by terms: DiagnosisTerms) -> [String] {
        let issuer = diagnosis.issuer.map { $0 == diagnosis.subject ? "" : ", issuer \(plain($0))" } ?? ""
        let lines = diagnosis.profileLines.map { "  \(plain($0))" }
        return (lines.isEmpty ? [] : ["", "Lines for the profile of a client:"] + lines)
            + ["", "\(plain(diagnosis.subject))\(issuer)", terms.summary(of: diagnosis)]
    }

    private static func padded(_ fact: String) -> String {
        fact + String(repeating: " ", count: max(1, factWidth - fact.count))
    }

    private static func plain(_ text: String) -> String { SafeText.plain(text, glyphs: .unicode) }
}

extension Diagnosis {
    /// The lines for the profile as they stand in its file.
    var profileLines: [String] {
        profile.members.map { "\(JSONValue.string($0.name).serialized()): \($0.value.serialized())," }
    }
}

extension CheckVerdict {
    var mark: String {
        switch self {
        case .sound: "✓"
        case .note: "!"
        case .fault: "✗"
        case .unknown: "?"
        case .absent: "–"
        }
    }
}
