import JOSE

/// Masks the secrets in a JSON body, by the names of its members and by what a ``Scrubber`` finds in their texts.
struct MaskedJSON {
    private enum Rule {
        /// Members known to be public are shown.
        case allowList
        /// Members with a secret's name are masked.
        case names
        /// Documents that everybody may read, full of names that sound like those of secrets.
        case published
    }

    private let rule: Rule
    private let scrubber: Scrubber

    init(_ purpose: SessionError.Purpose, _ scrubber: Scrubber) {
        self.scrubber = scrubber
        rule =
            switch purpose {
            case .token: .allowList
            case .discovery, .keys, .resourceMetadata: .published
            default: .names
            }
    }

    func mask(_ json: JSONValue) -> JSONValue {
        guard rule == .allowList else { return shown(json) }
        guard case .object(let object) = json else { return hidden(json) }
        return .object(
            JSONObject(
                object.members.map { member in
                    let isPublic = PublicMembers.ofTokenAnswers.contains(member.name)
                    return (
                        Shown.cut(member.name), isPublic ? shown(member.value) : hidden(member.value, of: member.name)
                    )
                }))
    }

    private func shown(_ json: JSONValue) -> JSONValue {
        switch json {
        case .string(let text): .string(rule == .published ? scrubber.knownSecrets(in: text) : scrubber.text(text))
        case .array(let items): .array(items.map(shown))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { member in
                        let isSecret = rule == .published ? isPrivateKeyPart(member) : SecretNames.contains(member.name)
                        return (
                            scrubber.text(member.name),
                            isSecret ? hidden(member.value, of: member.name) : shown(member.value)
                        )
                    }))
        case .null, .bool, .number: json
        }
    }

    /// RFC 7518 §6: published by mistake, but still not to be spread.
    private func isPrivateKeyPart(_ member: JSONObject.Member) -> Bool {
        ["d", "p", "q", "dp", "dq", "qi", "k"].contains(member.name)
    }

    /// The structure with every value masked.
    private func hidden(_ json: JSONValue, of name: String = "") -> JSONValue {
        switch json {
        case .string(let text): .string(SecretNames.mask(text, of: name))
        case .number: .string(SecretNames.dots)
        case .array(let items): .array(items.map { hidden($0, of: name) })
        case .object(let object):
            .object(JSONObject(object.members.map { (scrubber.text($0.name), hidden($0.value, of: $0.name)) }))
        case .null, .bool: json
        }
    }
}
