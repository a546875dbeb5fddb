import Addresses
import Doctor
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

extension Diagnosis {
    /// A run with a result for each fault and note, at the address that shows it.
    func sarif(by terms: DiagnosisTerms) -> JSONValue {
        let rules =
            (Check.all + Check.demanded(by: terms.demands)).map {
                SARIFLog.rule($0.name, $0.fact, $0.meaning, $0.remedy, $0.rule)
            }
            + TokenCheck.all.map { SARIFLog.rule($0.name, $0.fact, $0.meaning, $0.remedy, $0.rule) }
            + (Experiment.all + Experiment.misuse).map {
                SARIFLog.rule($0.name, $0.fact, $0.meaning, $0.remedy, $0.rule)
            }
        let results = findings.filter(\.isAgainstProvider).map { finding -> JSONValue in
            let place = finding.attempts.last.flatMap { URL(given: $0.url) } ?? URL(given: subject)
            var result = SARIFLog.result(
                finding.check, level: finding.verdict == .fault ? "error" : "warning", finding.sentences,
                at: place?.absoluteString ?? "", identity: "\(finding.check)/\(subject)")
            if terms.baseline != nil { result["baselineState"] = terms.isNews(finding) ? "new" : "unchanged" }
            if let party = finding.party { result["properties"] = ["side": .string(party.rawValue)] }
            return .object(result)
        }
        // Code hosts show results alone as what is wrong.
        let unknown = findings.filter { $0.verdict == .unknown }.map { finding -> JSONValue in
            [
                "associatedRule": ["id": .string(finding.check)], "level": "note",
                "message": ["text": .string("\(finding.fact): \(finding.seen)")],
            ]
        }
        return SARIFLog.json(rules: rules, results: results, notifications: unknown, isComplete: !isUnreachable)
    }
}

extension Finding {
    /// What was looked at, and ``explanation``.
    var sentences: String { "\(fact): \(explanation)" }

    /// What was seen by which rule, what it means for a client, whose it is, and how it is mended.
    var explanation: String {
        let side = party.map { " (\($0.words))" } ?? ""
        return "\(seen) (\(rule)). \(meaning)\(side) To mend it: \(remedy)"
    }
}

extension SARIFLog {
    fileprivate static func rule(
        _ name: String, _ fact: String, _ meaning: String, _ remedy: String, _ rule: Citation
    ) -> JSONValue {
        self.rule(name, fact, help: "\(meaning) (\(rule)) To mend it: \(remedy)", level: "error", link: rule.url)
    }
}
