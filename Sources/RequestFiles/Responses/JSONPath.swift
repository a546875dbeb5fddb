import JOSE

/// A path to a value: names, indices, `*`, `..`, ranges and filters (RFC 9535), with or without `$` in front.
///
/// Of several values that it leads to, the first one counts.
struct JSONPath {
    indirect enum Step {
        case name(String)
        /// From the end where negative.
        case index(Int)
        case all
        case range(Int?, Int?)
        case filter(JSONPathFilter)
        case several([Step])
        /// The value itself and all that is in it.
        case descent
    }

    private let steps: [Step]

    init(_ text: String) throws(Remark.Matter) {
        // What begins with a slash is a path through XML.
        guard !text.hasPrefix("/") else { throw .badPath(text) }
        let isWhole = text.hasPrefix("$") || text.hasPrefix("[")
        var reader = JSONPathReader(isWhole ? text : "." + text)
        if reader.rest.first == "$" { reader.rest.removeFirst() }
        guard let steps = reader.steps(), reader.rest.isEmpty else { throw .badPath(text) }
        self.steps = steps
    }

    /// How many values are looked at for one path; what lies beyond is not found.
    private static let workLimit = 1_000_000

    func value(in json: JSONValue) -> JSONValue? {
        var work = Self.workLimit
        return Self.first(steps[...], in: json, root: json, &work)
    }

    /// The first value that the steps lead to; depth first, so that it is the first of the document's order.
    static func first(
        _ steps: ArraySlice<Step>, in json: JSONValue, root: JSONValue, _ work: inout Int
    ) -> JSONValue? {
        guard let step = steps.first else { return json }
        let rest = steps.dropFirst()
        if case .descent = step {
            work -= 1
            guard work > 0 else { return nil }
            if let found = first(rest, in: json, root: root, &work) { return found }
            for child in json.children {
                if let found = first(steps, in: child, root: root, &work) { return found }
            }
            return nil
        }
        for value in values(of: step, in: json, root: root, &work) {
            work -= 1
            guard work > 0 else { return nil }
            if let found = first(rest, in: value, root: root, &work) { return found }
        }
        return nil
    }

    private static func values(
        of step: Step, in json: JSONValue, root: JSONValue, _ work: inout Int
    ) -> [JSONValue] {
        switch step {
        case .name(let name): return json[name].map { [$0] } ?? []
        case .index(let index):
            guard let array = json.array else { return [] }
            // A negative index is never beyond the array's length: 'Int.min' has no magnitude that is an 'Int'.
            let place = index < 0 ? array.count.addingReportingOverflow(index).partialValue : index
            return array.indices.contains(place) ? [array[place]] : []
        case .all: return json.children
        case .range(let from, let to):
            guard let array = json.array else { return [] }
            let bound = { (index: Int) in
                min(max(index < 0 ? array.count.addingReportingOverflow(index).partialValue : index, 0), array.count)
            }
            let (low, high) = (bound(from ?? 0), bound(to ?? array.count))
            return low < high ? Array(array[low..<high]) : []
        case .filter(let filter): return json.children.filter { filter.holds(for: $0, root: root, &work) }
        case .several(let steps): return steps.flatMap { values(of: $0, in: json, root: root, &work) }
        case .descent: return []
        }
    }
}

extension JSONValue {
    /// The elements of an array or the values of an object.
    fileprivate var children: [JSONValue] { array ?? object?.members.map(\.value) ?? [] }
}
