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

extension Array: Recordable where Element: Recordable {
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
