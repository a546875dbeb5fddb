extension Duration {
    /// A time to wait in words, as ``inWords``: from a second on it is never shorter than the time itself.
    package var asWait: String {
        guard components.seconds > 0, components.attoseconds > 0 else { return inWords }
        return Duration.seconds(components.seconds + 1).inWords
    }

    /// Whole units, the two largest: `47 s`, `9 min 12 s`, `2 h 5 min`; clearly below a second, milliseconds.
    package var inWords: String {
        let total = max(0, components.seconds)
        if total == 0 {
            let milliseconds = max(0, components.attoseconds / 1_000_000_000_000_000)
            return milliseconds < 950 ? "\(milliseconds) ms" : "1 s"
        }
        let units: [(name: String, size: Int64)] = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)]
        var rest = total
        var words: [String] = []
        for unit in units where words.count < 2 {
            if rest >= unit.size { words.append("\(rest / unit.size) \(unit.name)") } else if !words.isEmpty { break }
            rest %= unit.size
        }
        return words.joined(separator: " ")
    }
}
