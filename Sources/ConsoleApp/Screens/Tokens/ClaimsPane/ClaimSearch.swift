import TerminalUI

/// Finds a text in the rows of claims, also where it is broken between two rows.
struct ClaimSearch {
    private let text: String
    private let rows: [ClaimRow]

    init(_ text: String, in rows: [ClaimRow]) {
        (self.text, self.rows) = (text.lowercased(), rows)
    }

    /// The rows in which the text begins; `shown` is what stands in a row besides parts of a value.
    func matches(_ shown: (ClaimRow) -> [String]) -> [Int] {
        var matches: [Int] = []
        var start = 0
        while start < rows.count {
            let end = rows[(start + 1)...].firstIndex { $0.isFirst } ?? rows.count
            let isInName = shown(rows[start]).contains { $0.lowercased().contains(text) }
            let parts = rows[start..<end].compactMap(\.part)
            var found = Set(isInName ? [0] : [])
            if !parts.isEmpty, case .text(let value) = rows[start].line.value {
                let names = rows[start..<end].count { $0.namePart != nil }
                found.formUnion(hits(in: value, parts).map { names + $0 })
            }
            matches += found.sorted().map { start + $0 }
            start = end
        }
        return matches
    }

    /// The parts in which the text begins; parts lack the spaces at which the value is broken.
    private func hits(in value: String, _ parts: [String]) -> Set<Int> {
        let lowered = value.lowercased()
        let hits = lowered.ranges(of: text)
        guard !hits.isEmpty else { return [] }
        var ends: [Int] = []
        for part in parts { ends.append((ends.last ?? 0) + part.lowercased().count { $0 != " " }) }
        var (found, place, index) = (Set<Int>(), lowered.startIndex, 0)
        for hit in hits {
            let start = lowered[hit].firstIndex { $0 != " " } ?? hit.lowerBound
            index += lowered[place..<start].count { $0 != " " }
            place = start
            if let part = ends.firstIndex(where: { $0 > index }) { found.insert(part) }
        }
        return found
    }
}
