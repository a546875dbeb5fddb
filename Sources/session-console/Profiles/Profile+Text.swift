import JOSE

extension Profile {
    /// The profile as text for its file, a member on each line.
    var text: String {
        let lines = json.object?.members.map { "  \(JSONValue.string($0.name).serialized()): \($0.value.serialized())" }
        return "{\n" + (lines ?? []).joined(separator: ",\n") + "\n}"
    }

    /// The profile as one JSON object: the options in their usual order.
    var json: JSONValue {
        var object = JSONObject()
        for option in Option.inProfiles {
            guard let texts = values[option] else { continue }
            object[option.profileKey] =
                if option.argument == nil {
                    .bool(true)
                } else if option.isPair {
                    .object(JSONObject(Self.pairs(texts).map { ($0.name, .string($0.value)) }))
                } else if option.isRepeatable {
                    .array(texts.map { .string($0) })
                } else {
                    .string(texts.last ?? "")
                }
        }
        return .object(object)
    }

    /// The names and values of texts such as `NAME=VALUE`; of several with the same name the last counts.
    static func pairs(_ texts: [String]) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for text in texts {
            guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { continue }
            let name = String(text[..<sign])
            pairs.removeAll { $0.name == name }
            pairs.append((name, String(text[text.index(after: sign)...])))
        }
        return pairs
    }
}
