import JOSE

/// A difference between two tokens, at one place of the header or the claims.
struct ClaimChange: Sendable, Hashable {
    enum Part: String, Sendable {
        case header, claims
    }

    enum Kind: Sendable, Hashable {
        case added(JSONValue)
        case dropped(JSONValue)
        case changed(from: JSONValue, to: JSONValue)
        /// A list, or the words of a scope, with elements that the other one lacks.
        case elements(added: [JSONValue], dropped: [JSONValue])
        /// A list with the same elements in a different order.
        case reordered
    }

    let part: Part
    /// The names that lead to the place, and indices in lists.
    let path: [String]
    let kind: Kind

    /// What must change to get from one token to the other, in the order of the newer one; what it lacks comes last.
    static func all(from old: JWTContents, to new: JWTContents) -> [ClaimChange] {
        var comparison = Comparison(part: .header)
        comparison.compare(old.header, new.header, at: [])
        var claims = Comparison(part: .claims)
        claims.compare(old.claims, new.claims, at: [])
        return claims.changes + comparison.changes
    }

    /// `realm_access.roles`; a name with a dot or a blank is in quotes.
    var name: String {
        path.map { part in
            part.contains { $0 == "." || $0.isWhitespace || $0 == "\"" } ? JSONValue.string(part).serialized() : part
        }
        .joined(separator: ".")
    }
}

private struct Comparison {
    let part: ClaimChange.Part
    var changes: [ClaimChange] = []

    private mutating func add(_ path: [String], _ kind: ClaimChange.Kind) {
        changes.append(ClaimChange(part: part, path: path, kind: kind))
    }

    mutating func compare(_ old: JSONObject, _ new: JSONObject, at path: [String]) {
        let (before, after) = (old.byName, new.byName)
        for member in new.members where after[Array(member.name.utf8)] == member.value {
            let place = path + [member.name]
            if let value = before[Array(member.name.utf8)] {
                compare(value, member.value, at: place)
            } else {
                add(place, .added(member.value))
            }
        }
        for member in old.members where after[Array(member.name.utf8)] == nil {
            add(path + [member.name], .dropped(member.value))
        }
    }

    private mutating func compare(_ old: JSONValue, _ new: JSONValue, at path: [String]) {
        guard old != new else { return }
        switch (old, new) {
        case (.object(let old), .object(let new)): compare(old, new, at: path)
        case (.array(let old), .array(let new)): compare(old, new, at: path)
        case (.string(let before), .string(let after)) where path == ["scope"]:
            compare(before.scopeValues, after.scopeValues, at: path)
        default: add(path, .changed(from: old, to: new))
        }
    }

    private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], at path: [String]) {
        let (added, dropped) = (new.subtracting(old), old.subtracting(new))
        if added.isEmpty, dropped.isEmpty { return add(path, .reordered) }
        // Lists of objects of one length differ in their elements, place by place.
        guard old.count == new.count, (old + new).allSatisfy({ $0.object != nil }) else {
            return add(path, .elements(added: added, dropped: dropped))
        }
        for (index, pair) in zip(old, new).enumerated() { compare(pair.0, pair.1, at: path + [String(index)]) }
    }
}

extension JSONObject {
    /// The values by the bytes of their names; of a repeated name, the last.
    fileprivate var byName: [[UInt8]: JSONValue] {
        Dictionary(members.map { (Array($0.name.utf8), $0.value) }, uniquingKeysWith: { $1 })
    }
}

extension String {
    fileprivate var scopeValues: [JSONValue] { split(separator: " ").map { .string(String($0)) } }
}

extension [JSONValue] {
    /// The elements that are left when each of the other ones has taken away one like it.
    fileprivate func subtracting(_ others: [JSONValue]) -> [JSONValue] {
        var counts: [JSONValue: Int] = [:]
        for other in others { counts[other, default: 0] += 1 }
        return filter { element in
            guard let count = counts[element], count > 0 else { return true }
            counts[element] = count - 1
            return false
        }
    }
}
