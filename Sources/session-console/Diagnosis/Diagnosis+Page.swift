import Doctor
import FoundationEssentials
import SessionCore

extension Diagnosis {
    /// A page to hand to a colleague: a table of all findings, those against the provider first; with a baseline only
    /// those, as far as they are news.
    func page(by terms: DiagnosisTerms = DiagnosisTerms(format: .markdown, threshold: .error)) -> ReportPage {
        let all: [CheckVerdict] = [.fault, .note, .unknown, .sound, .absent]
        let order = terms.baseline == nil ? all : [.fault, .note]
        let sections = order.compactMap { verdict -> ReportPage.Section? in
            let found = findings.filter { $0.verdict == verdict && terms.isNews($0) }
            guard !found.isEmpty else { return nil }
            return ReportPage.Section(
                heading: verdict.heading,
                parts: [
                    .table(
                        columns: [
                            "fact", "seen", "rule", "whose it is", "what it means for a client", "how to mend it",
                        ],
                        rows: found.map { finding in
                            [
                                [.plain("\(finding.fact) "), .code(finding.check)], [.plain(finding.seen)],
                                [.plain(finding.rule.description)], [.plain(finding.party?.words ?? "")],
                                [.plain(finding.meaning)],
                                [.plain(finding.isAgainstProvider ? finding.remedy : "")],
                            ]
                        })
                ])
        }
        let lines = profileLines
        let profile = ReportPage.Section(
            heading: "Lines for the profile of a client", parts: [.lines(lines, language: "json")])
        var opening: [ReportPage.Words] = [.code(subject)]
        if let issuer, issuer != subject { opening += [.plain(", issuer "), .code(issuer)] }
        let news = terms.baseline == nil ? [] : [ReportPage.Part.paragraph([.plain(terms.summary(of: self))])]
        return ReportPage(
            title: "What a provider does, seen from outside", opening: [.paragraph(opening)] + news,
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
