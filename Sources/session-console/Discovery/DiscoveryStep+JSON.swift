import JOSE
import SessionCore

extension DiscoveryStep {
    /// The step with its messages: `section` is what it goes by.
    var json: JSONObject {
        [
            "step": .string(kind.rawValue), "outcome": .string(outcome.rawValue), "found": .string("\(finding)"),
            "section": .string("\(rule)"), "messages": .array(attempts.map(\.json)),
        ]
    }
}
