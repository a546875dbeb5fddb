import JOSE
import SessionCore

extension DiscoveryStep {
    /// The step with its messages: `section` is what it goes by.
    var json: JSONObject {
        [
            "step": .string(kind.rawValue), "outcome": .string(outcome.rawValue), "found": .string("\(finding)"),
            "section": .string("\(rule)"), "messages": .array(attempts.map { .object($0.json) }),
        ]
    }
}

extension DiscoveryStep.Attempt {
    fileprivate var json: JSONObject {
        var json: JSONObject = ["method": .string(method), "url": .string(url)]
        switch result {
        case .answered(let status): json["status"] = .number(JSONNumber(status))
        case .failed(let error): json["error"] = .string("\(error)")
        }
        return json
    }
}
