import FoundationEssentials

/// Which of many changes are told as they come: so many in a minute, and of the others how many there were.
struct LineRation {
    static let perMinute = 60

    private var start = Date.distantPast
    private var told = 0
    private var untold = 0
    /// Those of minutes that are over.
    private var due = 0

    mutating func admits(at moment: Date) -> Bool {
        // The clock may have been set back.
        if abs(moment.timeIntervalSince(start)) >= 60 {
            end()
            (start, told) = (moment, 0)
        }
        guard told < Self.perMinute else {
            untold += 1
            return false
        }
        told += 1
        return true
    }

    mutating func end() {
        due += untold
        untold = 0
    }

    /// How many it is time to say that they were not told of, once.
    mutating func takeUntold() -> Int {
        defer { due = 0 }
        return due
    }
}
