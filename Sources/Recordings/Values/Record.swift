package import JOSE

/// The members of a recorded object, as its reader asks for them.
package struct Record: Sendable {
    package let object: JSONObject

    package init(_ object: JSONObject) { self.object = object }

    package init(_ value: JSONValue) throws(RecordFlaw) {
        guard let object = value.object else { throw RecordFlaw(reason: "is not an object") }
        self.object = object
    }

    /// The member of that name, which must be there.
    package func value<Value: Recordable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(RecordFlaw) -> Value {
        guard let value: Value = try optional(name) else { throw RecordFlaw(member: name, reason: "is missing") }
        return value
    }

    /// The member of that name; `nil` where it is missing or null.
    package func optional<Value: Recordable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(RecordFlaw) -> Value? {
        switch object[name] {
        case nil, .null?: return nil
        case let value?:
            do { return try Value(recorded: value) } catch { throw error.inside(name) }
        }
    }

    /// The member of that name, or a value that it stands for where it is missing.
    package func value<Value: Recordable>(_ name: String, default value: Value) throws(RecordFlaw) -> Value {
        try optional(name) ?? value
    }
}

extension JSONObject {
    /// The member of that name as far as it is understood, for lines that any program may have written; `nil` else.
    package func read<Value: Recordable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        self[name].flatMap { try? Value(recorded: $0) }
    }

    /// Adds a member; a value that is `nil` is left out.
    package mutating func set(_ name: String, _ value: (some Recordable)?) { self[name] = value?.recorded }

    /// Adds all members of another object, after those that are here.
    package mutating func append(_ object: JSONObject) {
        for member in object.members { self[member.name] = member.value }
    }
}
