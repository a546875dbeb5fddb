import Addresses
import ClientObservation
import JOSE
import SessionCore

extension Observer {
    /// A run of SARIF 2.1.0, whose place is the file that was watched.
    func sarif(of file: String, expecting expectations: [CountExpectation]) -> JSONValue {
        let rules = FindingRule.all.map { rule -> JSONValue in
            [
                "id": .string(rule.name), "shortDescription": ["text": .string(rule.summary)],
                "help": ["text": .string(rule.guidance)],
                "defaultConfiguration": ["level": .string(rule.weight.rawValue)],
            ]
        }
        let place = PercentEncoding.url(file.utf8).replacing("?", with: "%3F").replacing("#", with: "%23")
        func result(_ rule: String, _ level: String, _ text: String, count: Int) -> JSONValue {
            [
                "ruleId": .string(rule), "level": .string(level), "message": ["text": .string(text)],
                "locations": [["physicalLocation": ["artifactLocation": ["uri": .string(place)]]]],
                "occurrenceCount": .number(JSONNumber(count)),
            ]
        }
        let results = findings.map { finding in
            let evidence = finding.first.messages.compactMap { message($0)?.line }
            return result(
                finding.rule, finding.weight.rawValue,
                ([finding.summary] + evidence).joined(separator: "; "), count: finding.count)
        }
        let failed = failures(of: expectations).map { result("expectation", "error", $0, count: 1) }
        let expectation: JSONValue = [
            "id": "expectation", "shortDescription": ["text": "what --expect says of the client is not so"],
        ]
        let driver: JSONValue = [
            "name": "session-console", "version": .string(Version.current), "rules": .array(rules + [expectation]),
        ]
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [["tool": ["driver": driver], "results": .array(results + failed)]],
        ]
    }
}
