package import JOSE

/// A duration is a number of seconds, written with as many decimals as it has: 18 at most, so that nothing is lost.
extension Duration: Recordable {
    /// No lifetime or pause is longer; beyond it arithmetic could overflow, and the text is not one of this program's.
    private static let longest = Duration.seconds(100_000_000_000)

    package var recorded: JSONValue {
        let (seconds, attoseconds) = components
        var literal = (seconds < 0 || attoseconds < 0 ? "-" : "") + "\(seconds.magnitude)"
        if attoseconds != 0 {
            let digits = String(attoseconds.magnitude)
            let decimals = String(repeating: "0", count: 18 - digits.utf8.count) + digits
            let zeros = decimals.utf8.reversed().prefix { $0 == UInt8(ascii: "0") }.count
            literal += "." + decimals.dropLast(zeros)
        }
        return .number(JSONNumber(literal: literal))
    }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        guard let literal = recorded.number?.literal else { throw RecordFlaw(reason: "is not a number of seconds") }
        let parts = literal.split(separator: ".", omittingEmptySubsequences: false)
        guard let seconds = Int64(parts[0]), let attoseconds = Self.attoseconds(parts.count > 1 ? parts[1] : "0") else {
            // Another program may write it with an exponent.
            guard let seconds = recorded.double, seconds.magnitude < 1e15 else {
                throw RecordFlaw(reason: "is not a number of seconds")
            }
            try self.init(bounded: .seconds(seconds))
            return
        }
        let isNegative = literal.utf8.first == UInt8(ascii: "-")
        try self.init(
            bounded: Duration(
                secondsComponent: seconds, attosecondsComponent: isNegative ? -attoseconds : attoseconds))
    }

    private init(bounded duration: Duration) throws(RecordFlaw) {
        guard duration <= Self.longest, duration >= .zero - Self.longest else {
            throw RecordFlaw(reason: "is too long a time")
        }
        self = duration
    }

    private static func attoseconds(_ decimals: Substring) -> Int64? {
        let digits = decimals.prefix(18)
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int64(digits)
        else { return nil }
        return (digits.utf8.count..<18).reduce(number) { value, _ in value * 10 }
    }
}
