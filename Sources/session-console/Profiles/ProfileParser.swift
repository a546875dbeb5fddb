import FoundationEssentials
import JOSE

/// Parses the text of a profile: JSON5, so comments and trailing commas are allowed.
enum ProfileParser {
    /// Throws ``ProfileError/malformed(file:line:key:reason:)`` for the first fault.
    static func parse(_ data: Data, name: String, file: String) throws(ProfileError) -> Profile {
        let document: JSON5Document
        do {
            document = try JSON5Document(parsing: data)
        } catch {
            throw .malformed(file: file, line: error.line, key: dotted(error.path), reason: "\(error.reason)")
        }
        guard let object = document.value.object else {
            throw .malformed(file: file, line: 1, key: nil, reason: "must be a JSON object")
        }
        var profile = Profile(name: name)
        for member in object.members {
            do {
                try add(member, to: &profile)
            } catch {
                throw .malformed(
                    file: file, line: document.line(of: error.path), key: dotted(error.path), reason: error.reason)
            }
        }
        return profile
    }

    private struct Fault: Error {
        let path: [String]
        let reason: String
    }

    private static func dotted(_ path: [String]) -> String? { path.isEmpty ? nil : path.joined(separator: ".") }

    private static func add(_ member: JSONObject.Member, to profile: inout Profile) throws(Fault) {
        guard let option = Option.inProfiles.first(where: { $0.profileKey == member.name }) else {
            throw Fault(path: [member.name], reason: "unknown key")
        }
        profile.values[option] =
            option.isPair ? try pairs(of: member) : try values(of: member, for: option)
    }

    private static func pairs(of member: JSONObject.Member) throws(Fault) -> [String] {
        guard let object = member.value.object else {
            throw Fault(path: [member.name], reason: "must be an object of strings")
        }
        var pairs: [String] = []
        for inner in object.members {
            guard let text = text(inner.value) else {
                throw Fault(path: [member.name, inner.name], reason: "must be a string")
            }
            guard !inner.name.isEmpty, !inner.name.contains("=") else {
                throw Fault(path: [member.name, inner.name], reason: "must have a name without '='")
            }
            pairs.append("\(inner.name)=\(text)")
        }
        return pairs
    }

    /// The values as on the command line; `nil` for a switch that is off.
    private static func values(
        of member: JSONObject.Member, for option: Option
    ) throws(Fault) -> [String]? {
        if option.argument == nil {
            guard let isOn = member.value.bool else {
                throw Fault(path: [member.name], reason: "must be true or false")
            }
            return isOn ? [""] : nil
        }
        if let text = text(member.value) { return [text] }
        if let list = member.value.strings {
            if option.isRepeatable { return list }
            if option.argument?.kind == .words { return [list.joined(separator: " ")] }
        }
        let expected = option.isRepeatable ? "a string or a list of strings" : "a string"
        throw Fault(path: [member.name], reason: "must be \(expected)")
    }

    /// The text of a string or a number: `timeout: 30`.
    private static func text(_ value: JSONValue) -> String? { value.string ?? value.number?.literal }
}
