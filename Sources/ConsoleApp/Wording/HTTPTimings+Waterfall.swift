import ConsoleKit
import SessionCore

extension HTTPTimings {
    /// The phases of a message, each with its time and a bar where it was: `TLS  ···███·····  4.2 ms`.
    ///
    /// Phases that there were none of are left out; without a connection there was no look-up, either. `duration` is
    /// that of the message: what it took besides is the first line, called `before`.
    func waterfall(of duration: Duration, before: String, width: Int = 20) -> [FactLine] {
        let lead = max(.zero, duration - total)
        let isWorthALine = lead > .milliseconds(1) && lead * 20 > duration
        let start = isWorthALine ? lead : .zero
        let ends = [
            (before, .zero), ("name look-up", connect > nameLookup ? nameLookup : .zero), ("connect", connect),
            ("TLS", tls), ("waiting", firstByte), ("receiving", total),
        ]
        var begin = Duration.zero
        let whole = start + total
        return ends.compactMap { name, end in
            let end = start + end
            guard end > begin, total > .zero else { return nil }
            defer { begin = end }
            let (from, to) = (Int(begin / whole * Double(width)), Int((end / whole * Double(width)).rounded(.up)))
            let bar = (0..<width).map { (from..<max(to, from + 1)).contains($0) ? "█" : "·" }.joined()
            return FactLine(name, "\(bar) \(DurationText.measured(end - begin))")
        }
    }
}
