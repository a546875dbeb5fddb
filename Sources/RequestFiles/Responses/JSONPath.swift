import JOSE

/// A path of names and indices: `$.items[0].id`, `items[-1]['a b']`, with or without `$`.
struct JSONPath {
    private enum Step {
        case name(String)
        /// From the end where negative.
        case index(Int)
    }

    private let steps: [Step]

    init(_ text: String) throws(Remark.Matter) {
        var steps: [Step] = []
        var rest = text[...]
        if rest.first == "$" { rest = rest.dropFirst() } else if rest.first != "[" { rest = "." + rest }
        while let first = rest.first {
            rest = rest.dropFirst()
            if first == "." {
                let name = rest.prefix { $0 != "." && $0 != "[" }
                guard !name.isEmpty, name != "*" else { throw .badPath(text) }
                steps.append(.name(String(name)))
                rest = rest.dropFirst(name.count)
            } else {
                guard first == "[", let step = Self.bracket(&rest) else { throw .badPath(text) }
                steps.append(step)
            }
        }
        self.steps = steps
    }

    /// What stands between brackets, the closing one included.
    private static func bracket(_ rest: inout Substring) -> Step? {
        if let quote = rest.first, quote == "'" || quote == "\"" {
            guard let end = rest.dropFirst().firstIndex(of: quote) else { return nil }
            let name = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            guard rest.first == "]" else { return nil }
            rest = rest.dropFirst()
            return .name(String(name))
        }
        guard let end = rest.firstIndex(of: "]"), let index = Int(rest[..<end]) else { return nil }
        rest = rest[rest.index(after: end)...]
        return .index(index)
    }

    func value(in json: JSONValue) -> JSONValue? {
        var value = json
        for step in steps {
            switch step {
            case .name(let name):
                guard let member = value[name] else { return nil }
                value = member
            case .index(let index):
                guard let array = value.array else { return nil }
                // A negative index is never beyond the array's length: 'Int.min' has no magnitude that is an 'Int'.
                let place = index < 0 ? array.count.addingReportingOverflow(index).partialValue : index
                guard array.indices.contains(place) else { return nil }
                value = array[place]
            }
        }
        return value
    }
}
