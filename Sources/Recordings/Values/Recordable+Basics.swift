import Addresses
package import FoundationEssentials
package import JOSE
package import SessionCore

extension JSONValue: Recordable {
    package var recorded: JSONValue { self }
    package init(recorded: JSONValue) throws(RecordFlaw) { self = recorded }
}

extension String: Recordable {
    package var recorded: JSONValue { .string(self) }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        guard let text = recorded.string else { throw RecordFlaw(reason: "is not a string") }
        self = text
    }
}

extension Bool: Recordable {
    package var recorded: JSONValue { .bool(self) }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        guard let value = recorded.bool else { throw RecordFlaw(reason: "is neither true nor false") }
        self = value
    }
}

extension Int: Recordable {
    package var recorded: JSONValue { .number(JSONNumber(self)) }

    /// Reads a number far enough from the ends of `Int` for any arithmetic with it.
    package init(recorded: JSONValue) throws(RecordFlaw) {
        guard let value = recorded.int, value.magnitude <= 1 << 53 else {
            throw RecordFlaw(reason: "is not a whole number")
        }
        self = value
    }
}

extension Int32: Recordable {
    package var recorded: JSONValue { Int(self).recorded }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        guard let value = Int32(exactly: try Int(recorded: recorded)) else {
            throw RecordFlaw(reason: "is not a whole number")
        }
        self = value
    }
}

/// Names and values, sorted by name.
extension Dictionary: Recordable where Key == String, Value: Recordable {
    package static var shape: RecordShape {
        Value.shape == .plain ? .plain : .object([RecordShape.Member(name: "NAME", shape: Value.shape)])
    }

    package var recorded: JSONValue {
        .object(JSONObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value.recorded) }))
    }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        self = [:]
        for member in try Record(recorded).object.members {
            do { self[member.name] = try Value(recorded: member.value) } catch { throw error.inside(member.name) }
        }
    }
}

extension JSONObject: RecordedAsObject {
    package static var shape: RecordShape { .object([]) }
    package var record: JSONObject { self }
    package init(_ record: Record) throws(RecordFlaw) { self = record.object }
}

extension Array: Recordable where Element: Recordable {
    package static var shape: RecordShape { Element.shape == .plain ? .plain : .list(Element.shape) }
    package var recorded: JSONValue { .array(map(\.recorded)) }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        guard let elements = recorded.array else { throw RecordFlaw(reason: "is not a list") }
        self = []
        reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do { append(try Element(recorded: element)) } catch { throw error.inside("\(index)") }
        }
    }
}

extension Fingerprint: Recordable {
    package var recorded: JSONValue { .string(description) }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        guard let value = Fingerprint(digits: try String(recorded: recorded)) else {
            throw RecordFlaw(reason: "is not a fingerprint: four hexadecimal digits")
        }
        self = value
    }
}

extension URL: Recordable {
    package var recorded: JSONValue { .string(absoluteString) }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        guard let url = URL(given: try String(recorded: recorded)) else { throw RecordFlaw(reason: "is not a URL") }
        self = url
    }
}
