import Addresses
import ClientObservation
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

extension Observer {
    /// What was seen, with the findings in the order in which they were found.
    func json(expecting expectations: [CountExpectation]) -> JSONValue {
        [
            "messages": .number(JSONNumber(messageCount)), "sessions": sessions.recorded,
            "findings": .array(findings.map { json(of: $0) }),
            "undecided": .array(undecided.keys.sorted().map { .string($0) }),
            "expectations": .array(
                expectations.map { expectation in
                    let result = result(of: expectation)
                    return [
                        "text": .string(expectation.text), "seen": .number(JSONNumber(result.seen)),
                        "met": .bool(result.isMet),
                    ]
                }),
        ]
    }

    /// As a recording has it, with the rule's words and the messages that show it.
    private func json(of finding: ClientFinding) -> JSONValue {
        var object = finding.record
        object["summary"] = .string(finding.summary)
        if let rule = finding.details {
            object["advice"] = .string(rule.advice)
            object["sections"] = .array(rule.sections.map { .string($0.description) })
        }
        object["messages"] = .array(finding.messages.compactMap { message($0)?.json })
        return .object(object)
    }

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

extension Sighting {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "id": .number(JSONNumber(id)), "time": .string(begin.inMilliseconds), "method": .string(method),
            "url": .string("\(origin)\(path)"),
        ]
        object["token"] = presented.map { .string($0.fingerprint.description) }
        object["status"] = answer.map { .number(JSONNumber($0.status)) }
        object["error"] = answer?.refusal.map { .string($0.rawValue) }
        return .object(object)
    }
}
