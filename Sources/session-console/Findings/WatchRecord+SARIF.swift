import Addresses
import ClientObservation
import ClientWatch
import ConsoleApp
import JOSE
import SessionCore

// The Static Analysis Results Interchange Format, version 2.1.0.

extension WatchRecord {
    /// A run, whose place is the file that was watched.
    func sarif(of source: WatchSource, expecting expectations: [CountExpectation]) -> JSONValue {
        let rules = FindingRule.all.map(\.sarif)
        let expectation: JSONValue = [
            "id": "expectation", "shortDescription": ["text": "what --expect says of the client is not so"],
        ]
        let results = observer.findings.map { finding in
            let evidence = finding.first.messages.compactMap { observer.message($0)?.line }
            return Self.result(
                finding.rule, finding.weight, ([finding.statement] + evidence).joined(separator: "; "),
                count: finding.count, at: source, about: [finding.client, finding.session.map { "session \($0)" }])
        }
        let failed = expectations.compactMap { expectation in
            observer.failure(of: expectation).map {
                Self.result("expectation", .error, $0, count: 1, at: source, about: [expectation.text])
            }
        }
        return SARIFLog.json(
            rules: rules + [expectation], results: results + failed, notifications: notifications)
    }

    /// The notices, and the rules that could not be decided: code hosts show results alone as what is wrong.
    private var notifications: [JSONValue] {
        let noticed = notices.map { notice -> JSONValue in
            [
                "descriptor": ["id": .string(notice.notice.cause.name.rawValue)], "level": "warning",
                "message": ["text": .string(notice.notice.words)],
            ]
        }
        let undecided = observer.undecided.map { rule, doubt -> JSONValue in
            [
                "associatedRule": ["id": .string(rule.name)], "level": "note",
                "message": ["text": .string("undecided: \(doubt.words)")],
            ]
        }
        let injected = faultResults.map { result -> JSONValue in
            [
                "descriptor": ["id": .string("fault \(result.name)")], "level": "note",
                "message": ["text": .string("\(result.label): \(result.words)")],
            ]
        }
        return noticed + undecided + injected
    }

    /// `about` tells a result from another one of its rule, also when it is found again.
    private static func result(
        _ rule: String, _ weight: FindingRule.Weight, _ text: String, count: Int, at source: WatchSource,
        about: [String?]
    ) -> JSONValue {
        let place = SARIFLog.place(of: source.place)
        let identity = ([rule] + about.compactMap(\.self)).joined(separator: "/")
        var result = SARIFLog.result(rule, level: weight.rawValue, text, at: place, identity: identity)
        result["occurrenceCount"] = .number(JSONNumber(count))
        return .object(result)
    }
}

extension FindingRule {
    fileprivate var sarif: JSONValue {
        SARIFLog.rule(name, summary, help: guidance, level: weight.rawValue, link: sections.first?.url)
    }
}
