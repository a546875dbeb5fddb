import Doctor
import Recordings

/// How the findings about a provider are printed, and what of them makes the command fail.
struct DiagnosisTerms {
    var format: DiagnosisFormat
    var threshold: FindingThreshold
    /// By which the provider is judged beyond the standards.
    var demands: Demands?
    /// What is no news; `nil` where everything is.
    var baseline: Baseline?

    func isNews(_ finding: Finding) -> Bool { baseline?.knows(finding) != true }

    /// Whether the command fails for it.
    func fails(for finding: Finding) -> Bool { threshold.includes(finding.verdict) && isNews(finding) }

    func status(of diagnosis: Diagnosis) -> ExitStatus {
        if diagnosis.isUnreachable { return .networkOrServer }
        return diagnosis.findings.contains(where: fails) ? .faultsFound : .done
    }

    /// How many findings of each kind there are; with a baseline only what is news, and how much is not.
    func summary(of diagnosis: Diagnosis) -> String {
        guard let baseline else { return diagnosis.summary }
        let against = diagnosis.findings.filter(\.isAgainstProvider)
        let news = against.filter(isNews)
        let (faults, notes) = (news.count { $0.verdict == .fault }, news.count { $0.verdict == .note })
        let settled = diagnosis.findings.filter { $0.verdict == .sound || $0.verdict == .absent }
        let gone = baseline.checks.intersection(settled.map(\.check)).count
        return [
            faults == 1 ? "1 new fault" : "\(faults) new faults", notes == 1 ? "1 new note" : "\(notes) new notes",
            "\(against.count - news.count) as before", gone > 0 ? "\(gone) gone" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }
}

/// What an earlier examination had against a provider.
struct Baseline: Sendable {
    private let weights: [String: Int]

    init(_ report: DiagnosisReport) {
        weights = report.findings.reduce(into: [:]) { weights, finding in
            if finding.verdict.weight > 0 { weights[finding.check] = finding.verdict.weight }
        }
    }

    /// The checks that had something to say.
    var checks: Set<String> { Set(weights.keys) }

    /// Whether a check had as much to say before: where a note became a fault, that is news.
    func knows(_ finding: Finding) -> Bool {
        let weight = finding.verdict.weight
        return weight > 0 && weight <= weights[finding.check, default: 0]
    }
}

extension FindingThreshold {
    func includes(_ verdict: CheckVerdict) -> Bool {
        switch self {
        case .error: verdict == .fault
        case .warning: verdict == .fault || verdict == .note
        case .never: false
        }
    }
}

extension CheckVerdict {
    fileprivate var weight: Int { self == .fault ? 2 : self == .note ? 1 : 0 }
}

extension Finding {
    var isAgainstProvider: Bool { verdict == .fault || verdict == .note }
}
