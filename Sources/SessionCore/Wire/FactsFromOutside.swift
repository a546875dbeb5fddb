import JOSE

extension Channel {
    /// What a provider says of a user or of a token, as a session may keep and show it.
    ///
    /// Some endpoints echo the session's own secrets, which are masked; nothing else is changed. Every fact from an
    /// answer that outlives it passes here.
    func facts(_ answer: JSONObject) -> JSONObject { secrets.scrubber.facts(answer) }

    /// A list of names, such as a scope, without these secrets.
    func facts(_ names: [String]) -> [String] { names.map(secrets.scrubber.fact) }
}

extension Scrubber {
    fileprivate func facts(_ object: JSONObject) -> JSONObject {
        JSONObject(object.members.map { (fact($0.name), fact($0.value)) })
    }

    fileprivate func fact(_ json: JSONValue) -> JSONValue {
        switch json {
        case .string(let text): .string(fact(text))
        case .array(let items): .array(items.map(fact))
        case .object(let object): .object(facts(object))
        case .null, .bool, .number: json
        }
    }

    fileprivate func fact(_ text: String) -> String {
        maskingKnownSecrets(in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }
}
