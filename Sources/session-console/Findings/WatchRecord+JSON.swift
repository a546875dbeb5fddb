import ClientObservation
import ClientWatch
import FoundationEssentials
import Interception
import JOSE
import Recordings
import SessionCore

extension WatchRecord {
    /// What was seen, with the findings in the order in which they were found.
    func json(expecting expectations: [CountExpectation]) -> JSONValue {
        [
            "messages": .number(JSONNumber(observer.messageCount)), "sessions": observer.sessions.recorded,
            "findings": .array(observer.findings.map { observer.json(of: $0) }),
            "undecided": .array(
                observer.undecided.map { ["rule": .string($0.rule.name), "reason": .string($0.doubt.words)] }),
            "expectations": .array(
                expectations.map { expectation in
                    let result = observer.result(of: expectation)
                    return [
                        "text": .string(expectation.text), "seen": .number(JSONNumber(result.seen)),
                        "met": .bool(result.isMet),
                    ]
                }),
            "notices": .array(notices.map(\.json)),
        ]
    }
}

extension WatchRecord.Notice {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["notice": .string(notice.cause.name), "text": .string(NoticeText.words(notice))]
        object["program"] = notice.caller.map { .string($0.words) }
        object["host"] = notice.host.map { .string($0) }
        object["runtime"] = notice.runtime.map { .string($0.name) }
        object["count"] = .number(JSONNumber(count))
        (object["first"], object["last"]) = (first.recorded, last.recorded)
        return .object(object)
    }
}

extension Observer {
    /// As a recording has it, with the rule's words and the messages that show it.
    fileprivate func json(of finding: ClientFinding) -> JSONValue {
        var object = finding.record
        object["summary"] = .string(finding.summary)
        if let rule = finding.details {
            object["advice"] = .string(rule.advice)
            object["sections"] = .array(rule.sections.map { .string($0.description) })
        }
        object["messages"] = .array(finding.messages.compactMap { message($0)?.json })
        return .object(object)
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
