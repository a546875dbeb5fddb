import FoundationEssentials
import JOSE

/// The value of `{{$name arguments}}`.
struct DynamicValue {
    let scope: VariableScope

    func text(of name: String) throws(Remark.Matter) -> String {
        let words = Self.words(of: name)
        if Self.isSessionToken(words[0]) { throw .sessionToken(words[0]) }
        if words[0].prefix(while: { $0 != "(" }) == "$auth.idToken" { throw .idToken("$auth.idToken") }
        let value = try value(of: name, words)
        return (Self.isNew(words[0]) ? scope.standIn(name) : nil) ?? value
    }

    /// Whether it is what other tools put an access token in the place of: `$auth.token("x")`, `$aadToken new`.
    private static func isSessionToken(_ word: String) -> Bool {
        let name = word.prefix { $0 != "(" }
        return ["$auth.token", "$aadToken", "$aadV2Token", "$oidcAccessToken", "$msalToken"].contains(name)
    }

    /// Whether it has another value with each sending: random ones and times.
    private static func isNew(_ word: String) -> Bool {
        let names = ["$guid", "$uuid", "$timestamp", "$isoTimestamp", "$datetime", "$localDatetime", "$randomInt"]
        return names.contains(word) || word.hasPrefix("$random.")
    }

    private func value(of name: String, _ words: [String]) throws(Remark.Matter) -> String {
        switch words[0] {
        case "$guid", "$uuid", "$random.uuid": return uuid
        case "$timestamp":
            let date = try date(words.dropFirst(), of: name)
            return "\(Int64(date.timeIntervalSince1970.rounded(.down)))"
        case "$isoTimestamp": return try DateText(scope.now).text("iso8601")
        case "$datetime", "$localDatetime": return try dateTime(words, name)
        case "$randomInt": return try randomInteger(words, name)
        case "$processEnv": return try processEnvironment(words, name)
        case "$dotenv":
            guard words.count == 2 else { throw .badDynamic(name, expected: "the name of one variable") }
            return try dotEnv(words[1])
        case "$shared":
            guard words.count == 2, let value = scope.environment[words[1]] else { throw .undefined(name) }
            return value
        case let word where word.hasPrefix("$env."): return try processVariable(String(word.dropFirst(5)))
        case let word where word.hasPrefix("$random."): return try random(String(name.dropFirst(8)), name)
        default:
            if let value = scope.environment[name] { return value }
            throw .unknownDynamic(words[0])
        }
    }

    /// Split at spaces, except in quotation marks.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var quote: Character?
        var isInside = false
        for character in name {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                if !isInside { words.append("") }
                isInside = true
            } else if quote == nil, character == " " || character == "\t" {
                isInside = false
            } else {
                if !isInside { words.append("") }
                isInside = true
                words[words.count - 1].append(character)
            }
        }
        return words.isEmpty ? [name] : words
    }

    // MARK: Random

    private func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: scope.random(0...255)) }
    }

    /// RFC 9562 §5.4.
    private var uuid: String {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    }

    /// The upper bound is excluded, as both tools have it.
    private func randomInteger(_ words: [String], _ name: String) throws(Remark.Matter) -> String {
        if words.count == 1 { return "\(scope.random(0...999))" }
        guard words.count == 3, let low = Int(words[1]), let high = Int(words[2]), low < high else {
            throw .badDynamic(name, expected: "two whole numbers, the smaller one first")
        }
        return "\(scope.random(low...high - 1))"
    }

    private func random(_ call: String, _ name: String) throws(Remark.Matter) -> String {
        let function = String(call.prefix { $0 != "(" })
        let arguments = call.dropFirst(function.count).trimmingBrackets.split(separator: ",")
            .map { $0.drop { $0 == " " } }.map { String($0.prefix { $0 != " " }) }
        switch function {
        case "integer":
            let bounds = arguments.isEmpty ? [] : [""] + arguments
            return try randomInteger(bounds.isEmpty ? [""] : bounds, name)
        case "float":
            let bounds = arguments.isEmpty ? [0, 1000] : arguments.compactMap { Double($0) }
            guard bounds.count == 2, bounds[0] < bounds[1], bounds.allSatisfy({ $0.magnitude < 1e15 }) else {
                throw .badDynamic(name, expected: "two numbers, the smaller one first")
            }
            let share = Double(scope.random(0...999_999)) / 1_000_000
            return "\(bounds[0] + (bounds[1] - bounds[0]) * share)"
        case "alphabetic": return try letters("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", arguments, name)
        case "alphanumeric":
            return try letters("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", arguments, name)
        case "hexadecimal": return try letters("0123456789abcdef", arguments, name)
        case "email": return "\(try letters("abcdefghijklmnopqrstuvwxyz", ["10"], name))@example.com"
        default: throw .unknownDynamic("$random.\(function)")
        }
    }

    private func letters(_ alphabet: String, _ arguments: [String], _ name: String) throws(Remark.Matter) -> String {
        guard arguments.count == 1, let count = Int(arguments[0]), (1...4096).contains(count) else {
            throw .badDynamic(name, expected: "a length from 1 to 4096")
        }
        let letters = Array(alphabet)
        return String((0..<count).map { _ in letters[scope.random(0...letters.count - 1)] })
    }

    // MARK: Time

    private func dateTime(_ words: [String], _ name: String) throws(Remark.Matter) -> String {
        guard words.count >= 2 else {
            throw .badDynamic(name, expected: "rfc1123, iso8601 or a format such as 'YYYY-MM-DD'")
        }
        let date = try date(words.dropFirst(2), of: name)
        return try DateText(date, offset: words[0] == "$localDatetime" ? scope.localOffset(date) : 0).text(words[1])
    }

    /// Now, or so much later: `-3 h`.
    private func date(_ words: ArraySlice<String>, of name: String) throws(Remark.Matter) -> Date {
        guard !words.isEmpty else { return scope.now }
        guard words.count == 2, let first = words.first, let number = Int(first), number.magnitude <= 1_000_000_000,
            let unit = words.last, let date = DateText.date(number, unit, after: scope.now)
        else { throw .badDynamic(name, expected: "an offset such as -3 h (y, Q, M, w, d, h, m, s, ms)") }
        return date
    }

    // MARK: From outside

    private func processEnvironment(_ words: [String], _ name: String) throws(Remark.Matter) -> String {
        guard words.count == 2 else { throw .badDynamic(name, expected: "the name of one variable") }
        guard words[1].hasPrefix("%") else { return try processVariable(words[1]) }
        // '%NAME' is a variable of an environment, whose value is the name.
        let variable = String(words[1].dropFirst())
        guard let indirect = scope.given[variable] ?? scope.environment[variable] else { throw .undefined(variable) }
        return try processVariable(indirect)
    }

    private func processVariable(_ name: String) throws(Remark.Matter) -> String {
        guard scope.allowedVariables.contains(name) else { throw .variableNotAllowed(name) }
        guard let value = scope.processEnvironment[name] else { throw .noEnvironmentVariable(name) }
        return value
    }

    private func dotEnv(_ name: String) throws(Remark.Matter) -> String {
        var name = name
        if name.hasPrefix("%") {
            let variable = String(name.dropFirst())
            guard let indirect = scope.given[variable] ?? scope.environment[variable] else {
                throw .undefined(variable)
            }
            name = indirect
        }
        guard let value = scope.dotEnv[name] else { throw .notInDotEnv(name) }
        return value
    }
}

extension Substring {
    fileprivate var trimmingBrackets: Substring {
        hasPrefix("(") && hasSuffix(")") && count >= 2 ? dropFirst().dropLast() : self
    }
}
