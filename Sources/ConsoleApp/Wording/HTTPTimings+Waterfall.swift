import SessionCore

extension HTTPTimings {
    /// The phases of a message, each with its time and a bar where it was: `TLS  ···███·····  4.2 ms`.
    ///
    /// Phases that there were none of are left out; without a connection there was no look-up, either.
    func waterfall(width: Int = 20) -> [FactLine] {
        let ends = [
            ("name look-up", connect > nameLookup ? nameLookup : .zero), ("connect", connect), ("TLS", tls),
            ("waiting", firstByte), ("receiving", total),
        ]
        var start = Duration.zero
        return ends.compactMap { name, end in
            guard end > start, total > .zero else { return nil }
            defer { start = end }
            let (from, to) = (Int(start / total * Double(width)), Int((end / total * Double(width)).rounded(.up)))
            let bar = (0..<width).map { (from..<max(to, from + 1)).contains($0) ? "█" : "·" }.joined()
            return FactLine(name, "\(bar) \(DurationText.measured(end - start))")
        }
    }
}
