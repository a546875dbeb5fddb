import Doctor
import FoundationEssentials
import SessionCore

extension Diagnosis {
    /// A page to hand to a colleague: a table of all findings, those against the provider first.
    var page: ReportPage {
        let order: [CheckVerdict] = [.fault, .note, .unknown, .sound, .absent]
        let sections = order.compactMap { verdict -> ReportPage.Section? in
            let found = findings.filter { $0.verdict == verdict }
            guard !found.isEmpty else { return nil }
            return ReportPage.Section(
                heading: verdict.heading,
                parts: [
                    .table(
                        columns: ["fact", "seen", "rule", "what it means for your client"],
                        rows: found.map { finding in
                            [
                                [.plain("\(finding.fact) "), .code(finding.check)], [.plain(finding.seen)],
                                [.plain(finding.rule.description)], [.plain(finding.meaning)],
                            ]
                        })
                ])
        }
        let lines = profileLines
        let profile = ReportPage.Section(
            heading: "Lines for the profile of a client", parts: [.lines(lines, language: "json")])
        var opening: [ReportPage.Words] = [.code(subject)]
        if let issuer, issuer != subject { opening += [.plain(", issuer "), .code(issuer)] }
        return ReportPage(
            title: "What a provider does, seen from outside", opening: [.paragraph(opening)],
            sections: sections + (lines.isEmpty ? [] : [profile]))
    }
}

extension CheckVerdict {
    fileprivate var heading: String {
        switch self {
        case .sound: "Sound"
        case .note: "Notes"
        case .fault: "Faults"
        case .unknown: "Unknown"
        case .absent: "Not offered"
        }
    }
}
