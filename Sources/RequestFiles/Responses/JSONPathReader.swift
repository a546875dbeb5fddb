import JOSE

/// Reads the steps of a path, and the filters between its brackets.
struct JSONPathReader {
    var rest: Substring
    /// How deep brackets may be nested.
    private var depth = 32

    init(_ text: String) { rest = text[...] }

    /// The steps as far as they go; `nil` where one is not understood.
    mutating func steps(inFilter: Bool = false) -> [JSONPath.Step]? {
        var steps: [JSONPath.Step] = []
        while let first = rest.first, first == "." || first == "[" {
            if first == "[" {
                guard let step = bracket() else { return nil }
                steps.append(step)
                continue
            }
            rest.removeFirst()
            if rest.first == "." {
                rest.removeFirst()
                steps.append(.descent)
                if rest.first == "[" { continue }
            }
            let name = rest.prefix {
                inFilter ? $0.isLetter || $0.isNumber || "_-*".contains($0) : $0 != "." && $0 != "["
            }
            guard !name.isEmpty else { return nil }
            steps.append(name == "*" ? .all : .name(String(name)))
            rest = rest[name.endIndex...]
        }
        return steps
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

    private mutating func take(_ text: String) -> Bool {
        skipBlanks()
        guard rest.hasPrefix(text) else { return false }
        rest.removeFirst(text.count)
        return true
    }

    /// What stands between brackets, the closing one included.
    private mutating func bracket() -> JSONPath.Step? {
        guard take("["), depth > 0 else { return nil }
        depth -= 1
        defer { depth += 1 }
        var steps: [JSONPath.Step] = []
        repeat {
            guard let step = selector() else { return nil }
            steps.append(step)
        } while take(",")
        guard take("]") else { return nil }
        return steps.count == 1 ? steps[0] : .several(steps)
    }

    private mutating func selector() -> JSONPath.Step? {
        skipBlanks()
        if take("*") { return .all }
        if take("?") { return filter().map { .filter($0) } }
        if let name = quoted() { return .name(name) }
        let first = integer()
        guard take(":") else { return first.map { .index($0) } }
        return .range(first, integer())
    }

    private mutating func integer() -> Int? {
        skipBlanks()
        let digits = rest.prefix { $0 == "-" || $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else { return nil }
        rest = rest[digits.endIndex...]
        return number
    }

    private mutating func quoted() -> String? {
        guard let quote = rest.first, quote == "'" || quote == "\"" else { return nil }
        var (text, isEscaped) = ("", false)
        var index = rest.index(after: rest.startIndex)
        while index < rest.endIndex {
            let character = rest[index]
            index = rest.index(after: index)
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == quote {
                rest = rest[index...]
                return text
            } else {
                text.append(character)
            }
        }
        return nil
    }

    // MARK: Filters

    private mutating func filter() -> JSONPathFilter? {
        guard var left = conjunction() else { return nil }
        while take("||") {
            guard let right = conjunction() else { return nil }
            left = .either(left, right)
        }
        return left
    }

    private mutating func conjunction() -> JSONPathFilter? {
        guard var left = term() else { return nil }
        while take("&&") {
            guard let right = term() else { return nil }
            left = .both(left, right)
        }
        return left
    }

    private mutating func term() -> JSONPathFilter? {
        guard depth > 0 else { return nil }
        depth -= 1
        defer { depth += 1 }
        if take("!") { return term().map { .not($0) } }
        if take("(") {
            guard let inner = filter(), take(")") else { return nil }
            return inner
        }
        guard let left = operand() else { return nil }
        for comparison in JSONPathFilter.Comparison.allCases where take(comparison.rawValue) {
            return operand().map { .compared(left, comparison, $0) }
        }
        if case .path = left { return .exists(left) }
        return nil
    }

    private mutating func operand() -> JSONPathFilter.Operand? {
        skipBlanks()
        if let text = quoted() { return .literal(.string(text)) }
        if take("length(") {
            guard let inner = operand(), take(")") else { return nil }
            return .length(inner)
        }
        let fromRoot = rest.first == "$"
        if fromRoot || rest.first == "@" {
            rest.removeFirst()
            return steps(inFilter: true).map { .path($0, fromRoot: fromRoot) }
        }
        let word = rest.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
        guard let value = try? JSONValue(parsing: word.utf8) else { return nil }
        rest = rest[word.endIndex...]
        return .literal(value)
    }
}
