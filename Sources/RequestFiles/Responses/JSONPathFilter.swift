import JOSE

/// What stands behind `?` in a path: `@.price < 10 && @.name == 'x'`.
indirect enum JSONPathFilter {
    case both(JSONPathFilter, JSONPathFilter)
    case either(JSONPathFilter, JSONPathFilter)
    case not(JSONPathFilter)
    case exists(Operand)
    case compared(Operand, Comparison, Operand)

    enum Comparison: String, CaseIterable {
        // The longer ones first, as they are read.
        case same = "=="
        case different = "!="
        case atMost = "<="
        case atLeast = ">="
        case below = "<"
        case above = ">"
    }

    enum Operand {
        case literal(JSONValue)
        /// A path from the value that is judged, or from the document's root.
        case path([JSONPath.Step], fromRoot: Bool)
        /// The length of a text, an array or an object.
        indirect case length(Operand)
    }

    func holds(for value: JSONValue, root: JSONValue, _ work: inout Int) -> Bool {
        work -= 1
        guard work > 0 else { return false }
        switch self {
        case .both(let one, let other):
            return one.holds(for: value, root: root, &work) && other.holds(for: value, root: root, &work)
        case .either(let one, let other):
            return one.holds(for: value, root: root, &work) || other.holds(for: value, root: root, &work)
        case .not(let filter): return !filter.holds(for: value, root: root, &work)
        case .exists(let operand): return Self.value(of: operand, for: value, root: root, &work) != nil
        case .compared(let left, let comparison, let right):
            let one = Self.value(of: left, for: value, root: root, &work)
            return Self.compare(one, comparison, Self.value(of: right, for: value, root: root, &work))
        }
    }

    private static func value(
        of operand: Operand, for value: JSONValue, root: JSONValue, _ work: inout Int
    ) -> JSONValue? {
        switch operand {
        case .literal(let value): return value
        case .path(let steps, let fromRoot):
            return JSONPath.first(steps[...], in: fromRoot ? root : value, root: root, &work)
        case .length(let operand):
            let found = self.value(of: operand, for: value, root: root, &work)
            let count = found?.string?.unicodeScalars.count ?? found?.array?.count ?? found?.object?.members.count
            return count.map { .number(JSONNumber($0)) }
        }
    }

    /// RFC 9535 §2.3.5.2.2: what is not there equals only what is not there, and order is that of numbers and texts.
    private static func compare(_ left: JSONValue?, _ comparison: Comparison, _ right: JSONValue?) -> Bool {
        switch comparison {
        case .same: return areSame(left, right)
        case .different: return !areSame(left, right)
        case .atMost: return isBelow(left, right) || areSame(left, right)
        case .atLeast: return isBelow(right, left) || areSame(left, right)
        case .below: return isBelow(left, right)
        case .above: return isBelow(right, left)
        }
    }

    private static func areSame(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        if case .number(let one)? = left, case .number(let other)? = right {
            return one == other || isEqual(one, other)
        }
        return left == right
    }

    private static func isEqual(_ one: JSONNumber, _ other: JSONNumber) -> Bool {
        guard let one = Double("\(one)"), let other = Double("\(other)") else { return false }
        return one == other
    }

    private static func isBelow(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        switch (left, right) {
        case (.number(let one)?, .number(let other)?):
            guard let one = Double("\(one)"), let other = Double("\(other)") else { return false }
            return one < other
        case (.string(let one)?, .string(let other)?):
            return one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
        default: return false
        }
    }
}
