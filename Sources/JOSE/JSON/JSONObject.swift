/// The members of a JSON object in the order in which they were written.
///
/// Names are compared byte by byte, never by Unicode equivalence (RFC 8259 §8.3, RFC 7515 §5.3).
/// Look-ups are linear: objects are small, and their order matters more.
package struct JSONObject: Sendable, Hashable {
    package struct Member: Sendable, Hashable {
        package let name: String
        package var value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// All members in order, those that repeat a name included.
    package private(set) var members: [Member]

    init(members: [Member]) { self.members = members }

    package init(_ members: [(String, JSONValue)] = []) {
        self.members = members.map { Member(name: $0, value: $1) }
    }

    package var names: [String] { members.map(\.name) }

    package var isEmpty: Bool { members.isEmpty }

    /// The value of that name, the last one if it is repeated.
    ///
    /// Setting keeps the member's place, or appends a new one; setting `nil` removes every member of that name.
    package subscript(name: String) -> JSONValue? {
        get { members.last { $0.name.hasSameBytes(as: name) }?.value }
        set {
            guard let newValue else { return members.removeAll { $0.name.hasSameBytes(as: name) } }
            guard let place = members.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else {
                return members.append(Member(name: name, value: newValue))
            }
            members[place].value = newValue
            let rest = members.index(after: place)...
            if members[rest].contains(where: { $0.name.hasSameBytes(as: name) }) {
                members[rest].removeAll { $0.name.hasSameBytes(as: name) }
            }
        }
    }

    /// The first name that an earlier member already has.
    package var repeatedName: String? {
        var seen: Set<[UInt8]> = []
        return members.first { !seen.insert(Array($0.name.utf8)).inserted }?.name
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension String {
    /// Compares code units, as identifiers in protocols require; `==` would also accept what Unicode calls equivalent,
    /// such as U+212A (KELVIN SIGN) for `K`.
    package func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
