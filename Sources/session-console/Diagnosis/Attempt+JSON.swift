import JOSE
import SessionCore

extension DiscoveryStep.Attempt {
    /// The message, with its status or why there was none.
    var json: JSONValue {
        var object: JSONObject = ["method": .string(method), "url": .string(url)]
        switch result {
        case .answered(let status): object["status"] = .number(JSONNumber(status))
        case .failed(let error): object["error"] = .string(error.description)
        }
        return .object(object)
    }
}
