import FoundationEssentials
import SessionCore

/// A parsed command line; values are checked when they are read.
struct Invocation: Sendable {
    /// The words that are not options, including the command's name.
    var words: [String] = []
    /// Whether all of them stand behind `--`, as another program's line does.
    var isForeignLine = false
    var values: [Option: [String]] = [:]

    func contains(_ option: Option) -> Bool { values[option] != nil }

    /// The last value: as in GNU programs, it overrides the earlier ones.
    func value(of option: Option) -> String? { values[option]?.last }

    func duration(_ option: Option) throws(UsageError) -> Duration? {
        guard let text = value(of: option) else { return nil }
        guard let duration = Duration(option: text) else {
            throw .badValue(option, text, expected: "a time such as 30s, 5m or 250ms")
        }
        return duration
    }

    func number(_ option: Option, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(of: option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .badValue(option, text, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ option: Option, _ type: Choice.Type
    ) throws(UsageError) -> Choice? where Choice.RawValue == String {
        guard let text = value(of: option) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue)
            throw .badValue(option, text, expected: "one of " + names.joined(separator: ", "))
        }
        return choice
    }
}

extension Duration {
    /// Reads a whole or decimal number with `ms`, `s`, `m`, `h` or `d`; without a unit it means seconds.
    init?(option text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let scales: [Substring: Double] = ["": 1, "ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400]
        guard let number = Double(digits), let scale = scales[text.dropFirst(digits.count)], number * scale <= 3.2e9
        else { return nil }
        self = .milliseconds(Int64((number * scale * 1000).rounded()))
    }
}
