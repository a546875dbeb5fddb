import JOSE

extension Profile {
    /// The profile as its file holds it, a member on each line.
    var text: String {
        let lines = json.object?.members.map { "  \(JSONValue.string($0.name).serialized()): \($0.value.serialized())" }
        return "{\n" + (lines ?? []).joined(separator: ",\n") + "\n}"
    }

    /// The profile as one JSON object: the options in their usual order, then the objects.
    var json: JSONValue {
        var object = JSONObject()
        for option in OptionName.provider {
            guard let texts = values[option] else { continue }
            object[option.profileKey] =
                if option.description.argument == nil {
                    .bool(true)
                } else if option.description.isRepeatable {
                    .array(texts.map { .string($0) })
                } else {
                    .string(texts.last ?? "")
                }
        }
        for (key, members) in [
            (Self.endpointsKey, endpoints), (Self.authorizationParametersKey, authorizationParameters),
        ] where !members.isEmpty {
            object[key] = .object(
                JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        }
        return .object(object)
    }
}
